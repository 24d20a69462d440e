import { PathGuard } from '../path-guard';
import { readFile } from './read-file';
import { BinaryFileError } from './read-refusal';
import { BinaryDescription, ReadOptions, ReadRequest, ReadResult } from './read-request';

/** Reads a text file like `readFile`; a binary file is described. */
export async function readOrDescribe(
    guard: PathGuard,
    request: ReadRequest,
    options: ReadOptions
): Promise<ReadResult | BinaryDescription> {
    try {
        return await readFile(guard, request, options);
    } catch (error) {
        if (error instanceof BinaryFileError) {
            const { size, mediaType } = error;
            return { path: guard.parse(request.path, options).relativePath, size, mediaType };
        }
        throw error;
    }
}
