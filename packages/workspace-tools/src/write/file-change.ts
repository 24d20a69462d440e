import { PathGuard, WritableTarget } from '../path-guard';
import { readBeginning } from '../read/read-file';
import { TextEncoding, decodeInTurns } from '../read/text-encoding';
import { TurnTaking } from '../turn-taking';

/** A text file that was changed on the disk, with all that is needed to take the change back. */
export interface FileChange {
    /** From the root, all links resolved. */
    readonly path: string;
    /** Undefined when there was no file. */
    readonly before?: string;
    /** Undefined when the file is gone. */
    readonly after?: string;
    /** How the text is stored. */
    readonly encoding: TextEncoding;
    /** The directories that were made for it, from the root, the deepest first. */
    readonly madeParents: readonly string[];
}

/**
 * What is about to be replaced: a text, or undefined where no file stands. Nothing when that may not be read or cannot be kept: whoever
 * is told of it may be in another process.
 */
export async function textBefore(
    guard: PathGuard,
    { relativePath, existing }: WritableTarget
): Promise<{ readonly text: string | undefined } | undefined> {
    if (!existing) {
        return { text: undefined };
    }
    if (guard.policy.judgeRead(relativePath).decision !== 'allow') {
        return undefined;
    }
    // A file that may be replaced but not be read is replaced all the same.
    const content = await readBeginning(existing, guard.policy.limits.writeBytes).catch(() => undefined);
    return content && content.size === content.bytes.length ? decodeInTurns(content.bytes, true, new TurnTaking()) : undefined;
}
