import assert from 'node:assert/strict';
import { closeSync, existsSync, lstatSync, openSync, readdirSync, symlinkSync } from 'node:fs';
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
        for (const sandbox of ISOLATING) {
            const inherited = [openSync(hub.outside('secret.txt'), 'r'), openSync(hub.outside(), 'r')];
            await hub.start(sandbox, { 40: inherited[0], 99: inherited[1] });
            inherited.forEach(closeSync);
            hub.file('attack.sh', 'cat <&40; cat /proc/self/fd/99/secret.txt; echo x > /proc/self/fd/99/made; true');
            const { stdout } = await hub.call('bash', { command: 'bash attack.sh' });
            assert.equal(stdout, '', sandbox);
            assert.ok(!existsSync(hub.outside('made')), sandbox);
        }
    }).timeout(60_000);

    it('finds no secret and makes no active file by making a folder look like a repository', () =>
        onEach(async sandbox => {
            hub.file('config/.env', 'SECRET=1');
            hub.file('.cursor/.env', 'SECRET=2');
            await hub.attack('mkdir config/objects config/refs; touch config/HEAD');
            const { stdout, refused } = await hub.attack(
                'cat config/.env .cursor/.env; mkdir config/.vscode; echo x > config/.vscode/tasks.json; echo x > config/AGENTS.md; true'
            );
            assert.equal(stdout, '', sandbox);
            assert.deepEqual(refused, ['/workspace/config/.vscode', '/workspace/config/AGENTS.md'], sandbox);
        })).timeout(60_000);

    it('takes no folder away from above a secret or from above what a protected link leads to', () =>
        onEach(async sandbox => {
            hub.file('config/production/.env', 'SECRET=1');
            hub.file('settings/agent.json', 'by a person');
            symlinkSync('settings/agent.json', hub.path('opencode.json'));
            await hub.start(sandbox);
            const written = await hub.call('write', { file_path: '/workspace/settings/agent.json', content: 'x' });
            assert.equal(written.error?.code, 'denied', JSON.stringify(written));
            const { stdout } = await hub.attack(
                'mv config other; mv config/production other; cat other/production/.env other/.env; ' +
                    'mv settings moved; mkdir settings; echo x > settings/agent.json; true'
            );
            assert.equal(stdout, '', sandbox);
            assert.equal(hub.text('config/production/.env'), 'SECRET=1', sandbox);
            assert.equal(hub.text('opencode.json'), 'by a person', sandbox);
        })).timeout(60_000);

    const makeRepository = (): void => {
        hub.file('a.txt', 'a\n');
        hub.file('AGENTS.md', 'by a person\n');
        hub.person('init', '--quiet', '--initial-branch=main');
        hub.person('add', '.');
        hub.person('commit', '--quiet', '-m', 'First');
    };

    it('leaves nothing in a repository that git would follow or go on with, and commits', () =>
        onEach(async sandbox => {
            makeRepository();
            const { refused } = await hub.attack(
                `ln -sf ${hub.outside('made')} .git/COMMIT_EDITMSG; rm .git/logs/refs/heads/main; ln -s ../../../../AGENTS.md .git/logs/refs/heads/main; ` +
                    'mkdir .git/rebase-merge .git/sequencer; echo "exec touch TRAPPED" > .git/rebase-merge/git-rebase-todo; ' +
                    'echo "* filter=x" > .git/info/attributes; true'
            );
            const names = ['COMMIT_EDITMSG', 'logs/refs/heads/main', 'rebase-merge', 'sequencer'];
            assert.deepEqual(refused, names.map(name => `/workspace/.git/${name}`), sandbox);
            assert.ok(!existsSync(hub.path('.git/info/attributes')), sandbox);
            hub.person('commit', '--quiet', '--allow-empty', '-m', 'Second');
            assert.ok(!existsSync(hub.outside('made')), sandbox);
            hub.file('notes.md', 'x');
            const commit = await hub.call('git', { action: 'commit', files: ['notes.md'], message: 'Notes' });
            assert.equal(commit.error, undefined, JSON.stringify(commit));
            const identity = '-c user.name=A -c user.email=a@example.com';
            const answer = await hub.attack(`echo b > a.txt; git ${identity} commit -qam Third && git log --format=%s`);
            assert.deepEqual([answer.stdout, answer.refused], ['Third\nNotes\nSecond\nFirst\n', undefined], JSON.stringify(answer));
        })).timeout(60_000); // prettier-ignore

    it('makes the git tool write nothing but the repository', () =>
        onEach(async sandbox => {
            makeRepository();
            // As a person's own, or one that was made by a command which still runs.
            symlinkSync('../.mcp.json', hub.path('.git/COMMIT_EDITMSG.link'));
            hub.file('notes.md', 'x');
            const commit = { action: 'commit', files: ['notes.md'], message: '{"mcpServers":{}}' };
            assert.match((await hub.call('git', commit)).error?.message ?? '', /"\.git\/COMMIT_EDITMSG\.link" is a link/, sandbox);
            await hub.attack('ln -sf ../.mcp.json .git/COMMIT_EDITMSG; true');
            assert.ok(!readdirSync(hub.path()).includes('.mcp.json'), sandbox);
            assert.match((await hub.call('git', { action: 'checkout', branch: 'refs/heads/main' })).error?.message ?? '', /./, sandbox);
        })).timeout(60_000);

    it('reads no credentials from the configuration of a repository, and changes none of the hooks that it names', () =>
        onEach(async sandbox => {
            makeRepository();
            hub.file('scripts/hooks/pre-commit', 'by a person');
            hub.person('remote', 'add', 'origin', 'https://person:CREDENTIAL@example.com/a.git');
            hub.person('config', 'http.https://example.com/.extraHeader', 'AUTHORIZATION: basic CREDENTIAL');
            hub.person('config', 'core.hooksPath', 'scripts/hooks');
            await hub.start(sandbox);
            const { stdout } = await hub.attack(
                'cat .git/config; git config --list; git remote get-url origin; echo x > scripts/hooks/pre-commit; echo x > scripts/hooks/pre-push'
            );
            assert.match(stdout ?? '', /https:\/\/example\.com\/a\.git\n$/, sandbox);
            assert.doesNotMatch(stdout ?? '', /CREDENTIAL/, sandbox);
            assert.match(hub.person('remote', 'get-url', 'origin'), /CREDENTIAL/, sandbox);
            const written = await hub.call('write', { file_path: '/workspace/scripts/hooks/post-commit', content: 'x' });
            assert.equal(written.error?.code, 'denied', JSON.stringify(written));
            assert.deepEqual(readdirSync(hub.path('scripts/hooks')), ['pre-commit'], sandbox);
            assert.equal(hub.text('scripts/hooks/pre-commit'), 'by a person', sandbox);
        })).timeout(60_000);

    it('ends with a Hub that is killed, and leaves nothing active behind', () =>
        onEach(async sandbox => {
            hub.file('AGENTS.md', 'by a person');
            hub.file(
                'attack.sh',
                'echo x > .mcp.json; mkdir .claude; echo x > .claude/settings.json; touch made; while true; do sleep 1; done'
            );
            const lost = assert.rejects(hub.call('bash', { command: 'bash attack.sh' }));
            while (!existsSync(hub.path('made'))) {
                await new Promise(setImmediate);
            }
            await hub.kill();
            await lost;
            while (hub.processes.length > 0) {
                await new Promise(setImmediate);
            }
            assert.ok(existsSync(hub.path('.mcp.json')), 'it was there while the command ran');
            await hub.start(sandbox);
            await hub.attack('true');
            const left = readdirSync(hub.path()).filter(name => !name.startsWith('refused-'));
            assert.deepEqual(left.sort(), ['AGENTS.md', 'attack.sh', 'made'], sandbox);
        })).timeout(60_000);

    it('moves nothing under the eyes of another command: neither a secret, nor what it made itself and could swap for a link', async () => {
        await hub.start('bubblewrap');
        hub.file('race/app/.env', 'SECRET=1');
        hub.file('mover.sh', 'mkdir -p own/.claude own/r/.git; touch own/.env made; until [ -e stop ]; do mv race race2; mv race2 race; done 2>/dev/null');
        const mover = hub.call('bash', { command: 'bash mover.sh' });
        while (!existsSync(hub.path('made'))) {
            await new Promise(setImmediate);
        }
        const { stdout } = await hub.attack('cat race/app/.env race2/app/.env; cut -d" " -f5 /proc/self/mountinfo | grep "^$PWD/"');
        hub.file('stop');
        const mounts = (stdout ?? '').trim().split('\n').map(path => path.replace(`${hub.path()}/`, '')).sort();
        assert.deepEqual(mounts, ['.opencode', '.theia', '.vscode', 'own/.env', 'race', 'race/app', 'race/app/.env']);
        assert.equal((await mover).error, undefined);
        assert.ok(!existsSync(hub.path('own/.claude')));
    }).timeout(60_000); // prettier-ignore
});
