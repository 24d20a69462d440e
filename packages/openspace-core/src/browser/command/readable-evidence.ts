/** What a command found, as a person reads it: texts as they are, lists of things as tables, single values one to a line. */
export function readableEvidence(evidence: Readonly<Record<string, unknown>>): string {
    const entries = Object.entries(evidence).filter(([, value]) => value !== undefined);
    const single = entries.filter(([, value]) => !isLong(value)).map(([name, value]) => `${labelOf(name)}: ${textOf(value)}`);
    const long = entries.filter(([, value]) => isLong(value)).map(([name, value]) => section(name, value));
    return [...(single.length > 0 ? [single.join('\n')] : []), ...long].join('\n\n');
}

function isLong(value: unknown): boolean {
    return Array.isArray(value) || (typeof value === 'string' && value.includes('\n'));
}

function section(name: string, value: unknown): string {
    const title = `${labelOf(name)}:`;
    if (typeof value === 'string') {
        return `${title}\n${value}`;
    }
    const items = value as readonly unknown[];
    if (items.length === 0) {
        return `${title} none`;
    }
    return [title, ...(items.every(isRecord) ? table(items) : items.map(textOf))].join('\n');
}

/** Columns of the things' own values; what is nested in them is told in a few words. */
function table(items: readonly Record<string, unknown>[]): string[] {
    const names = [...new Set(items.flatMap(item => Object.keys(item)))];
    const rows = [names.map(labelOf), ...items.map(item => names.map(name => textOf(item[name])))];
    const widths = names.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
    return rows.map(row =>
        row
            .map((cell, column) => cell.padEnd(widths[column] ?? 0))
            .join('  ')
            .trimEnd()
    );
}

function textOf(value: unknown): string {
    if (value === undefined || value === null) {
        return '';
    }
    if (typeof value === 'boolean') {
        return value ? 'yes' : 'no';
    }
    if (Array.isArray(value)) {
        return value.map(textOf).join(', ');
    }
    if (isRecord(value)) {
        const { title, name } = value;
        const known = title ?? name;
        return typeof known === 'string'
            ? known
            : Object.entries(value)
                  .map(([key, each]) => `${labelOf(key)} ${textOf(each)}`)
                  .join(' ');
    }
    return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `totalLines` reads as `total lines`. */
function labelOf(name: string): string {
    return name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
