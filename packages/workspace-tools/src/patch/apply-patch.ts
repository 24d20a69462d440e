import { throwIfCancelled } from '../cancellation';
import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { WorkspaceError } from '../workspace-error';
import { TakenStep, removeFile, writeText } from './change-steps';
import { parsePatch } from './parse-patch';
import { PatchRequest, PatchResult, PatchedFile } from './patch-request';
import { PlannedChange, planPatch } from './plan-patch';

/**
 * Applies a unified diff. It is tried out on all files first; when a file cannot be changed after all, because someone else changes
 * it meanwhile or the disk is full, those before it are put back.
 */
export async function applyPatch(guard: PathGuard, request: PatchRequest, options: ChangeOptions): Promise<PatchResult> {
    const { patchFiles, writeBytes } = guard.policy.limits;
    const patchBytes = Buffer.byteLength(request.patch);
    if (patchBytes > writeBytes) {
        throw tooLarge(`has ${patchBytes} bytes; at most ${writeBytes} are allowed`, patchBytes, writeBytes);
    }
    const patches = parsePatch(request.patch, request.strip ?? 1);
    if (patches.length > patchFiles) {
        throw tooLarge(`changes ${patches.length} files; at most ${patchFiles} are allowed`, patches.length, patchFiles);
    }
    const changes = await planPatch(guard, patches, options);
    if (!request.dryRun) {
        await takeSteps(guard, changes, options);
    }
    return { files: changes.map(describe), patchBytes, applied: !request.dryRun };
}

async function takeSteps(guard: PathGuard, changes: readonly PlannedChange[], { signal, ...options }: ChangeOptions): Promise<void> {
    const taken: TakenStep[] = [];
    try {
        for (const change of changes) {
            throwIfCancelled(signal);
            if (change.after !== undefined) {
                taken.push(await writeText(guard, change, change.after, options));
            }
            const removed = change.after === undefined ? change.path : change.previousPath;
            if (removed !== undefined) {
                taken.push(await removeFile(guard, removed, change.before?.hash, options));
            }
        }
    } catch (error) {
        await undoSteps(taken);
        throw error;
    }
    for (const step of taken) {
        // What cannot be removed now is swept when the host starts again.
        await step.finish?.().catch(() => undefined);
    }
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

function describe({ patch: { action, hunks }, path, previousPath }: PlannedChange): PatchedFile {
    const sum = (count: 'addedLines' | 'removedLines'): number => hunks.reduce((total, hunk) => total + hunk[count], 0);
    return { path, action, previousPath, addedLines: sum('addedLines'), removedLines: sum('removedLines') };
}

function tooLarge(problem: string, size: number, limit: number): WorkspaceError {
    return new WorkspaceError('too-large', `The patch ${problem}. Split it.`, { size, limit });
}
