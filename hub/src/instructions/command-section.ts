import { CommandDefinition, CommandManifest } from '@openspace/protocol';
import { ArgumentText, argumentTexts } from './argument-text';
import { json, oneLine } from './prompt-text';

const DEFAULT_CATEGORY = 'General';
const MAX_DESCRIPTION = 1000;
/** All commands together are told in no more characters, about five times what the IDE's own take. */
const MAX_LIST = 32_000;

const NOTHING_SHARED: ReadonlySet<string> = new Set();

/**
 * All commands of the manifest, grouped by category; groups and commands keep the order of the manifest. An argument that means the
 * same in several commands is explained once: every word here is paid for with every message.
 */
export function commandSection(manifest: CommandManifest | undefined): string {
    if (!manifest || manifest.commands.length === 0) {
        return '## Available Commands\n\nNone: no IDE is connected. Write no blocks.';
    }
    const told = withinLimit(manifest.commands);
    const rest = manifest.commands.length - told.length;
    const groups = new Map<string, CommandDefinition[]>();
    for (const command of told) {
        const category = command.category ?? DEFAULT_CATEGORY;
        groups.set(category, [...(groups.get(category) ?? []), command]);
    }
    const shared = sharedArguments(told);
    const texts = [...groups].map(
        ([category, commands]) => `### ${oneLine(category)}\n\n${commands.map(command => commandText(command, shared)).join('\n')}`
    );
    const explained = [...shared].map(argument => `- ${argument}`);
    return [
        '## Available Commands',
        'Id and meaning, then the arguments (? marks those that may be left out), then "args" of an example.',
        ...(explained.length > 0 ? [`Arguments of several commands:\n${explained.join('\n')}`] : []),
        ...texts,
        ...(rest > 0 ? [`Not listed, because the list would be too long: ${rest} more.`] : [])
    ].join('\n\n');
}

/** The commands that there is room for; one that takes too much does not push out those behind it. */
function withinLimit(commands: readonly CommandDefinition[]): readonly CommandDefinition[] {
    let room = MAX_LIST;
    return commands.filter(command => {
        const { length } = commandText(command, NOTHING_SHARED);
        const fits = length <= room;
        room -= fits ? length : 0;
        return fits;
    });
}

function commandText({ id, description, arguments_schema: schema, example }: CommandDefinition, shared: ReadonlySet<string>): string {
    const args = argumentTexts(schema);
    const own = args.filter(argument => !shared.has(explanation(argument)));
    const known = args.filter(argument => shared.has(explanation(argument))).map(({ name }) => name);
    return [
        `- ${id}: ${oneLine(description, MAX_DESCRIPTION)}`,
        ...(known.length > 0 ? [`  ${known.join(', ')}`] : []),
        ...own.map(({ name, meaning }) => `  ${name}: ${meaning}`),
        `  ${json(example)}`
    ].join('\n');
}

/** The explanations that would otherwise stand in more than one command. */
function sharedArguments(commands: readonly CommandDefinition[]): ReadonlySet<string> {
    const seen = new Set<string>();
    const shared = new Set<string>();
    for (const argument of commands.flatMap(({ arguments_schema: schema }) => argumentTexts(schema)).map(explanation)) {
        (seen.has(argument) ? shared : seen).add(argument);
    }
    return shared;
}

function explanation({ name, meaning }: ArgumentText): string {
    return `${name.replace(/\?$/, '')}: ${meaning}`;
}
