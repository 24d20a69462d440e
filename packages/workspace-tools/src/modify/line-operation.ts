import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import { LineOperation } from './modify-request';

const LINE_FEED = 0x0a;

/** Which operation of which request, for messages. */
export interface OperationPlace {
    readonly path: string;
    /** From 1. */
    readonly position: number;
}

/**
 * The text after one operation on its lines. What is inserted becomes whole lines in the line ends of the text; a last line without
 * a line end stays without one.
 * @throws WorkspaceError `invalid-argument` when the text does not have these lines
 */
export function applyLineOperation(text: string, operation: LineOperation, place: OperationPlace): string {
    const [first, last] =
        operation.type === 'insert' ? [operation.afterLine + 1, operation.afterLine] : [operation.startLine, operation.endLine];
    if (operation.type !== 'insert' && last < first) {
        throw invalidRange(place, `ends at line ${last}, before it starts at line ${first}`);
    }
    const start = skipLines(text, 0, first - 1);
    const end = start === undefined ? undefined : skipLines(text, start, last - first + 1);
    // Behind the last line nothing can be replaced, only inserted.
    const isBehind = operation.type !== 'insert' && start === text.length;
    if (start === undefined || end === undefined || isBehind) {
        throw invalidRange(place, `names line ${operation.type === 'insert' ? operation.afterLine : last}, which the file does not have`);
    }
    const inserted = operation.type === 'delete' ? '' : toLines(operation.newContent, lineEndOf(text));
    const [head, tail] = [text.slice(0, start), text.slice(end)];
    if (inserted === '') {
        return head + tail;
    }
    const needsLineEnd = head !== '' && !head.endsWith('\n');
    const endsInLineEnd = tail !== '' || text === '' || text.endsWith('\n');
    const lines = endsInLineEnd ? inserted : inserted.replace(/\r?\n$/, '');
    return head + (needsLineEnd ? lineEndOf(text) : '') + lines + tail;
}

/** Where the line begins that follows so many others; the end of the text behind the last, undefined further on. */
function skipLines(text: string, from: number, lines: number): number | undefined {
    let position = from;
    for (let left = lines; left > 0; left--) {
        if (position >= text.length) {
            return undefined;
        }
        // Character by character takes the same time for a text of nothing but line ends.
        while (position < text.length && text.charCodeAt(position) !== LINE_FEED) {
            position++;
        }
        position = Math.min(position + 1, text.length);
    }
    return position;
}

function lineEndOf(text: string): string {
    return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** A text as whole lines in these line ends, unless it brings carriage returns of its own. */
function toLines(content: string, lineEnd: string): string {
    const lines = content.endsWith('\n') ? content : `${content}\n`;
    return lineEnd === '\r\n' && !content.includes('\r') ? lines.replaceAll('\n', lineEnd) : lines;
}

function invalidRange({ path, position }: OperationPlace, problem: string): WorkspaceError {
    return new WorkspaceError(
        'invalid-argument',
        `Operation ${position} on ${quotePath(path)} ${problem}. Nothing was changed; read the file again and count its lines.`,
        { path, position }
    );
}
