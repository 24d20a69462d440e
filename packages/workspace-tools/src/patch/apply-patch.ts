import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { withTextThread } from '../thread/text-thread';
import { tooLarge } from './parse-patch';
import { PatchRequest, PatchResult } from './patch-request';
import { planPatch } from './plan-patch';
import { takeSteps } from './take-steps';

/**
 * Applies a unified diff. It is tried out on all files first; when a file cannot be changed after all, because someone else changes
 * it meanwhile or the disk is full, those before it are put back.
 */
export async function applyPatch(guard: PathGuard, request: PatchRequest, options: ChangeOptions): Promise<PatchResult> {
    const { patchFiles, writeBytes, changeTimeoutMs: usualTimeoutMs } = guard.policy.limits;
    const { signal, changeTimeoutMs = usualTimeoutMs } = options;
    const patchBytes = Buffer.byteLength(request.patch);
    if (patchBytes > writeBytes) {
        throw tooLarge(`has ${patchBytes} bytes; at most ${writeBytes} are allowed`, patchBytes, writeBytes);
    }
    const changes = await withTextThread({ changeTimeoutMs, signal }, async ask => {
        const patches = await ask('parsePatch', { patch: request.patch, strip: request.strip ?? 1, mostFiles: patchFiles });
        return planPatch(guard, patches, options, ask);
    });
    const unsaved = request.dryRun ? new Set<string>() : await takeSteps(guard, changes, options);
    return {
        files: changes.map(({ patch: { action, addedLines, removedLines }, path, previousPath }) => ({
            path,
            action,
            previousPath,
            addedLines,
            removedLines,
            ...(unsaved.has(path) && { unsaved: true as const })
        })),
        patchBytes,
        applied: !request.dryRun
    };
}
