import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import { guessMediaType } from './media-type';

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
