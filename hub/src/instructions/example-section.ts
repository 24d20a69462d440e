import { CommandDefinition, CommandManifest } from '@openspace/protocol';
import { block } from './prompt-text';

/** A short conversation. It is shown when the manifest has all its commands; their arguments are the examples of the manifest. */
interface Scenario {
    readonly person: string;
    readonly answer: string;
    readonly commands: readonly string[];
}

const SCENARIOS: readonly Scenario[] = [
    {
        person: 'Where is this defined?',
        answer: 'I am opening the place where it is defined.',
        commands: ['openspace.editor.open']
    },
    {
        person: 'Does it work?',
        answer: 'I am running it in a terminal of its own and will tell you how it ended.',
        commands: ['openspace.terminal.create', 'openspace.terminal.send', 'openspace.terminal.read_output']
    },
    {
        person: 'Which lines matter?',
        answer: 'These, which I am highlighting in the editor.',
        commands: ['openspace.editor.highlight']
    }
];

/** Conversations with the commands that exist; `undefined` when there are none. */
export function exampleSection(manifest: CommandManifest | undefined): string | undefined {
    const known = new Map(manifest?.commands.map(command => [command.id, command]));
    const texts = SCENARIOS.flatMap(({ person, answer, commands }) => {
        const definitions = commands.flatMap(id => known.get(id) ?? []);
        return definitions.length === commands.length ? [exampleText(person, answer, definitions)] : [];
    });
    return texts.length > 0 ? ['## Examples', ...texts].join('\n\n') : undefined;
}

function exampleText(person: string, answer: string, commands: readonly CommandDefinition[]): string {
    return [`Person: ${person}`, `You: ${answer}`, ...commands.map(command => block(command.id, command.example))].join('\n');
}
