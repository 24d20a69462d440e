import type { WorkspaceTools } from '@openspace/workspace-tools';
import { diffComm } from 'node-diff3';
import type { ChangedLine, ChangePreview } from '../../common';
import { mayRead, readWhole } from './whole-file';

/** Texts that differ in more lines are not compared line by line: it could take minutes. */
const MOST_COMPARED_LINES = 2_000;
/** Unchanged lines that are shown around a change. */
const CONTEXT_LINES = 3;
const MOST_SHOWN_LINES = 300;
const LONGEST_LINE = 300;
/** What a reader would not see, or would see in another place. */
const HIDDEN = /[^\P{C}\t]|\p{Default_Ignorable_Code_Point}|[\u2028\u2029]/gu;

/** What a new text makes of a file, as it is on the disk and as far as it may be seen. */
export async function previewWrite(kernel: WorkspaceTools, relativePath: string, text: string): Promise<ChangePreview> {
    const before = mayRead(kernel, relativePath) ? await readWhole(kernel, relativePath) : undefined;
    return previewChange(before?.state, text);
}

/**
 * What becomes of a text, as a person looks at it: the changed lines and a few around them, cut where they get too many. Where there is
 * no text, or none that may be seen, the whole new one.
 */
export function previewChange(before: string | undefined, after: string): ChangePreview {
    const all = compare(linesOf(before ?? ''), linesOf(after));
    const near = withoutFarLines(all);
    const lines = near.slice(0, MOST_SHOWN_LINES).map(({ kind, text }) => ({ kind, text: shown(text) }));
    const count = (kind: ChangedLine['kind']): number => all.filter(line => line.kind === kind).length;
    const isCut = near.slice(MOST_SHOWN_LINES).some(({ kind }) => kind === 'added' || kind === 'removed');
    return { lines, added: count('added'), removed: before === undefined ? undefined : count('removed'), isCut };
}

function compare(before: readonly string[], after: readonly string[]): ChangedLine[] {
    const shorter = Math.min(before.length, after.length);
    let start = 0;
    while (start < shorter && before[start] === after[start]) {
        start++;
    }
    let end = 0;
    while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) {
        end++;
    }
    const [gone, come] = [before, after].map(lines => lines.slice(start, lines.length - end));
    return [...asKind('same', before.slice(0, start)), ...compareMiddle(gone, come), ...asKind('same', before.slice(before.length - end))];
}

function compareMiddle(gone: string[], come: string[]): ChangedLine[] {
    if (Math.max(gone.length, come.length) > MOST_COMPARED_LINES) {
        return [...asKind('removed', gone), ...asKind('added', come)];
    }
    return diffComm(gone, come).flatMap(part =>
        part.common ? asKind('same', part.common) : [...asKind('removed', part.buffer1), ...asKind('added', part.buffer2)]
    );
}

function withoutFarLines(lines: readonly ChangedLine[]): ChangedLine[] {
    const isNear = new Array<boolean>(lines.length).fill(false);
    lines.forEach(({ kind }, index) => {
        if (kind !== 'same') {
            isNear.fill(true, Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1);
        }
    });
    return lines.flatMap((line, index): ChangedLine[] => {
        if (isNear[index]) {
            return [line];
        }
        return index === 0 || isNear[index - 1] ? [{ kind: 'gap', text: '…' }] : [];
    });
}

function asKind(kind: ChangedLine['kind'], lines: readonly string[]): ChangedLine[] {
    return lines.map(text => ({ kind, text }));
}

/** The lines without their ends; the empty one after the last end is none. */
function linesOf(text: string): string[] {
    const lines = text.split(/\r\n|\r|\n/);
    return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function shown(line: string): string {
    const visible = line.replace(HIDDEN, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
    return visible.length > LONGEST_LINE ? `${visible.slice(0, LONGEST_LINE)}…` : visible;
}
