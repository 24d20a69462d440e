import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { Stamp } from './stamp.mjs';

describe('A stamp', () => {
    const folder = temporaryFolder();

    it('matches only what was written last', async () => {
        const stamp = new Stamp(join(folder, 'deep', 'below', 'stamp'));
        assert.equal(await stamp.matches('one'), false);
        await stamp.write('one');
        assert.equal(await stamp.matches('one'), true);
        await stamp.write('two');
        assert.equal(await stamp.matches('one'), false);
    });

    it('matches nothing once it is cleared', async () => {
        const stamp = new Stamp(join(folder, 'stamp'));
        await stamp.write('one');
        await stamp.clear();
        assert.equal(await stamp.matches('one'), false);
    });
});
