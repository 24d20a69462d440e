import {
    COMMAND_NAMESPACE,
    type ArgumentsOf,
    type CommandArgumentSchema,
    type CommandDefinition,
    type RiskClass
} from '@openspace/protocol';
import { Command } from '@theia/core/lib/common';
import { generateUuid } from '@theia/core/lib/common/uuid';

/**
 * A command that agents and people share, as it stands in Theia's `CommandRegistry`. The palette entry, the argument form,
 * the manifest, the instructions and every remote tool are projections of these fields.
 */
export interface OpenSpaceCommand extends Command {
    /** For people, in English; registered, it is in the person's language. */
    readonly label: string;
    readonly category: string;
    /** What it does and when to use it, written for a model; never localized. */
    readonly description: string;
    readonly argumentsSchema: CommandArgumentSchema;
    /** Arguments of one typical call. */
    readonly example: unknown;
    readonly risk: RiskClass;
    /** Name of the class that executes the command, for debugging. */
    readonly handlerName?: string;
    /** Lists for the argument form, where the schema cannot know the values. */
    readonly choices?: ArgumentChoices;
    /** What a person is told instead of a question when nothing exists that could be chosen for an argument. */
    readonly nothingToChoose?: string;
}

/** Who runs a command. */
export type CommandOrigin =
    | { readonly by: 'person' }
    | {
          readonly by: 'agent';
          readonly sessionId: string;
          readonly callId: string;
          /** Aborted when the person says stop: a command that waits for anything ends its wait then, and tells how things stand. */
          readonly stopped?: AbortSignal;
      };

/** Tells when the person stops a command; what a person runs is stopped by nobody. */
export function stopOf(origin: CommandOrigin): AbortSignal | undefined {
    return origin.by === 'agent' ? origin.stopped : undefined;
}

/** What the backend calls one run of a command when it asks the person about it. */
export function operationIdOf(origin: CommandOrigin): string {
    return origin.by === 'agent' ? origin.callId : generateUuid();
}

/** One of the values that a person may choose for an argument. */
export interface ArgumentChoice {
    readonly value: string;
    readonly label: string;
    readonly description?: string;
}

/**
 * What a person may choose for an argument that names something that exists now, by the argument's name: what fits the text that
 * the person has typed so far. The arguments given before may decide what there is.
 */
export type ArgumentChoices = Readonly<
    Record<string, (typed: string, given: Readonly<Record<string, unknown>>) => ArgumentChoice[] | Promise<ArgumentChoice[]>>
>;

/** What a command answers when it did its work: one line for a reader, and evidence of what is now true. */
export interface CommandSuccess {
    readonly success: true;
    /** The line for a reader; the lines that were read, for a command that reads lines. */
    readonly output: string | readonly string[];
    /** The line for a reader, when `output` holds lines. */
    readonly summary?: string;
    /**
     * In what the result differs from what was asked for. An agent in the chat is told at once of a success with a remark; of
     * any other it learns from the state of the IDE.
     */
    readonly remark?: string;
    readonly [evidence: string]: unknown;
}

/** A command with its handler. `execute` sees arguments that match the schema, and throws a `CommandError` when it fails. */
export interface CommandDeclaration extends OpenSpaceCommand {
    /** Typed as taking nothing: only the registrar calls it, after it has checked the arguments against the schema. */
    readonly execute: (args: never, origin: CommandOrigin) => Promise<CommandSuccess>;
    /** Asks a person who has given these arguments for more. Answers those to run it with, or undefined to do nothing. */
    readonly refineForPerson?: (args: never, command: OpenSpaceCommand) => Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** Declares a command; the type of the handler's arguments is derived from the schema. */
export function declareCommand<const S extends CommandArgumentSchema>(
    command: Omit<OpenSpaceCommand, 'argumentsSchema' | 'example'> & {
        readonly argumentsSchema: S;
        readonly example: ArgumentsOf<S>;
        readonly execute: (args: ArgumentsOf<S>, origin: CommandOrigin) => Promise<CommandSuccess>;
        readonly refineForPerson?: (args: ArgumentsOf<S>, command: OpenSpaceCommand) => Promise<ArgumentsOf<S> | undefined>;
    }
): CommandDeclaration {
    return command;
}

/** The line that says what is now true. */
export function summaryOf({ output, summary }: CommandSuccess): string {
    return typeof output === 'string' ? output : (summary ?? `${output.length} lines.`);
}

/** What a command found or changed, without the line for a reader. */
export function evidenceOf({ success: _success, output, summary: _summary, ...evidence }: CommandSuccess): Record<string, unknown> {
    return typeof output === 'string' ? evidence : { ...evidence, output };
}

/** Whether a command of the registry stands among those that agents may call. */
export function isInNamespace({ id }: Command): boolean {
    return id.startsWith(COMMAND_NAMESPACE);
}

/** Whether a command of the registry is one that agents may call: it has all that the manifest tells of one. */
export function isOpenSpaceCommand(command: Command): command is OpenSpaceCommand {
    return isInNamespace(command) && 'argumentsSchema' in command && 'risk' in command;
}

/** What a command is about. In the palette all of ours stand under one heading; the agent reads them by subject. */
function subjectOf(commandId: string): string {
    const [, subject = ''] = commandId.split('.');
    return subject.charAt(0).toUpperCase() + subject.slice(1);
}

/** The command as the Hub and the agent know it. */
export function toCommandDefinition(command: OpenSpaceCommand): CommandDefinition {
    return {
        id: command.id,
        name: command.originalLabel ?? command.label,
        description: command.description,
        category: subjectOf(command.id),
        arguments_schema: command.argumentsSchema,
        example: command.example as Record<string, unknown>,
        risk: command.risk,
        ...(command.handlerName === undefined ? {} : { handler: command.handlerName })
    };
}
