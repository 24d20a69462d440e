import { randomUUID } from 'node:crypto';
import {
    CommandArgumentSchema,
    commandDefinitionSchema,
    CommandManifest,
    commandManifestSchema,
    CommandResultPost,
    commandResultPostSchema,
    PaneStatePost,
    paneStatePostSchema
} from '@openspace/protocol';
import { exampleArguments } from '../instructions/example-arguments';

/** The tab of a publisher that has only one. */
const ONLY_TAB = 'tab';

type Described = CommandManifest['commands'][number];
type OnlyTab<Post> = Omit<Post, 'workspace' | 'tabId'> & { readonly workspace?: string; readonly tabId?: string };

/** A manifest as it may be posted: a command needs no more than an id and words that say what it is. */
export type PostedManifest = Omit<OnlyTab<CommandManifest>, 'commands'> & {
    readonly commands: readonly (Pick<Described, 'id' | 'name' | 'description'> &
        Omit<Partial<Described>, 'arguments_schema'> & { readonly arguments_schema?: Partial<CommandArgumentSchema> })[];
};
export type PostedState = OnlyTab<PaneStatePost>;
export type PostedResult = Omit<CommandResultPost, 'callId' | 'outcome'> & Partial<Pick<CommandResultPost, 'callId' | 'outcome'>>;

/** Argument schemas must be objects without further properties and valid JSON Schema, since instructions are derived from them. */
const argumentsSchema = {
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

export const postedManifestSchema = {
    ...commandManifestSchema,
    properties: {
        ...commandManifestSchema.properties,
        commands: {
            ...commandManifestSchema.properties.commands,
            items: {
                ...commandDefinitionSchema,
                properties: { ...commandDefinitionSchema.properties, arguments_schema: argumentsSchema },
                required: ['id', 'name', 'description']
            }
        }
    },
    required: ['version', 'lastUpdated', 'commands']
};
export const postedStateSchema = { ...paneStatePostSchema, required: ['panes', 'timestamp'] };
export const postedResultSchema = { ...commandResultPostSchema, required: ['sessionId', 'commandId', 'result', 'timestamp'] };

/** A command that does not say what it may do counts as one that may do everything. */
export function completeManifest(post: PostedManifest, workspace: string): CommandManifest {
    const commands = post.commands.map(command => {
        const schema: CommandArgumentSchema = { properties: {}, ...command.arguments_schema, type: 'object', additionalProperties: false };
        return { example: exampleArguments(schema), risk: 'execute' as const, ...command, arguments_schema: schema };
    });
    return { workspace, tabId: ONLY_TAB, ...post, commands };
}

export function completeState(post: PostedState, workspace: string): PaneStatePost {
    return { workspace, tabId: ONLY_TAB, ...post };
}

/** Whoever does not tell calls apart posts each result once. */
export function completeResult(post: PostedResult): CommandResultPost {
    return { callId: randomUUID(), outcome: post.result.success ? 'done' : 'failed', ...post };
}
