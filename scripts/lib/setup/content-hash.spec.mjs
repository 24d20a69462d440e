import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { contentHash } from './content-hash.mjs';

describe('The content hash', () => {
    const root = temporaryFolder();
    const file = name => join(root, name);
    const hash = () => contentHash({ root, folders: ['source'], files: ['settings.json'], isIgnored: name => name === 'lib' });
    let before;

    beforeEach(async () => {
        rmSync(file('source'), { recursive: true, force: true });
        mkdirSync(file('source/deep/lib'), { recursive: true });
        writeFileSync(file('source/a.ts'), 'a');
        writeFileSync(file('source/deep/b.ts'), 'b');
        writeFileSync(file('settings.json'), '{}');
        before = await hash();
    });

    const changes = {
        'a changed file': () => writeFileSync(file('source/deep/b.ts'), 'c'),
        'a new file': () => writeFileSync(file('source/deep/c.ts'), ''),
        'a removed file': () => rmSync(file('source/a.ts')),
        'a renamed file': () => renameSync(file('source/a.ts'), file('source/z.ts')),
        'text moved from one file to the next': () => {
            writeFileSync(file('source/a.ts'), '');
            writeFileSync(file('source/deep/b.ts'), 'ab');
        },
        'a removed single file': () => rmSync(file('settings.json')),
        'an emptied single file': () => writeFileSync(file('settings.json'), '')
    };
    for (const [what, change] of Object.entries(changes)) {
        it(`changes with ${what}`, async () => {
            change();
            assert.notEqual(await hash(), before);
        });
    }

    it('tells a missing file from an empty one', async () => {
        writeFileSync(file('settings.json'), '');
        const empty = await hash();
        rmSync(file('settings.json'));
        assert.notEqual(await hash(), empty);
    });

    it('stays the same when nothing or only an ignored folder changed', async () => {
        writeFileSync(file('source/deep/lib/b.js'), 'b');
        writeFileSync(file('source/a.ts'), 'a');
        assert.equal(await hash(), before);
    });
});
