import { randomUUID } from 'node:crypto';
import {
    CommandArgumentSchema,
    commandArgumentsSchema,
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
export type PostedManifest = Omit<OnlyTab<CommandManifest>, 'commands'> & { readonly commands: readonly PostedCommand[] };
type PostedCommand = Pick<Described, 'id' | 'name' | 'description'> &
    Omit<Partial<Described>, 'arguments_schema'> & { readonly arguments_schema?: Partial<CommandArgumentSchema> };
export type PostedState = OnlyTab<PaneStatePost>;
export type PostedResult = Omit<CommandResultPost, 'callId' | 'outcome'> & Partial<Pick<CommandResultPost, 'callId' | 'outcome'>>;

/** What was made of the latest commands: one that comes again, as the very same object, is as valid and as complete as it was. */
let completed: ReadonlyMap<PostedCommand, Described> = new Map();

/** Lets the validator pass what it has passed before: with it, a schema says `completed` of a command. */
export const COMPLETED_KEYWORD = {
    keyword: 'completed',
    schema: false,
    errors: false,
    validate: (command: PostedCommand): boolean => completed.has(command)
};

export const postedManifestSchema = {
    ...commandManifestSchema,
    properties: {
        ...commandManifestSchema.properties,
        commands: {
            ...commandManifestSchema.properties.commands,
            items: {
                ...commandDefinitionSchema,
                properties: { ...commandDefinitionSchema.properties, arguments_schema: commandArgumentsSchema },
                required: ['id', 'name', 'description']
            }
        }
    },
    required: ['version', 'lastUpdated', 'commands']
};

/** The same, for the validator. */
export const checkedManifestSchema = {
    ...postedManifestSchema,
    properties: {
        ...postedManifestSchema.properties,
        commands: {
            ...postedManifestSchema.properties.commands,
            items: { if: { [COMPLETED_KEYWORD.keyword]: true }, else: postedManifestSchema.properties.commands.items }
        }
    }
};
export const postedStateSchema = { ...paneStatePostSchema, required: ['panes', 'timestamp'] };
export const postedResultSchema = { ...commandResultPostSchema, required: ['sessionId', 'commandId', 'result', 'timestamp'] };

export function completeManifest(post: PostedManifest, workspace: string): CommandManifest {
    const commands = post.commands.map(command => completed.get(command) ?? completeCommand(command));
    completed = new Map(post.commands.map((command, index) => [command, commands[index]]));
    return { workspace, tabId: ONLY_TAB, ...post, commands };
}

/** A command that does not say what it may do counts as one that may do everything. */
function completeCommand(command: PostedCommand): Described {
    const schema: CommandArgumentSchema = { properties: {}, ...command.arguments_schema, type: 'object', additionalProperties: false };
    return {
        ...command,
        example: command.example ?? exampleArguments(schema),
        risk: command.risk ?? 'execute',
        arguments_schema: schema
    };
}

export function completeState(post: PostedState, workspace: string): PaneStatePost {
    return { workspace, tabId: ONLY_TAB, ...post };
}

/** Whoever does not tell calls apart posts each result once. */
export function completeResult(post: PostedResult): CommandResultPost {
    return { callId: randomUUID(), outcome: post.result.success ? 'done' : 'failed', ...post };
}
