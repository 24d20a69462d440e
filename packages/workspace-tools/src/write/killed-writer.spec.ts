import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { STATES, textOf } from '../test/write-loop';
import { useWorkspace } from '../test/test-workspace';
import { temporaryFileOwner } from './temporary-file';

const KILLS = process.env.OPENSPACE_SOAK ? 500 : 25;

describe('A process that is killed while it writes and patches', () => {
    const workspace = useWorkspace();
    const names = (): string[] => readdirSync(workspace.root, { recursive: true, encoding: 'utf8' });
    const text = (path: string): string | undefined =>
        existsSync(workspace.path(path)) ? readFileSync(workspace.path(path), 'utf8') : undefined;
    const stateOf = (path: string, name: string): 0 | 1 | undefined => ([0, 1] as const).find(state => text(path) === textOf(name, state));

    /** Starts a writer and kills it: after its first round, at another moment each time. */
    async function killWriter(kill: number): Promise<void> {
        const child = spawn(process.execPath, [require.resolve('../test/write-loop'), workspace.root], {
            stdio: ['ignore', 'pipe', 'inherit']
        });
        const ended = once(child, 'exit');
        await once(child.stdout, 'data');
        // A round has about ten changes of names; the turns after it lead to different places between them.
        for (let changes = 0, before = ''; changes <= kill % 10; changes++) {
            for (let now = before; now === before; now = names().join('\n')) {
                await nextTurn();
            }
            before = names().join('\n');
        }
        for (let turn = 0; turn < (kill * 7) % 20; turn++) {
            await nextTurn();
        }
        child.kill('SIGKILL');
        await ended;
    }

    it('leaves every file old or new, nothing removed before all else is written, and nothing that is not swept', async function () {
        this.timeout(KILLS * 10_000);
        for (let kill = 0; kill < KILLS; kill++) {
            rmSync(workspace.root, { recursive: true });
            STATES[0].forEach((content, path) => workspace.file(path, content));
            await killWriter(kill);
            await (await workspace.tools()).removeStaleFiles();
            const moved = ['here/moved.txt', 'there/moved.txt'].filter(path => existsSync(workspace.path(path)));
            assert.equal(moved.length, 1, `kill ${kill}: ${moved.join(', ')}`);
            const [written, patched, place] = [
                stateOf('written.txt', 'written'),
                stateOf('patched.txt', 'patched'),
                stateOf(moved[0], 'moved')
            ];
            assert.ok(![written, patched, place].includes(undefined), `kill ${kill}: ${names().join(', ')}`);
            const deleted = text('deleted.txt');
            assert.ok(deleted === undefined || deleted === textOf('deleted', 0), `kill ${kill}`);
            if (deleted === undefined) {
                assert.deepEqual([patched, place], [1, 1], `kill ${kill}: a file was removed before others were written`);
            }
            assert.deepEqual(
                names().filter(name => temporaryFileOwner(name.split('/').at(-1) ?? '') !== undefined),
                []
            );
        }
    });
});
