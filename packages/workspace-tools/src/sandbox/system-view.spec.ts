import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Policy } from '../policy';
import { agree, useProviders } from '../test/sandbox-providers';
import { useWorkspace } from '../test/test-workspace';
import { WorkspaceTools } from '../workspace-tools';
import { systemView } from './system-view';

describe('What a sandbox shows of the machine', () => {
    const workspace = useWorkspace();
    const providers = useProviders();
    const environment = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
    let home = '';

    const homeFile = (path: string, content = 'TOKEN'): string => {
        const file = join(home, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content, { mode: 0o755 });
        return file;
    };
    const run = async (command: string, policy = new Policy()): Promise<string[]> => {
        const outputs: string[] = [];
        for (const sandbox of providers.isolating) {
            const tools = await WorkspaceTools.open(workspace.root, policy, { sandbox });
            outputs.push((await tools.exec({ command }, agree)).stdout);
        }
        return outputs;
    };

    beforeEach(() => {
        home = realpathSync(mkdtempSync(join(tmpdir(), 'openspace-home-')));
        process.env.HOME = home;
    });

    afterEach(() => {
        Object.assign(process.env, environment);
        rmSync(home, { recursive: true, force: true });
    });

    it('has none of the files of a person, wherever their programs are started from', async () => {
        const tokens = ['.token', '.config/tool/token', 'bin/token', '.local/share/keyring', '.cargo/credentials.toml'].map(name => homeFile(name));
        ['bin', '.local/bin', '.cargo/bin', 'bin/nested/bin'].forEach(folder => mkdirSync(join(home, folder), { recursive: true }));
        process.env.PATH = ['bin', '.local/bin', '.cargo/bin', 'bin/nested/bin'].map(name => join(home, name)).join(delimiter) + delimiter + environment.PATH;
        assert.deepEqual(await run(`cat ${tokens.join(' ')} 2>/dev/null; true`), ['', '']);
    }).timeout(60_000); // prettier-ignore

    it('has none of the folders that are no part of the system', async () => {
        const nothing = '/etc/ssh/* /var/lib/* /srv/* /boot/*';
        assert.deepEqual(await run(`cat ${__filename} /etc/shadow /etc/sudoers 2>/dev/null; echo ${nothing}`), [
            `${nothing}\n`,
            `${nothing}\n`
        ]);
    }).timeout(60_000);

    it('has the programs of version managers, but not what lies beside them', async () => {
        homeFile('.cargo/bin/tool', '#!/bin/sh\necho works\n');
        const token = homeFile('.cargo/credentials.toml');
        process.env.PATH = join(home, '.cargo/bin') + delimiter + environment.PATH;
        assert.deepEqual(await run(`tool; cat ${token} 2>/dev/null`), ['works\n', 'works\n']);
    }).timeout(60_000);

    it('has not what belongs to the product itself, even below a folder of the system', async () => {
        assert.notDeepEqual(await run('cd /usr; echo share/*'), ['share/*\n', 'share/*\n']);
        assert.deepEqual(await run('cd /usr; echo share/*', new Policy({ forbiddenPaths: ['/usr/share'] })), ['share/*\n', 'share/*\n']);
    }).timeout(60_000);

    it('is not decided by what an agent asks for', async () => {
        const token = homeFile('tools/lib/token');
        homeFile('tools/bin/tool');
        for (const sandbox of providers.isolating) {
            const tools = await WorkspaceTools.open(workspace.root, new Policy(), { sandbox });
            const { stdout } = await tools.exec(
                { command: `cat ${token} 2>/dev/null; true`, environment: { PATH: `${home}/tools/bin:/usr/bin:/bin`, HOME: '/' } },
                agree
            );
            assert.equal(stdout, '', sandbox.name);
        }
    }).timeout(60_000);

    it('has the folder of programs outside of homes, with what belongs to them, unless a secret lies there', () => {
        const prefix = realpathSync(mkdtempSync('/opt/openspace-tools-'));
        ['bin', 'lib', 'etc'].forEach(name => mkdirSync(join(prefix, name)));
        symlinkSync(tmpdir(), join(prefix, 'share'));
        const shown = (...secrets: string[]): string[] =>
            systemView(home, secrets, join(prefix, 'bin')).shown.filter(path => path.startsWith(prefix));
        try {
            assert.deepEqual(shown(), [join(prefix, 'bin'), join(prefix, 'lib')]);
            assert.deepEqual(shown(join(prefix, 'lib', 'secret')), [join(prefix, 'bin')]);
            assert.deepEqual(shown(prefix), []);
        } finally {
            rmSync(prefix, { recursive: true });
        }
    });
});

describe('The program of a sandbox', () => {
    const workspace = useWorkspace();
    const providers = useProviders();

    it('gets none of the variables that an agent asked for, and is not found by them', async () => {
        workspace.file('bin/bwrap', '#!/bin/sh\necho taken over\n');
        workspace.file('bin/runsc', '#!/bin/sh\necho taken over\n');
        const bin = workspace.path('bin');
        for (const sandbox of providers.isolating) {
            const tools = await WorkspaceTools.open(workspace.root, new Policy(), { sandbox });
            const command = 'chmod +x bin/*; cat /proc/1/environ | tr "\\0" "\\n" | grep -c "^GREETING=" ; echo "$GREETING"';
            await tools.exec({ command: 'chmod +x bin/*' }, agree);
            const { stdout } = await tools.exec({ command, environment: { GREETING: 'a\nb', PATH: `${bin}:/usr/bin:/bin` } }, agree);
            // The first process is bubblewrap's own there, and the shell itself under gVisor.
            assert.equal(stdout, sandbox.name === 'bubblewrap' ? '0\na\nb\n' : '1\na\nb\n');
        }
    }).timeout(60_000);
});
