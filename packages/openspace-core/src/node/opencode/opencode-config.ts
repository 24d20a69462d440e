import { pathToFileURL } from 'node:url';
import type { ModelEndpoint } from '../settings/model-settings';

/** OpenCode's name for the provider of our model. */
export const PROVIDER = 'openspace';

/** OpenCode's name for the Hub; the names of the Hub's tools begin with it. */
export const TOOL_SERVER = 'ide';
const TOOL_PREFIX = `${TOOL_SERVER}_`;

/** The argument in which our plugin says which session a tool call belongs to. */
export const SESSION_ARGUMENT = 'openspace_session';

/** Whether a tool of OpenCode is one of the Hub's. */
export function isHubTool(tool: string): boolean {
    return tool.startsWith(TOOL_PREFIX);
}

/** The name by which the Hub knows a tool of OpenCode. */
export function hubToolName(tool: string): string {
    return isHubTool(tool) ? tool.slice(TOOL_PREFIX.length) : tool;
}

/**
 * OpenCode's configuration for our own server: one model, nothing shared, nothing updated. Its own file, search and shell tools
 * are denied, because they know neither the path guard nor the policy; the Hub's tools, which do, are allowed in their place: the IDE's
 * commands and the file tools.
 */
export function openCodeConfig(endpoint: ModelEndpoint, pluginFile: string): string {
    const model = `${PROVIDER}/${endpoint.model}`;
    return JSON.stringify({
        model,
        small_model: model,
        share: 'disabled',
        autoupdate: false,
        snapshot: false,
        permission: { '*': 'deny', question: 'allow', todowrite: 'allow', todoread: 'allow', [`${TOOL_PREFIX}*`]: 'allow' },
        plugin: [[pathToFileURL(pluginFile).href, { toolPrefix: TOOL_PREFIX, argument: SESSION_ARGUMENT }]],
        provider: {
            [PROVIDER]: {
                npm: '@ai-sdk/openai-compatible',
                name: 'OpenSpace',
                options: { baseURL: endpoint.baseUrl, apiKey: endpoint.apiKey ?? 'none' },
                models: { [endpoint.model]: { name: endpoint.displayName, limit: { context: 128_000, output: 16_000 } } }
            }
        }
    });
}
