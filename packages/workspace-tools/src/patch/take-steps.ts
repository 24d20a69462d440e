import { throwIfCancelled } from '../cancellation';
import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { WorkspaceError } from '../workspace-error';
import { FileChange } from '../write/file-change';
import { TakenStep, createFile, moveFile, removeFile, rewriteDocument, rewriteFile } from './change-steps';
import { PlannedChange } from './plan-patch';

/**
 * Makes the planned changes, or none of them when one fails. Each of them happens at one moment, and files are removed last: whenever
 * the process is killed, every text is as it was or as it shall be, and none is gone before all others are written. One that gets a new
 * name and a new text gets the name first. A document is put back like a file, unless the person has typed in it meanwhile or its window
 * is gone: then it stays changed, and the error says so.
 * @returns the paths of documents whose text is not saved
 */
export async function takeSteps(
    guard: PathGuard,
    changes: readonly PlannedChange[],
    { signal, onChanged, ...options }: ChangeOptions
): Promise<ReadonlySet<string>> {
    const taken: TakenStep[] = [];
    const made: FileChange[] = [];
    const noting: ChangeOptions = { ...options, ...(onChanged && { onChanged: change => made.push(change) }) };
    try {
        for (const takeStep of inOrder(guard, changes, noting)) {
            throwIfCancelled(signal);
            taken.push(await takeStep());
        }
    } catch (error) {
        await undoSteps(taken);
        throw error;
    }
    made.forEach(change => onChanged?.(change));
    for (const step of taken) {
        // What cannot be removed now is swept when the host starts again.
        await step.finish?.().catch(() => undefined);
    }
    return new Set(taken.flatMap(({ unsavedPath }) => unsavedPath ?? []));
}

function inOrder(guard: PathGuard, changes: readonly PlannedChange[], options: ChangeOptions): (() => Promise<TakenStep>)[] {
    const writes: (() => Promise<TakenStep>)[] = [];
    const removals: (() => Promise<TakenStep>)[] = [];
    for (const { path, previousPath, before, after, document } of changes) {
        if (before && previousPath !== undefined) {
            writes.push(() => moveFile(guard, previousPath, path, before, options));
        }
        if (before && after === undefined) {
            removals.push(async () => {
                const step = await removeFile(guard, path, before, options);
                options.onChanged?.({ path, before: before.content, encoding: before.encoding, madeParents: [] });
                return step;
            });
        } else if (document && before && after !== undefined) {
            writes.push(() => rewriteDocument(guard, path, document, after, before));
        } else if (before && after !== undefined && after !== before.content) {
            writes.push(() => rewriteFile(guard, path, before, after, options));
        } else if (!before && after !== undefined) {
            writes.push(() => createFile(guard, path, after, options));
        }
    }
    return [...writes, ...removals];
}

async function undoSteps(taken: readonly TakenStep[]): Promise<void> {
    let left = 0;
    for (const step of taken.toReversed()) {
        await step.undo().catch(() => left++);
    }
    if (left > 0) {
        throw new WorkspaceError(
            'failed',
            'The patch failed, and some files that it had changed could not be put back: someone else changed them, too. Check its files.',
            { count: left }
        );
    }
}
