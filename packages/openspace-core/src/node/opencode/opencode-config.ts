/** Where the model is and what it is called. */
export interface ModelEndpoint {
    readonly baseUrl: string;
    readonly model: string;
    readonly apiKey: string;
    /** What a person reads as the model's name. */
    readonly displayName: string;
}

/** The model that the environment names, or undefined: then the guide answers. */
export function configuredModel(environment: NodeJS.ProcessEnv): ModelEndpoint | undefined {
    const { OPENSPACE_LLM_BASE_URL: baseUrl, OPENSPACE_LLM_MODEL: model, OPENSPACE_LLM_API_KEY: apiKey } = environment;
    if (!baseUrl) {
        return undefined;
    }
    const name = model === undefined || model === '' ? 'default' : model;
    return { baseUrl: baseUrl.replace(/\/$/, ''), model: name, apiKey: apiKey ?? 'none', displayName: name };
}

/**
 * OpenCode's configuration for our own server: one model, nothing shared, nothing updated. Its own file, search and shell tools
 * are denied, because they know neither the path guard nor the policy.
 */
export function openCodeConfig(endpoint: ModelEndpoint): string {
    const model = `openspace/${endpoint.model}`;
    return JSON.stringify({
        model,
        small_model: model,
        share: 'disabled',
        autoupdate: false,
        snapshot: false,
        permission: { '*': 'deny', question: 'allow', todowrite: 'allow', todoread: 'allow' },
        provider: {
            openspace: {
                npm: '@ai-sdk/openai-compatible',
                name: 'OpenSpace',
                options: { baseURL: endpoint.baseUrl, apiKey: endpoint.apiKey },
                models: { [endpoint.model]: { name: endpoint.displayName, limit: { context: 128_000, output: 16_000 } } }
            }
        }
    });
}
