import { isUtf8 } from 'node:buffer';
import { WorkspaceError } from '../workspace-error';

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** A name as a header of a diff gives it: without a time behind a tab, and without the quotes and escapes of git. */
export function readName(header: string): string {
    const quoted = /^"((?:[^"\\]|\\.)*)"/s.exec(header)?.[1];
    return quoted === undefined ? writtenName(header) : unescapeName(quoted);
}

/** The same with the quotes and escapes. */
export function writtenName(header: string): string {
    return header.replace(/\r$/, '').replace(/\t.*$/s, '');
}

/** Whether the time behind the name in a header is the first one that computers count. */
export function isBeginningOfTime(header = ''): boolean {
    const written = /\t(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.0+)? ([+-]\d{4})\r?$/.exec(header);
    return written !== null && Date.parse(`${written[1]}${written[2]}`) === 0;
}

/** The name without its first segments; undefined when it has no more than those. */
export function stripName(name: string, segments: number): string | undefined {
    const kept = name.split('/').slice(segments).join('/');
    return kept === '' ? undefined : kept;
}

/** The one name in "a/name b/name"; undefined when there are two, which other headers then tell. */
export function readTwinName(header: string): string | undefined {
    const text = header.replace(/\r$/, '');
    const middle = (text.length - 1) / 2;
    const [first, second] = [readName(text.slice(0, middle)), readName(text.slice(middle + 1))];
    return text[middle] === ' ' && stripName(first, 1) === stripName(second, 1) ? first : undefined;
}

function unescapeName(text: string): string {
    const parts = text.match(/\\[0-7]{3}|\\.|[^\\]+/gs) ?? [];
    const name = Buffer.concat(
        parts.map(part => {
            if (!part.startsWith('\\')) {
                return Buffer.from(part);
            }
            return Buffer.from([/^\\[0-7]{3}$/.test(part) ? parseInt(part.slice(1), 8) & 0xff : (ESCAPES[part[1]] ?? part.charCodeAt(1))]);
        })
    );
    if (!isUtf8(name)) {
        throw new WorkspaceError('invalid-path', `The patch names the file "${text}", whose name is not valid UTF-8. Rename it first.`);
    }
    return name.toString();
}
