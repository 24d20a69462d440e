import { CommandError } from '../../common';

/** A terminal as a command names it. */
export interface NamedTerminal {
    readonly id: string;
    readonly title: string;
}

/** Finds a terminal by its id, or by a title that only one has. The error names those that exist. */
export function findTerminal<T extends NamedTerminal>(reference: string, terminals: readonly T[]): T {
    const byId = terminals.find(({ id }) => id === reference);
    const titled = terminals.filter(({ title }) => title === reference);
    const found = byId ?? (titled.length === 1 ? titled[0] : undefined);
    if (found) {
        return found;
    }
    if (titled.length > 1) {
        throw new CommandError(
            'ambiguous-terminal',
            `${titled.length} terminals have the title "${reference}". Use one of the ids: ${list(titled)}.`
        );
    }
    throw new CommandError(
        'unknown-terminal',
        terminals.length === 0
            ? `There is no terminal yet. Make one with openspace.terminal.create.`
            : `There is no terminal "${reference}". There are: ${list(terminals)}.`
    );
}

function list(terminals: readonly NamedTerminal[]): string {
    return terminals.map(({ id, title }) => `${id} ("${title}")`).join(', ');
}
