import { join } from 'node:path';

/** The environment of an OpenCode that is the person's own: it has tools of its own and asks before it runs a program. */
export function askingOpenCode(home: string, modelUrl: string): Record<string, string> {
    return { OPENSPACE_OPENCODE_CONFIG: 'user', ...ownOpenCode(home, modelUrl, { permission: { '*': 'allow', bash: 'ask' } }) };
}

/** The environment of an OpenCode with a home of its own, the given model and further settings. */
export function ownOpenCode(home: string, modelUrl: string, settings: object): Record<string, string> {
    return {
        HOME: home,
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_DATA_HOME: join(home, 'data'),
        XDG_STATE_HOME: join(home, 'state'),
        XDG_CACHE_HOME: join(home, 'cache'),
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
            model: 'scripted/scripted',
            small_model: 'scripted/scripted',
            autoupdate: false,
            snapshot: false,
            ...settings,
            provider: {
                scripted: {
                    npm: '@ai-sdk/openai-compatible',
                    name: 'Scripted',
                    options: { baseURL: modelUrl, apiKey: 'none' },
                    models: { scripted: { name: 'Scripted', limit: { context: 128_000, output: 16_000 } } }
                }
            }
        })
    };
}
