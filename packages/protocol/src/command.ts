import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

/**
 * What a command may do to the person's work. Consent, confirmation, undo and audit key on the class, never on an id:
 * `read` changes nothing, `view` changes layout, editors and highlights, `write` changes files, `execute` runs processes.
 */
export const RISK_CLASSES = ['read', 'view', 'write', 'execute'] as const;
export type RiskClass = (typeof RISK_CLASSES)[number];

/** Commands that an agent may call live in this namespace; nothing outside it is ever reachable. */
export const COMMAND_NAMESPACE = 'openspace.';

/** The JSON Schema of a command's arguments: always a closed object. */
export interface CommandArgumentSchema {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
    readonly additionalProperties: false;
}

/** The arguments that a schema describes. One with a default may be left out; the handler then takes the default. */
export type ArgumentsOf<S> = S extends JSONSchema ? FromSchema<S, { keepDefaultedPropertiesOptional: true }> : never;

/** A call of a command as it stands in the agent's text, after parsing and before any check of the command itself. */
export const agentCommandSchema = {
    type: 'object',
    properties: {
        cmd: { type: 'string', minLength: 1, maxLength: 200, description: 'Id of the command.' },
        args: { type: 'object', description: "The command's arguments." }
    },
    required: ['cmd'],
    additionalProperties: false
} as const satisfies JSONSchema;

/** What the schema of a command's arguments must be: a closed object in valid JSON Schema, since instructions are derived from it. */
export const commandArgumentsSchema = {
    allOf: [
        { $ref: 'http://json-schema.org/draft-07/schema#' },
        {
            type: 'object',
            properties: {
                type: { const: 'object' },
                properties: { type: 'object' },
                additionalProperties: { const: false }
            }
        }
    ]
};

/** A command as the agent, the Hub and other clients know it: everything but its handler. */
export const commandDefinitionSchema = {
    type: 'object',
    properties: {
        id: { type: 'string', pattern: '^openspace\\.[a-z0-9_.]+$', maxLength: 200 },
        name: { type: 'string', maxLength: 200, description: 'Label for people.' },
        description: { type: 'string', maxLength: 2000, description: 'What the command does, written for a model.' },
        category: { type: 'string', maxLength: 100 },
        arguments_schema: { type: 'object', description: 'JSON Schema of the arguments.' },
        example: { type: 'object', description: 'Arguments of one typical call.' },
        risk: { type: 'string', enum: RISK_CLASSES },
        handler: { type: 'string', maxLength: 200, description: 'Name of the class that executes the command, for debugging.' }
    },
    required: ['id', 'name', 'description', 'arguments_schema', 'example', 'risk'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type CommandDefinition = Omit<FromSchema<typeof commandDefinitionSchema>, 'arguments_schema'> & {
    arguments_schema: CommandArgumentSchema;
};

/** All commands of one browser tab, as the tab's backend publishes them to the Hub. */
export const commandManifestSchema = {
    type: 'object',
    properties: {
        version: { type: 'string', maxLength: 50 },
        lastUpdated: { type: 'string', maxLength: 50, description: 'ISO 8601 time.' },
        workspace: { type: 'string', maxLength: 4096, description: 'Root folder of the workspace.' },
        tabId: { type: 'string', minLength: 1, maxLength: 100 },
        commands: { type: 'array', maxItems: 500, items: commandDefinitionSchema },
        commandsPerMessage: {
            type: 'integer',
            minimum: 1,
            maximum: 100,
            description: 'Commands that one message may run.'
        }
    },
    required: ['version', 'lastUpdated', 'workspace', 'tabId', 'commands'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type CommandManifest = Omit<FromSchema<typeof commandManifestSchema>, 'commands'> & { commands: CommandDefinition[] };

/**
 * How a call ended. `refused`: a check or a person said no and nothing happened; `failed`: the handler said why;
 * `unknown`: the executing tab vanished, so the effect may or may not have happened.
 */
export const COMMAND_OUTCOMES = ['done', 'failed', 'refused', 'unknown'] as const;
export type CommandOutcome = (typeof COMMAND_OUTCOMES)[number];

export const commandResultSchema = {
    type: 'object',
    properties: {
        success: { type: 'boolean' },
        output: { type: 'string', description: 'One line that says what is now true.' },
        error: { type: 'string', description: 'What went wrong and what to do next.' },
        code: { type: 'string', maxLength: 100, description: 'Stable code of the error.' },
        data: { description: 'Evidence: what the command found or changed.' },
        executionTime: { type: 'number', minimum: 0, description: 'Milliseconds.' }
    },
    required: ['success'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type CommandResult = FromSchema<typeof commandResultSchema>;

/** The one result of one call, as it is posted to the Hub. */
export const commandResultPostSchema = {
    type: 'object',
    properties: {
        sessionId: { type: 'string', minLength: 1, maxLength: 200 },
        commandId: { type: 'string', minLength: 1, maxLength: 200 },
        callId: { type: 'string', minLength: 1, maxLength: 200 },
        outcome: { type: 'string', enum: COMMAND_OUTCOMES },
        result: commandResultSchema,
        timestamp: { type: 'string', maxLength: 50, description: 'ISO 8601 time.' }
    },
    required: ['sessionId', 'commandId', 'callId', 'outcome', 'result', 'timestamp'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type CommandResultPost = FromSchema<typeof commandResultPostSchema>;

/** A call on its way to the tab that executes it. `callId` is unique for ever, so that nothing runs twice. */
export interface CommandCall {
    readonly callId: string;
    readonly sessionId: string;
    readonly commandId: string;
    readonly args: Readonly<Record<string, unknown>>;
}
