import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { COMMAND_OUTCOMES, RISK_CLASSES } from './command';

/** What the conversations of an IDE are called among those who act in it; programs at the doors have names that begin with their door. */
export const CHAT_CLIENT = 'chat';

/** What the messages of the link have in common. */
export const linkFields = {
    callId: { type: 'string', minLength: 1, maxLength: 200 },
    sessionId: { type: 'string', minLength: 1, maxLength: 200 },
    tabId: { type: 'string', minLength: 1, maxLength: 100 },
    workspace: { type: 'string', maxLength: 4096, description: 'Root folder of the workspace as the tab names it.' },
    client: { type: 'string', maxLength: 200, description: 'Who calls and through which door, for the person and the audit.' },
    connection: { type: 'string', maxLength: 200, description: "The caller's connection, which no other caller has." },
    pass: { type: 'string', maxLength: 200, description: 'With what the caller proves that it speaks for a chat of the IDE.' },
    path: { type: 'string', minLength: 1, maxLength: 4096, description: 'From the root of the workspace, all links resolved.' }
} as const satisfies Record<string, JSONSchema>;

const { callId, sessionId, tabId, workspace, client, connection, pass, path } = linkFields;

/** What the person's settings make of the policy: told when an IDE links itself, and whenever it changes. Adds to the rules in code; only `network` lifts one. */
export const policyMessageSchema = {
    type: 'object',
    properties: {
        type: { const: 'policy' },
        sensitiveFiles: {
            type: 'array',
            maxItems: 10_000,
            items: { type: 'string', minLength: 1, maxLength: 4096 },
            description: 'Names or globs of files that no tool may read.'
        },
        forbiddenPaths: {
            type: 'array',
            maxItems: 100,
            items: { type: 'string', minLength: 1, maxLength: 4096 },
            description: 'Absolute paths that no tool may use: what the policy is read from, and tokens.'
        },
        limits: {
            type: 'object',
            properties: { readBytes: { type: 'integer', minimum: 1 }, writeBytes: { type: 'integer', minimum: 1 } },
            additionalProperties: false
        },
        confirmation: { type: 'string', enum: ['always', 'risky', 'never'], description: 'When the person is asked.' },
        network: {
            type: 'boolean',
            description: 'Whether commands in a sandbox may use the network; not unless given. From the sixth version on.'
        },
        refusesAgents: {
            type: 'boolean',
            description: 'Whether no agent may act, so that nobody is asked; not unless given. From the ninth version on.'
        }
    },
    required: ['type', 'sensitiveFiles', 'forbiddenPaths', 'limits', 'confirmation'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type PolicyMessage = FromSchema<typeof policyMessageSchema>;

const reason = { type: 'string', maxLength: 10_000, description: 'Why it needs an answer, in words for a person.' } as const;

/** The Hub asks the person at a tab about something that the policy lets happen only then. Answered by one `answer`, unless withdrawn. */
export const askMessageSchema = {
    type: 'object',
    properties: {
        type: { const: 'ask' },
        ...{ callId, tabId, sessionId, client, connection, pass },
        question: {
            oneOf: [
                {
                    type: 'object',
                    properties: {
                        action: { const: 'run' },
                        command: { type: 'string', maxLength: 200_000 },
                        cwd: { type: 'string', maxLength: 4096, description: 'Where it would run, from the root of the workspace.' },
                        environment: {
                            type: 'object',
                            additionalProperties: { type: 'string' },
                            description: 'Variables that the caller adds; absent when there are none.'
                        },
                        reason,
                        subCommand: { type: 'string', maxLength: 200_000, description: 'What of the command the reason is about.' }
                    },
                    required: ['action', 'command', 'cwd', 'reason', 'subCommand'],
                    additionalProperties: false
                },
                {
                    type: 'object',
                    properties: {
                        action: { const: 'write' },
                        path: {
                            type: 'string',
                            minLength: 1,
                            maxLength: 4096,
                            description: 'From the root of the workspace, as asked for.'
                        },
                        rule: { type: 'string', maxLength: 4096, description: 'The rule of the policy that asks.' },
                        reason,
                        text: { type: 'string', description: 'What the file would hold; absent where that cannot be told.' }
                    },
                    required: ['action', 'path', 'rule', 'reason'],
                    additionalProperties: false
                }
            ]
        }
    },
    required: ['type', 'callId', 'tabId', 'sessionId', 'client', 'question'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type AskMessage = FromSchema<typeof askMessageSchema>;

/**
 * A call at a door to the workspace waits while the person has paused agents in this tab. Answered by one `answer` when they may go on
 * or the call is given up, unless withdrawn.
 */
export const holdMessageSchema = {
    type: 'object',
    properties: { type: { const: 'hold' }, callId, tabId },
    required: ['type', 'callId', 'tabId'],
    additionalProperties: false
} as const satisfies JSONSchema;

const operation = { type: 'string', minLength: 1, maxLength: 100, description: 'What the kernel does.' } as const;
const operationArgs = { type: 'object', description: 'The request without contents.' } as const;

/**
 * A call at a door to the workspace is about to change or run something: does the person at this tab let agents act here at all?
 * Answered by one `answer`, unless withdrawn.
 */
export const consentMessageSchema = {
    type: 'object',
    properties: {
        type: { const: 'consent' },
        ...{ callId, tabId, sessionId, client, connection, pass },
        wants: {
            type: 'object',
            properties: { operation, args: operationArgs },
            required: ['operation', 'args'],
            additionalProperties: false,
            description: 'What it is about to do.'
        }
    },
    required: ['type', 'callId', 'tabId', 'sessionId', 'client'],
    additionalProperties: false
} as const satisfies JSONSchema;

/** What the person said, or why nobody did. The reason is for the caller and the person, the advice for the caller alone. */
export const answerMessageSchema = {
    type: 'object',
    properties: {
        type: { const: 'answer' },
        callId,
        allowed: { type: 'boolean' },
        reason: { type: 'string', maxLength: 20_000 },
        advice: { type: 'string', maxLength: 1000, description: 'What the caller should do next.' }
    },
    required: ['type', 'callId', 'allowed'],
    additionalProperties: false
} as const satisfies JSONSchema;

/** Whoever asked is gone: the question needs no answer any more, and whatever waits is not to be done. */
export const withdrawMessageSchema = {
    type: 'object',
    properties: { type: { const: 'withdraw' }, callId },
    required: ['type', 'callId'],
    additionalProperties: false
} as const satisfies JSONSchema;

/** The Hub wants to know whether a file is open in an editor of this workspace. Answered by one `document`. */
export const findDocumentMessageSchema = {
    type: 'object',
    properties: { type: { const: 'find-document' }, callId, workspace, path, sessionId },
    required: ['type', 'callId', 'workspace', 'path', 'sessionId'],
    additionalProperties: false
} as const satisfies JSONSchema;

/** A document that is open, none, or why that cannot be told. */
export const documentMessageSchema = {
    type: 'object',
    properties: {
        type: { const: 'document' },
        callId,
        document: {
            type: 'object',
            properties: {
                tabId,
                version: { type: 'string', maxLength: 200, description: 'Another one for every other text.' },
                text: { type: 'string' },
                unsaved: { type: 'boolean' },
                readState: {
                    type: 'string',
                    enum: ['current', 'outdated', 'never'],
                    description: 'Whether the session has seen this text.'
                }
            },
            required: ['tabId', 'version', 'text', 'unsaved', 'readState'],
            additionalProperties: false
        },
        trouble: { type: 'string', maxLength: 10_000, description: 'Why nobody can say, and what to do.' }
    },
    required: ['type', 'callId'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type LinkedDocument = NonNullable<FromSchema<typeof documentMessageSchema>['document']>;

/** The Hub has the text of an open document replaced, if it still has that version. Answered by one `replaced`. */
export const replaceDocumentMessageSchema = {
    type: 'object',
    properties: {
        type: { const: 'replace-document' },
        operationId: { ...callId, description: 'The call at the door, which the activity and undo know.' },
        version: { type: 'string', maxLength: 200 },
        text: { type: 'string' },
        ...{ callId, tabId, workspace, path, sessionId, client, connection, pass }
    },
    required: ['type', 'callId', 'operationId', 'tabId', 'workspace', 'path', 'version', 'text', 'sessionId', 'client'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type ReplaceDocumentMessage = FromSchema<typeof replaceDocumentMessageSchema>;

/** The text was replaced, and saved unless it stands beside unsaved text of the person; or why not. */
export const replacedMessageSchema = {
    type: 'object',
    properties: {
        type: { const: 'replaced' },
        callId,
        replaced: {
            type: 'object',
            properties: { version: { type: 'string', maxLength: 200 }, saved: { type: 'boolean' } },
            required: ['version', 'saved'],
            additionalProperties: false
        },
        error: {
            type: 'object',
            properties: {
                code: { type: 'string', enum: ['changed', 'permission-denied', 'needs-consent', 'failed'] },
                message: { type: 'string', maxLength: 20_000 }
            },
            required: ['code', 'message'],
            additionalProperties: false
        }
    },
    required: ['type', 'callId'],
    additionalProperties: false
} as const satisfies JSONSchema;

/** What an operation at a door did to a file on the disk, so that the person can take it back. Not answered. */
export const fileChangedMessageSchema = {
    type: 'object',
    properties: {
        type: { const: 'file-changed' },
        ...{ callId, workspace, path },
        before: { type: 'string', description: 'Absent when there was no file.' },
        after: { type: 'string', description: 'Absent when the file is gone.' },
        encoding: { type: 'string', enum: ['utf8', 'utf8bom', 'utf16le', 'utf16be'], description: 'How the text is stored.' },
        madeParents: { type: 'array', maxItems: 1000, items: path, description: 'The directories made for it, the deepest first.' }
    },
    required: ['type', 'callId', 'workspace', 'path', 'encoding', 'madeParents'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type FileChangedMessage = FromSchema<typeof fileChangedMessageSchema>;

/** What an operation at a door did to the workspace, for the person to see. Not answered. */
export const activityMessageSchema = {
    type: 'object',
    properties: {
        type: { const: 'activity' },
        ...{ callId, workspace, sessionId, client },
        command: { type: 'string', minLength: 1, maxLength: 200, description: 'The door and its tool.' },
        operation,
        risk: { type: 'string', enum: RISK_CLASSES },
        args: operationArgs,
        end: {
            type: 'object',
            properties: {
                outcome: { type: 'string', enum: COMMAND_OUTCOMES },
                code: { type: 'string', maxLength: 100 },
                message: {
                    type: 'string',
                    maxLength: 2000,
                    description: 'Why it did not happen, or what the outcome leaves open, in words for a person.'
                },
                durationMs: { type: 'number', minimum: 0 }
            },
            required: ['outcome', 'durationMs'],
            additionalProperties: false,
            description: 'Absent while it runs.'
        }
    },
    required: ['type', 'callId', 'workspace', 'sessionId', 'client', 'command', 'operation', 'risk', 'args'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type ActivityMessage = FromSchema<typeof activityMessageSchema>;
