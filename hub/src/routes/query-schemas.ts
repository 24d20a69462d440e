const sessionSchema = { type: 'string', minLength: 1, maxLength: 200 } as const;
const tabSchema = { type: 'string', minLength: 1, maxLength: 100 } as const;

/** Names a browser tab; without it the tab active last is meant. */
export interface TabQuerystring {
    readonly tab?: string;
}
export const tabQuerySchema = { type: 'object', properties: { tab: tabSchema }, additionalProperties: false } as const;

/** Names a chat session. */
export interface SessionQuerystring {
    readonly session?: string;
}
export const sessionQuerySchema = { type: 'object', properties: { session: sessionSchema }, additionalProperties: false } as const;

/** Names a chat session and, for a caller that knows better than the Hub which tab owns it, that tab. */
export type InstructionsQuerystring = SessionQuerystring & TabQuerystring;
export const instructionsQuerySchema = {
    type: 'object',
    properties: { session: sessionSchema, tab: tabSchema },
    additionalProperties: false
} as const;

/** Names the IDE that an MCP client means, when several are linked. */
export interface McpQuerystring extends TabQuerystring {
    readonly workspace?: string;
}
export const mcpQuerySchema = {
    type: 'object',
    properties: { workspace: { type: 'string', minLength: 1, maxLength: 4096 }, tab: tabSchema },
    additionalProperties: false
} as const;
