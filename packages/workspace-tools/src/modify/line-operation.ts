import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import { LineOperation } from './modify-request';

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
    const start = lineStart(text, first);
    const end = last < first ? start : lineStart(text, last + 1);
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

/** Where a line begins; the end of the text for the one behind the last, undefined for those further on. */
function lineStart(text: string, line: number): number | undefined {
    let start = 0;
    for (let current = 1; current < line; current++) {
        if (start >= text.length) {
            return undefined;
        }
        const lineFeed = text.indexOf('\n', start);
        start = lineFeed < 0 ? text.length : lineFeed + 1;
    }
    return start;
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
