import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readSettings } from './repository-configuration';

/** The folders that the configuration of a workspace's repository names for its hooks, absolute. They need not exist or lie inside. */
export async function hookFolders(root: string): Promise<string[]> {
    const content = await readFile(join(root, '.git', 'config')).catch(() => Buffer.alloc(0));
    // Hardly any repository has one, and git need not be started for that.
    const settings = /hookspath/i.test(content.toString('latin1')) ? await readSettings(content) : [];
    return (settings ?? []).filter(({ name }) => name === 'core.hookspath').map(({ value }) => resolve(root, value));
}
