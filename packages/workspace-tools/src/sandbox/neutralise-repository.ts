import { constants } from 'node:fs';
import { lstat, open, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PathGuard } from '../path-guard';
import { systemErrorCode } from '../workspace-error';
import { giveHarmlessName } from './harmless-name';
import { isSetting } from './repository-settings';
import { harmlessConfiguration } from './repository-configuration';

/** No configuration that git itself writes comes near. */
const LARGEST_CONFIGURATION_BYTES = 64 * 1024;
/** What `git init` puts into its folders. */
const BROUGHT_ALONG: Readonly<Partial<Record<string, RegExp>>> = { hooks: /\.sample$/, branches: /^$/, info: /^exclude$/ };

/**
 * Makes a repository that a command made run nothing when a person uses git in it: hooks and whatever names another place for settings
 * get another name, and of the configuration only what runs no program stays. One that stays closed to us gets another name as a whole.
 * @returns whether there was anything to take away
 */
export async function neutraliseRepository(guard: PathGuard, folder: string): Promise<boolean> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(undefinedWhenClosed);
    if (!entries) {
        return (await giveHarmlessName(guard, folder)) !== undefined;
    }
    // Git follows whatever is neither a file nor a folder.
    const present = entries.filter(entry => isSetting(folder, entry.name) || (!entry.isFile() && !entry.isDirectory()));
    const taken = await Promise.all(
        present.map(async ({ name }) => {
            const path = join(folder, name);
            const change = name === 'config' ? await keepHarmless(path) : (await isHarmless(name, path)) ? 'none' : 'refused';
            return change === 'refused' ? (await giveHarmlessName(guard, path)) !== undefined : change === 'mended';
        })
    );
    return taken.includes(true);
}

/** Whether nothing in these settings runs: what `git init` brings along. */
async function isHarmless(name: string, path: string): Promise<boolean> {
    const brought = BROUGHT_ALONG[name];
    if (!brought || !(await lstat(path)).isDirectory()) {
        return false;
    }
    const entries = await readdir(path, { withFileTypes: true }).catch(undefinedWhenClosed);
    return entries?.every(entry => entry.isFile() && brought.test(entry.name)) === true;
}

/** Leaves of a configuration what runs nothing. One that git cannot read is refused as a whole. */
async function keepHarmless(path: string): Promise<'none' | 'mended' | 'refused'> {
    const stats = await lstat(path);
    const isPlain = stats.isFile() && stats.size <= LARGEST_CONFIGURATION_BYTES;
    const text = isPlain ? await readFile(path).catch(undefinedWhenClosed) : undefined;
    const configuration = text && (await harmlessConfiguration(text));
    if (configuration === undefined) {
        return 'refused';
    }
    if (configuration.isComplete) {
        return 'none';
    }
    const file = await open(path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW).catch(undefinedWhenClosed);
    if (!file) {
        return 'refused';
    }
    await file.writeFile(configuration.text).finally(() => file.close());
    return 'mended';
}

/** What nobody may read can be opened again later. */
function undefinedWhenClosed(error: unknown): undefined {
    if (systemErrorCode(error) !== 'EACCES') {
        throw error;
    }
}
