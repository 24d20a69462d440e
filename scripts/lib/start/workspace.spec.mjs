import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { checkWorkspace } from './workspace.mjs';

describe('The check of the workspace', () => {
    const root = temporaryFolder();
    const refuses = (folder, pattern) =>
        assert.rejects(checkWorkspace(folder), error => {
            assert.match(error.message, pattern);
            assert.match(error.advice, /--workspace DIR/);
            return true;
        });

    it('accepts a folder', async () => {
        await checkWorkspace(root);
    });

    it('names a folder that does not exist', async () => {
        await refuses(join(root, 'missing'), /missing does not exist/);
    });

    it('refuses a file and what lies below one', async () => {
        writeFileSync(join(root, 'file'), '');
        await refuses(join(root, 'file'), /is a file, not a folder/);
        await refuses(join(root, 'file', 'below'), /lies below a file/);
    });

    // Root may read everything, so for root this folder is a good workspace.
    it('refuses a folder that this user cannot read', async () => {
        const folder = join(root, 'locked');
        mkdirSync(folder);
        chmodSync(folder, 0);
        await (process.getuid() === 0 ? checkWorkspace(folder) : refuses(folder, /cannot be read by this user/));
    });
});
