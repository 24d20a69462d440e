import { CommandDefinition, CommandManifest } from '@openspace/protocol';
import { block } from './prompt-text';

/** A command with a longer example is none for a conversation. */
const MAX_BLOCK = 1_000;

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

/** Conversations with the commands that exist; where they are others than ours, the first of them. */
export function exampleSection(manifest: CommandManifest | undefined): string {
    const all = manifest?.commands ?? [];
    const short = all.filter(({ id, example }) => block(id, example).length <= MAX_BLOCK);
    const known = new Map(short.map(command => [command.id, command]));
    const texts = SCENARIOS.flatMap(({ person, answer, commands }) => {
        const definitions = commands.flatMap(id => known.get(id) ?? []);
        return definitions.length === commands.length ? [exampleText(person, answer, definitions)] : [];
    });
    const others = short.slice(0, 2).map(command => exampleText('Please do it.', 'I am doing it now.', [command]));
    const shown = [texts, others, ['None: no IDE is connected.']].find(({ length }) => length > 0) ?? [];
    return ['## Examples', ...shown].join('\n\n');
}

function exampleText(person: string, answer: string, commands: readonly CommandDefinition[]): string {
    return [`Person: ${person}`, `You: ${answer}`, '', ...commands.map(command => block(command.id, command.example))].join('\n');
}
