/** What the commands of a group are good for, by the word in their ids. */
const GROUPS: ReadonlyMap<string, string> = new Map([
    ['editor', '**Editors**: open a file at the line that matters, mark lines, read what you see there.'],
    ['pane', '**Panes**: put things side by side, close them, make them larger or smaller.'],
    ['terminal', '**Terminals**: start one, type a command into it, read what it printed.'],
    ['file', '**Files**: list a folder, find files by name, read and write them.']
]);

/** What an agent can do in this IDE, for a person. */
export function commandGroupsAnswer(commands: readonly string[]): string {
    if (commands.length === 0) {
        return 'The IDE has not told me of any commands yet. It may still be starting: ask me again in a moment.';
    }
    const groups = new Set(commands.map(id => id.split('.')[1]));
    const known = [...GROUPS].flatMap(([group, sentence]) => (groups.has(group) ? [`- ${sentence}`] : []));
    const others = commands.filter(id => !GROUPS.has(id.split('.')[1])).length;
    return [
        `An agent has ${commands.length} ${commands.length === 1 ? 'command' : 'commands'} in this IDE:\n`,
        ...known,
        ...(others > 0 ? [`- **Others**: ${others} of ${known.length > 0 ? 'other kinds' : 'a kind that I do not know'}.`] : []),
        '\nA page describes them all: choose “What the Agent Can Do” in the menu Help. You have the same commands yourself, in the command palette (F1) under “OpenSpace:”.'
    ].join('\n');
}
