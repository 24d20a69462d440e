import { strict as assert } from 'node:assert';
import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processSpace } from './process-identity';
import { TESTED_SANDBOXES } from './test/sandbox-providers';
import { removeStaleFolders } from './temporary-folder';

/** Runs a command without end in a sandbox, and says when it has begun. */
const RUN_FOR_EVER = `
    const { chooseSandbox } = require(${JSON.stringify(require.resolve('./sandbox/choose-sandbox'))});
    const { makeTemporaryFolder } = require(${JSON.stringify(require.resolve('./temporary-folder'))});
    chooseSandbox(process.argv[1]).then(async sandbox => {
        const workspace = await makeTemporaryFolder('trial');
        const access = { workspace, readOnly: [], pinned: [], masked: [], shown: [], hidden: [], network: false };
        const command = { args: ['/bin/sh', '-c', 'echo begun; sleep 1000'], cwd: workspace, env: { HOME: '/nonexistent', PATH: '/bin' }, access };
        (await sandbox.start(command)).stdout.once('data', () => process.stdout.write('begun'));
    });
`;

describe('The folders in the temporary directory', () => {
    const { TMPDIR: temporary } = process.env;
    const names = (): string[] => readdirSync(tmpdir());

    beforeEach(() => {
        process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), 'openspace-swept-'));
    });
    afterEach(() => {
        rmSync(tmpdir(), { recursive: true });
        if (temporary === undefined) {
            delete process.env['TMPDIR'];
        } else {
            process.env['TMPDIR'] = temporary;
        }
    });

    const start = async (sandbox: string): Promise<ChildProcess> => {
        const child = spawn(process.execPath, ['-e', RUN_FOR_EVER, sandbox], { stdio: ['ignore', 'pipe', 'inherit'] });
        await once(child.stdout, 'data');
        return child;
    };

    // A command that is not isolated outlives its process.
    for (const sandbox of TESTED_SANDBOXES.filter(name => name !== 'local')) {
        it(`stay as long as their process runs, and not after it was killed, with a command in ${sandbox}`, async () => {
            const child = await start(sandbox);
            try {
                const before = names();
                assert.notDeepEqual(before, []);
                await removeStaleFolders();
                assert.deepEqual(names(), before);
            } finally {
                child.kill('SIGKILL');
            }
            await once(child, 'exit');
            await removeStaleFolders();
            assert.deepEqual(names(), []);
        });
    }

    it('of others stay, and so does what a link leads to', async () => {
        const target = join(tmpdir(), 'elsewhere');
        mkdirSync(target);
        chmodSync(target, 0o755);
        // No process has this number.
        symlinkSync(target, join(tmpdir(), `openspace-git-${processSpace()}-4194305-1-AbCdEf`));
        mkdirSync(join(tmpdir(), `openspace-notes-${processSpace()}-4194305-1-AbCdEf`));
        // Where it is counted otherwise, a process may have it.
        mkdirSync(join(tmpdir(), 'openspace-git-1-4194305-1-AbCdEf'));
        mkdirSync(join(tmpdir(), `openspace-git-${processSpace()}-4194305-1-GhIjKl`));
        const before = names().filter(name => !name.endsWith('GhIjKl'));
        await removeStaleFolders();
        assert.deepEqual(names(), before);
        assert.equal(statSync(target).mode & 0o777, 0o755);
    });
});
