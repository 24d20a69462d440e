import assert from 'node:assert/strict';
import { closeSync, existsSync, lstatSync, openSync } from 'node:fs';
import { SandboxName } from '@openspace/workspace-tools';
import { AttackedHub } from '../testing/attacked-hub';

/** Those that keep files apart; gVisor needs root. */
const ISOLATING: readonly SandboxName[] = process.getuid?.() === 0 ? ['bubblewrap', 'gvisor'] : ['bubblewrap'];

describe('A script of an agent in the sandbox', () => {
    let hub: AttackedHub;
    beforeEach(() => {
        hub = new AttackedHub();
    });
    afterEach(() => hub.stop());

    /** The same attack on every provider, each in a workspace of its own. */
    const onEach = async (attack: (sandbox: SandboxName) => Promise<void>): Promise<void> => {
        for (const sandbox of ISOLATING) {
            await hub.stop();
            hub = new AttackedHub();
            await hub.start(sandbox);
            await attack(sandbox);
        }
    };

    it('changes no setting of the kernel, and leaves no file that runs with the rights of the person', () =>
        onEach(async sandbox => {
            const { stdout } = await hub.attack(
                'for file in /proc/sys/kernel/core_pattern /proc/sys/kernel/hostname /proc/pressure/io /proc/sysrq-trigger; do (exec 3>> $file) 2>/dev/null && echo "opened $file"; done; ' +
                    'cp /bin/true suid; cp /bin/true sgid; chmod 4755 suid; chmod g+s sgid; ' +
                    `node -e 'fs.closeSync(fs.openSync("made", "w", 0o4755))'; echo plain > plain; chmod 755 plain`
            );
            assert.equal(stdout, '', sandbox);
            for (const name of ['suid', 'sgid', 'made', 'plain']) {
                assert.equal((lstatSync(hub.path(name), { throwIfNoEntry: false })?.mode ?? 0) & 0o6000, 0, `${sandbox}: ${name}`);
            }
            const { uid, mode } = lstatSync(hub.path('plain'));
            assert.deepEqual([uid, mode & 0o777], [process.getuid?.(), 0o755], sandbox);
        })).timeout(60_000);

    it('gets no descriptor that the Hub inherited', async () => {
        for (const sandbox of [...ISOLATING, 'local'] as const) {
            const inherited = [openSync(hub.outside('secret.txt'), 'r'), openSync(hub.outside(), 'r')];
            await hub.start(sandbox, { 40: inherited[0], 99: inherited[1] });
            inherited.forEach(closeSync);
            hub.file('attack.sh', 'cat <&40; cat /proc/self/fd/99/secret.txt; echo x > /proc/self/fd/99/made; true');
            const { stdout, error } = await hub.call('bash', { command: 'bash attack.sh' });
            // Without a sandbox a person is asked, and there is none.
            assert.equal(error?.code ?? stdout, sandbox === 'local' ? 'needs-consent' : '', sandbox);
            assert.ok(!existsSync(hub.outside('made')), sandbox);
        }
    }).timeout(60_000);
});
