import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { COMMAND_OUTCOMES, commandResultSchema } from './command';

/** Where an IDE backend opens its one WebSocket to the Hub; the same token as for every other request. */
export const HUB_LINK_PATH = '/openspace/link';

const callIdSchema = { type: 'string', minLength: 1, maxLength: 200 } as const satisfies JSONSchema;
const sessionIdSchema = { type: 'string', minLength: 1, maxLength: 200 } as const satisfies JSONSchema;
const tabIdSchema = { type: 'string', minLength: 1, maxLength: 100 } as const satisfies JSONSchema;

/** A browser tab in which a linked IDE can execute commands. */
export const linkedTabSchema = {
    type: 'object',
    properties: {
        tabId: tabIdSchema,
        workspace: { type: 'string', maxLength: 4096, description: 'Root folder of the workspace; empty while no folder is open.' },
        sessions: { type: 'array', maxItems: 1000, items: sessionIdSchema, description: 'Ids of the chat sessions that the tab owns.' }
    },
    required: ['tabId', 'workspace', 'sessions'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type LinkedTab = FromSchema<typeof linkedTabSchema>;

/**
 * What an IDE tells the Hub over the link: its tabs, first and whenever they change, that a call waits for a person's decision, and
 * the one result of each call.
 */
export const ideMessageSchema = {
    oneOf: [
        {
            type: 'object',
            properties: {
                type: { const: 'tabs' },
                tabs: { type: 'array', maxItems: 200, items: linkedTabSchema, description: 'The tab active last stands last.' }
            },
            required: ['type', 'tabs'],
            additionalProperties: false
        },
        {
            type: 'object',
            properties: { type: { const: 'waiting' }, callId: callIdSchema },
            required: ['type', 'callId'],
            additionalProperties: false
        },
        {
            type: 'object',
            properties: {
                type: { const: 'result' },
                callId: callIdSchema,
                outcome: { type: 'string', enum: COMMAND_OUTCOMES },
                result: commandResultSchema
            },
            required: ['type', 'callId', 'outcome', 'result'],
            additionalProperties: false
        }
    ]
} as const satisfies JSONSchema;
export type IdeMessage = FromSchema<typeof ideMessageSchema>;

/** What the Hub asks of an IDE over the link: to execute a command in one of its tabs. Answered by exactly one `result`. */
export const hubMessageSchema = {
    type: 'object',
    properties: {
        type: { const: 'execute' },
        callId: callIdSchema,
        tabId: tabIdSchema,
        sessionId: sessionIdSchema,
        client: { type: 'string', maxLength: 200, description: 'Who calls and through which door, for the audit.' },
        connection: { type: 'string', maxLength: 200, description: "The caller's connection, which no other caller has." },
        pass: { type: 'string', maxLength: 200, description: 'With what the caller proves that it speaks for a chat of the IDE.' },
        commandId: { type: 'string', minLength: 1, maxLength: 200 },
        args: { type: 'object', description: "The command's arguments." }
    },
    required: ['type', 'callId', 'tabId', 'sessionId', 'client', 'commandId', 'args'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type HubMessage = FromSchema<typeof hubMessageSchema>;
