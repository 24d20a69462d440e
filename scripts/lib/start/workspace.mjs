import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { Failure } from '../failure.mjs';

const advice = 'Name the folder to work in with: npm start -- --workspace DIR';

/** Fails with a clear message when the workspace is not a folder that we can list. */
export async function checkWorkspace(folder) {
    let stats;
    try {
        stats = await stat(folder);
        if (stats.isDirectory()) {
            await access(folder, constants.R_OK | constants.X_OK);
        }
    } catch (error) {
        const reason =
            { ENOENT: 'does not exist', EACCES: 'cannot be read by this user', ENOTDIR: 'lies below a file' }[error.code] ??
            `cannot be read (${error.message})`;
        throw new Failure(`The workspace folder ${folder} ${reason}.`, { advice });
    }
    if (!stats.isDirectory()) {
        throw new Failure(`The workspace ${folder} is a file, not a folder.`, { advice });
    }
}
