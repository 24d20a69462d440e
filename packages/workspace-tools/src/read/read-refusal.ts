import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import { guessMediaType } from './media-type';
import type { TextEncoding } from './text-encoding';

/** A file that is no text. */
export class BinaryFileError extends WorkspaceError {
    constructor(
        path: string,
        readonly size: number,
        readonly mediaType: string
    ) {
        super(
            'binary-file',
            `${quotePath(path)} is not a text file (${mediaType}, ${size} bytes), so its content is not shown. Choose a text file.`,
            { path, size, mediaType }
        );
    }
}

/** A file that is no text, described by its first bytes. */
export function binaryFile(path: string, bytes: Buffer, size: number): BinaryFileError {
    return new BinaryFileError(path, size, guessMediaType(bytes));
}

/** A file that is larger than what is read of it. */
export function tooLarge(path: string, size: number, limit: number): WorkspaceError {
    return new WorkspaceError(
        'too-large',
        `${quotePath(path)} has ${size} bytes; at most ${limit} are read at once. Read some of its lines, or search for the part you need.`,
        { path, size, limit }
    );
}

/** A file whose lines cannot be found in so much of it as is looked at. */
export function linesOutOfReach(path: string, size: number, limit: number, encoding: TextEncoding): WorkspaceError {
    const found = encoding.startsWith('utf16')
        ? `bytes in UTF-16, of which at most ${limit} are looked through for lines. Search for the part you need, or store it in UTF-8 first, such as with "iconv -f UTF-16 -t UTF-8".`
        : `bytes, of which the first ${limit} are looked through for lines; those that you ask for come behind them. Search for the part you need.`;
    return new WorkspaceError('too-large', `${quotePath(path)} has ${size} ${found}`, { path, size, limit });
}

/** Puts it in words for someone who wants to change a file that it is, or would become, too large; passes other errors on. */
export function refuseTooLargeToChange(path: string): (error: unknown) => never {
    return error => {
        if (!(error instanceof WorkspaceError) || error.code !== 'too-large') {
            throw error;
        }
        const { size, limit } = error.details;
        const message = `${quotePath(path)} has, or would have then, ${size} bytes; no file of more than ${limit} is changed here or written behind its end. Write what is new to another file, or change this one by a command.`;
        throw new WorkspaceError('too-large', message, error.details);
    };
}
