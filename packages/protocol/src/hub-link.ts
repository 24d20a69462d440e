import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { COMMAND_OUTCOMES, commandResultSchema } from './command';
import {
    activityMessageSchema,
    answerMessageSchema,
    askMessageSchema,
    documentMessageSchema,
    fileChangedMessageSchema,
    findDocumentMessageSchema,
    consentMessageSchema,
    holdMessageSchema,
    linkFields,
    policyMessageSchema,
    replaceDocumentMessageSchema,
    replacedMessageSchema,
    withdrawMessageSchema
} from './workspace-link';

/** Where an IDE backend opens its one WebSocket to the Hub. */
export const HUB_LINK_PATH = '/openspace/link';

/**
 * Each end says in a header of the handshake which version of the link it speaks; one that says nothing speaks the first, which knows
 * commands and their results alone. Nobody sends the other end what that does not know.
 */
export const HUB_LINK_VERSION_HEADER = 'x-openspace-link-version';
export const HUB_LINK_VERSION = 9;
/** From which version on the ends speak of the workspace: the person's rules, questions and documents. */
export const WORKSPACE_LINK_VERSION = 2;
/** From which version on an IDE tells how much waits in its queues. */
export const QUEUE_LINK_VERSION = 3;
/** From which version on the Hub tells which of its callers are still there. */
export const CONNECTIONS_LINK_VERSION = 4;
/** From which version on an IDE tells apart why something was refused and what the caller should do next. */
export const ADVICE_LINK_VERSION = 5;
/** From which version on an IDE tells whether its person allows commands the network; a Hub of before allows it to none. */
export const NETWORK_LINK_VERSION = 6;
/** From which version on the Hub tells what a program wants to do that asks for the person's consent. */
export const WANTS_LINK_VERSION = 7;
/** From which version on an IDE tells of tabs that are away, as in a reload, while the person holds what agents ask for there. */
export const AWAY_LINK_VERSION = 8;
/** From which version on an IDE tells that its person lets no agent act; a Hub of before asks it while a tab is there. */
export const REFUSAL_LINK_VERSION = 9;

/** What an IDE calls itself in the handshake: an IDE that starts a Hub tells it the same, so that the Hub knows its own IDE. */
export const HUB_LINK_IDE_HEADER = 'x-openspace-ide';

/**
 * The SHA-256 of the pass of an IDE's chats in the handshake, in base64url: by it the Hub tells the pass from what a caller made up,
 * and does not have to know it.
 */
export const HUB_LINK_PASS_HEADER = 'x-openspace-pass-sha256';

/** With this header, beside the token, an IDE proves to the Hub that what it posts is an IDE's: its value is the key of the link. */
export const HUB_LINK_KEY_HEADER = 'x-openspace-link-key';

const { callId: callIdSchema, sessionId: sessionIdSchema, tabId: tabIdSchema } = linkFields;

/** A browser tab in which a linked IDE can execute commands. */
export const linkedTabSchema = {
    type: 'object',
    properties: {
        tabId: tabIdSchema,
        workspace: { type: 'string', maxLength: 4096, description: 'Root folder of the workspace; empty while no folder is open.' },
        sessions: { type: 'array', maxItems: 1000, items: sessionIdSchema, description: 'Ids of the chat sessions that the tab owns.' },
        paused: { type: 'boolean', description: 'Whether the person holds what agents ask for here; from the second version on.' }
    },
    required: ['tabId', 'workspace', 'sessions'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type LinkedTab = FromSchema<typeof linkedTabSchema>;

/**
 * What an IDE tells the Hub over the link: its tabs, first and whenever they change, that a call waits for a person's decision, and
 * the one result of each call; from the second version on also what the person's settings make of the policy, and the one reply to
 * each question; from the third version on how many commands wait in its queues.
 */
export const ideMessageSchema = {
    oneOf: [
        {
            type: 'object',
            properties: {
                type: { const: 'tabs' },
                tabs: { type: 'array', maxItems: 200, items: linkedTabSchema, description: 'The tab active last stands last.' },
                away: {
                    type: 'array',
                    maxItems: 200,
                    items: linkedTabSchema,
                    description: 'Tabs that are away, as in a reload, and still hold what agents ask for; from the eighth version on.'
                }
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
        },
        {
            type: 'object',
            properties: {
                type: { const: 'queue' },
                waiting: { type: 'integer', minimum: 0, description: 'Commands of all sessions, and calls that a pause holds.' }
            },
            required: ['type', 'waiting'],
            additionalProperties: false
        },
        policyMessageSchema,
        answerMessageSchema,
        documentMessageSchema,
        replacedMessageSchema
    ]
} as const satisfies JSONSchema;
export type IdeMessage = FromSchema<typeof ideMessageSchema>;

/** The Hub has a command executed in one of the IDE's tabs. Answered by exactly one `result`. */
const executeMessageSchema = {
    type: 'object',
    properties: {
        type: { const: 'execute' },
        callId: callIdSchema,
        tabId: tabIdSchema,
        sessionId: sessionIdSchema,
        client: linkFields.client,
        connection: linkFields.connection,
        pass: linkFields.pass,
        commandId: { type: 'string', minLength: 1, maxLength: 200 },
        args: { type: 'object', description: "The command's arguments." }
    },
    required: ['type', 'callId', 'tabId', 'sessionId', 'client', 'commandId', 'args'],
    additionalProperties: false
} as const satisfies JSONSchema;

/** The callers that keep a connection and are still there: told when an IDE links itself, and whenever one has gone. */
const connectionsMessageSchema = {
    type: 'object',
    properties: { type: { const: 'connections' }, connections: { type: 'array', maxItems: 10_000, items: linkFields.connection } },
    required: ['type', 'connections'],
    additionalProperties: false
} as const satisfies JSONSchema;

/**
 * What the Hub sends to an IDE over the link: commands, from the second version on what the doors to the workspace need of it, and
 * from the fourth version on which callers are still there.
 */
export const hubMessageSchema = {
    oneOf: [
        executeMessageSchema,
        askMessageSchema,
        consentMessageSchema,
        holdMessageSchema,
        withdrawMessageSchema,
        findDocumentMessageSchema,
        replaceDocumentMessageSchema,
        fileChangedMessageSchema,
        activityMessageSchema,
        connectionsMessageSchema
    ]
} as const satisfies JSONSchema;
export type HubMessage = FromSchema<typeof hubMessageSchema>;
