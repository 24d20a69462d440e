import { PathGuard } from '../path-guard';
import { hashInTurns, readBeginning } from '../read/read-file';
import { binaryFile, tooLarge } from '../read/read-refusal';
import { TextEncoding, decodeInTurns } from '../read/text-encoding';
import { changedMeanwhile } from '../refusal';
import { TurnTaking } from '../turn-taking';

/** What stands where a file may be written. */
export interface ReplaceableText {
    /** Undefined where there is no file. */
    readonly text?: string;
    /** Of the file, if there is one: how it is stored, its SHA-256 in hexadecimal, and when it was changed last. */
    readonly encoding?: TextEncoding;
    readonly hash?: string;
    readonly modifiedMs?: number;
}

/**
 * Reads the whole text of a file that may be written, up to what may be written at once: so much can be put back. That a file is
 * sensitive does not matter.
 * @param path from the root, all links resolved; what a link in its place leads to is not read
 */
export async function readReplaceable(guard: PathGuard, path: string): Promise<ReplaceableText> {
    const limit = guard.policy.limits.writeBytes;
    return guard.withWritable(`./${path}`, { confirmed: true }, async ({ relativePath, existing }) => {
        if (relativePath !== path) {
            throw changedMeanwhile(path);
        }
        if (!existing) {
            return {};
        }
        const { bytes, size } = await readBeginning(existing, limit);
        if (size > bytes.length) {
            throw tooLarge(path, size, limit);
        }
        const decoded = await decodeInTurns(bytes, true, new TurnTaking());
        if (!decoded) {
            throw binaryFile(path, bytes, size);
        }
        const { text, encoding } = decoded;
        return { text, encoding, hash: await hashInTurns(bytes), modifiedMs: existing.stats.mtimeMs };
    });
}
