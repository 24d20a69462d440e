import { chmodSync, lstatSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { orGone } from './or-gone';
import { isRunning, processIdentity, processSpace } from './process-identity';

/** What a folder is for, where its process counts its processes, the identity of that process, and six signs by chance. */
const NAME = /^openspace-(?:git|gvisor|trial)-(\d*)-(\d+-\d*)-\w{6}$/;

let sweep: Promise<void> | undefined;

/**
 * Makes an empty folder in the temporary directory, which the caller removes. The first one of a process is made once those are removed
 * that killed processes left behind.
 * @returns its real path
 */
export async function makeTemporaryFolder(purpose: 'git' | 'gvisor' | 'trial'): Promise<string> {
    // To tidy up is no condition for what comes: the temporary directory may be one that cannot be listed.
    await (sweep ??= removeStaleFolders().catch(() => undefined));
    return realpath(await mkdtemp(join(tmpdir(), `openspace-${purpose}-${processSpace()}-${processIdentity()}-`)));
}

/** Removes such a folder, unless something is still mounted in it: that would go too. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
    const mounts = orGone(() => readFileSync('/proc/self/mountinfo', 'utf8')) ?? '';
    if (!mounts.includes(basename(folder))) {
        // Git's own cannot be written, not even by us.
        orGone(() => chmodSync(folder, 0o700));
        await rm(folder, { recursive: true, force: true });
    }
}

/** Removes the folders whose process is gone. */
export async function removeStaleFolders(): Promise<void> {
    const names = await readdir(tmpdir());
    const here = processSpace();
    const stale = names.filter(name => {
        const match = NAME.exec(name);
        return match?.[1] === here && !isRunning(match[2]) && isOwn(join(tmpdir(), name));
    });
    // What cannot be removed now is looked at again by the next process.
    await Promise.allSettled(stale.map(name => removeTemporaryFolder(join(tmpdir(), name))));
}

/** Others may put a link there that leads elsewhere. */
function isOwn(path: string): boolean {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isDirectory() === true && stats.uid === process.getuid?.();
}
