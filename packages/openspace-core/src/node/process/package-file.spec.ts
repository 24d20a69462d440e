import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageProgram } from './package-file';

describe('The program of a package', () => {
    let folder: string;

    before(async () => {
        folder = await mkdtemp(join(tmpdir(), 'openspace-package-'));
        const installed = join(folder, 'node_modules', 'kettle');
        await mkdir(installed, { recursive: true });
        await writeFile(join(installed, 'package.json'), JSON.stringify({ name: 'kettle', bin: { boil: 'boil.js', whistle: 'gone.js' } }));
        await writeFile(join(installed, 'boil.js'), '');
    });

    after(() => rm(folder, { recursive: true, force: true }));

    const programOf = (packageName: string, program: string): string => packageProgram(packageName, program, join(folder, 'index.js'));

    it('is the file that its bin entry names', () => {
        assert.equal(programOf('kettle', 'boil'), join(folder, 'node_modules', 'kettle', 'boil.js'));
    });

    it('is, for OpenCode, a file that exists', () => {
        assert.ok(existsSync(packageProgram('opencode-ai', 'opencode')));
    });

    for (const [what, packageName, program] of [
        ['file', 'kettle', 'whistle'],
        ['bin entry', 'kettle', 'pour'],
        ['package', 'teapot', 'pour']
    ] as const) {
        it(`says what to do when there is no such ${what}`, () => {
            const message = `The program "${program}" of the package ${packageName} is not installed. Run "npm ci", then start OpenSpace again.`;
            assert.throws(() => programOf(packageName, program), { message });
        });
    }
});
