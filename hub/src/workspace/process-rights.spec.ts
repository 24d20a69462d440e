import assert from 'node:assert/strict';
import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
    chmodSync,
    chownSync,
    existsSync,
    mkdirSync,
    mkdtempSync,
    readFileSync,
    readdirSync,
    realpathSync,
    rmSync,
    statSync,
    writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { HUB_PROGRAM } from '../testing/stdio-client';
import { whileCommandRuns } from '../testing/while-command-runs';

/** Root may do everything, unless it gives up its privileges. */
const UNPRIVILEGED = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-all'] : [];
/** The same, as far as sandboxes leave it that. */
const OBEYING_MODES = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];
const USUAL_MASK = ['sh', '-c', 'umask 022; exec "$@"', 'sh'];

describe('A Hub with the rights of its process', () => {
    let folder: string;
    let root: string;
    let child: ChildProcess | undefined;

    beforeEach(() => {
        folder = realpathSync(mkdtempSync(join(tmpdir(), 'openspace-rights-')));
        root = join(folder, 'root');
        ['locked', 'sealed'].forEach(name => mkdirSync(join(root, name), { recursive: true }));
        writeFileSync(join(root, 'locked', 'inner.txt'), 'x');
        writeFileSync(join(root, 'locked.txt'), 'x');
    });
    const stop = async (): Promise<void> => {
        if (child?.exitCode === null && child.kill('SIGKILL')) {
            await once(child, 'close');
        }
    };
    afterEach(async () => {
        await stop();
        const closed = ['locked', 'sealed', '.git'].map(name => join(root, name));
        closed.filter(path => existsSync(path)).forEach(path => chmodSync(path, 0o755));
        rmSync(folder, { recursive: true });
    });

    /** @param starter program and its arguments that start the Hub */
    async function serve(
        starter: readonly string[],
        options: readonly string[] = []
    ): Promise<(path: string, body: object) => Promise<[number, Record<string, unknown>]>> {
        const [program, ...args] = [...starter, process.execPath, HUB_PROGRAM, '--workspace', root, '--port', '0', ...options];
        child = spawn(program, args, {
            env: { ...process.env, OPENSPACE_STATE_DIR: join(folder, 'state') },
            stdio: ['ignore', 'pipe', 'ignore']
        });
        assert.ok(child.stdout);
        const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
        const { url, tokenFile } = JSON.parse(line) as { url: string; tokenFile: string };
        const headers = { authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}`, 'content-type': 'application/json' };
        return async (path, body) => {
            const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
            return [response.status, (await response.json()) as Record<string, unknown>];
        };
    }

    it('tells at every door what its user may neither read nor write', async () => {
        chmodSync(join(root, 'locked.txt'), 0);
        chmodSync(join(root, 'locked'), 0);
        chmodSync(join(root, 'sealed'), 0o555);
        const post = await serve(UNPRIVILEGED);
        for (const [tool, request] of [
            ['read', { file_path: 'locked.txt' }],
            ['read', { file_path: 'locked' }],
            ['read', { file_path: 'locked/inner.txt' }],
            ['write', { file_path: 'sealed/a.txt', content: '' }],
            ['write', { file_path: 'sealed/new/a.txt', content: '' }],
            ['edit', { file_path: 'locked.txt', old_string: 'x', new_string: 'y' }],
            ['glob', { pattern: '*', path: 'locked' }],
            ['grep', { pattern: 'x', path: 'locked' }],
            ['grep', { pattern: 'x', path: 'locked.txt' }]
        ] as const) {
            const [status, { error }] = await post(`/tools/${tool}`, request);
            assert.deepEqual(
                [status, (error as { code: string }).code],
                [403, 'permission_denied'],
                JSON.stringify([tool, request, error])
            );
        }
        for (const [tool, request] of [
            ['readFile', { path: 'locked.txt' }],
            ['exploreFiles', { path: 'locked' }],
            ['searchFiles', { paths: ['.', 'locked'], query: 'x', type: 'literal' }],
            ['writeFile', { path: 'sealed/a.txt', content: '' }],
            ['modifyFile', { path: 'locked.txt', operations: [{ type: 'delete', startLine: 1, endLine: 1 }] }]
        ] as const) {
            const [status, { code }] = await post(`/wap/${tool}`, request);
            assert.deepEqual([status, code], [403, 'PERMISSION_DENIED'], tool);
        }
        for (const [tool, params] of [
            ['read_file', { path: 'locked.txt' }],
            ['list_files', { root: 'locked' }],
            ['apply_patch', { unified_diff: '--- /dev/null\n+++ b/sealed/a.txt\n@@ -0,0 +1 @@\n+x\n' }]
        ] as const) {
            const [status, { error }] = await post('/agentbench/tools', { tool, params, request_id: '1' });
            assert.deepEqual([status, (error as { error_type: string }).error_type], [200, 'permission_denied'], tool);
        }
    });

    it('makes files of mode 644 and folders of mode 755 for MCP clients, as the usual mask has it', async () => {
        const post = await serve(USUAL_MASK);
        const call = async (name: string, args: object): Promise<string> => {
            const [, { result }] = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
            return (result as { content: [{ text: string }] }).content[0].text;
        };
        await call('write_file', { path: 'made/a.txt', content: 'x' });
        await call('create_directory', { path: 'other/deep' });
        const modes = ['made/a.txt', 'made', 'other', 'other/deep'].map(name => (statSync(join(root, name)).mode & 0o777).toString(8));
        assert.deepEqual(modes, ['644', '755', '755', '755']);
        assert.match(await call('get_file_info', { path: 'made/a.txt' }), /^Permissions: 644$/m);
        assert.match(await call('get_file_info', { path: 'other' }), /^Permissions: 755$/m);
    });

    /** Runs a script in bubblewrap, as one of which the command line says nothing. */
    const runScript = async (
        post: Awaited<ReturnType<typeof serve>>,
        ...lines: readonly string[]
    ): Promise<{ status: number; output: string; refused: unknown }> => {
        writeFileSync(join(root, 'script.sh'), lines.join('\n'));
        const [status, body] = await post('/tools/bash', { command: 'bash script.sh' });
        return { status, output: JSON.stringify(body), refused: body.refused };
    };
    const inWorkspace = (...paths: readonly string[]): string[] => paths.map(path => `/workspace/${path}`);
    const makeTrap = (folder: string): string => `git init -q ${folder}; git -C ${folder} config core.fsmonitor "touch ${root}/TRAPPED"`;

    it('takes away what a command made, also in folders and files that the command closed', async () => {
        const post = await serve(OBEYING_MODES, ['--sandbox', 'bubblewrap']);
        const { status, refused } = await runScript(
            post,
            'mkdir -p made/b; echo x > made/AGENTS.md; echo x > made/b/.envrc; chmod 555 made made/b',
            'git init -q repository; echo x > repository/.git/hooks/post-checkout; chmod 0 repository/.git/config repository/.git/hooks'
        );
        assert.equal(status, 200);
        assert.deepEqual(refused, inWorkspace('made/AGENTS.md', 'made/b/.envrc', 'repository/.git'));
        assert.deepEqual(readdirSync(join(root, 'made', 'b')), ['refused-.envrc~']);
        const repository = join(root, 'repository', '.git');
        assert.ok(['config', 'hooks'].every(name => !readdirSync(repository).includes(name)));
    });

    it('takes away what a command made in folders that the command closed to lists, to names or altogether', async () => {
        const post = await serve(OBEYING_MODES, ['--sandbox', 'bubblewrap']);
        for (const mode of ['311', '444', '0']) {
            const made = await runScript(
                post,
                `mkdir -p ${mode}; echo x > ${mode}/AGENTS.md; ${makeTrap(`${mode}/inner`)}; ${makeTrap(`r${mode}`)}`,
                `chmod ${mode} ${mode}/inner/.git ${mode}/inner ${mode} r${mode}/.git/info r${mode}/.git`
            );
            assert.equal(made.status, 200, made.output);
            assert.deepEqual(made.refused, inWorkspace(`${mode}/AGENTS.md`, `${mode}/inner/.git`, `r${mode}/.git`));
            [`${mode}/inner`, `r${mode}`].forEach(folder => execFileSync('git', ['-C', join(root, folder), 'status']));
            assert.ok(!existsSync(join(root, 'TRAPPED')), mode);
        }
    });

    it('gives what has no name one, also where the command closed the folder around it', async () => {
        const post = await serve(OBEYING_MODES, ['--sandbox', 'bubblewrap']);
        const made = await runScript(
            post,
            'x=$(printf "\\377"); mkdir d; : > "d/.env.$x"; chmod 444 d',
            'mkdir -p "o$x/i$x"; echo x > "o$x/i$x/.envrc"; chmod 0 "o$x/i$x" "o$x"'
        );
        assert.deepEqual(
            [made.status, made.refused],
            [200, inWorkspace('d/.env.\ufffd', 'o\ufffd', 'refused-o\ufffd~/i\ufffd', 'refused-o\ufffd~/refused-i\ufffd~/.envrc')],
            made.output
        );
        assert.equal((await runScript(post, 'true')).status, 200);
    });

    it('keeps from a command what is sensitive in a folder that an earlier one has closed', async () => {
        mkdirSync(join(root, 'p', 'q'), { recursive: true });
        ['p/.env', 'p/q/.env'].forEach(path => writeFileSync(join(root, path), 'SECRET'));
        const post = await serve(OBEYING_MODES, ['--sandbox', 'bubblewrap']);
        for (const mode of ['311', '444', '0']) {
            await runScript(post, `chmod ${mode} p/q p`);
            const { status, output } = await runScript(post, 'chmod 755 p p/q; cat p/.env p/q/.env; ls p');
            assert.equal(status, 200);
            assert.doesNotMatch(output, /SECRET/, mode);
            assert.match(output, /"q\\n"/, mode);
        }
    });

    it('leaves folders closed that a person has closed, a repository too, and shows them neither to a command nor to anybody later', async () => {
        execFileSync('git', ['init', '-q', root]);
        const closed = ['locked', '.git'];
        closed.forEach(name => chmodSync(join(root, name), 0));
        const post = await serve(OBEYING_MODES, ['--sandbox', 'bubblewrap']);
        const { status, output, refused } = await runScript(
            post,
            'ls -A locked && ls -A .git && echo seen; chmod 755 locked .git; cat locked/inner.txt'
        );
        assert.deepEqual([status, refused], [200, undefined], output);
        assert.match(output, /"seen\\n"/);
        assert.deepEqual(
            closed.map(name => statSync(join(root, name)).mode & 0o777),
            [0, 0]
        );
        assert.equal((await post('/tools/read', { file_path: 'locked/inner.txt' }))[0], 403);
    });

    if (process.getuid?.() === 0) {
        it('shows a command nothing of a folder that belongs to somebody else and is closed to both', async () => {
            mkdirSync(join(root, 'foreign'));
            writeFileSync(join(root, 'foreign', '.env'), 'SECRET');
            chownSync(join(root, 'foreign'), 1000, 1000);
            chmodSync(join(root, 'foreign'), 0o744);
            const post = await serve(OBEYING_MODES, ['--sandbox', 'bubblewrap']);
            const { status, output, refused } = await runScript(post, 'ls -A foreign && echo seen');
            assert.deepEqual([status, refused], [200, undefined], output);
            assert.match(output, /"seen\\n"/);
            assert.equal(statSync(join(root, 'foreign')).mode & 0o777, 0o744);
        });

        it('leaves a folder its name that somebody else makes, or takes over, and closes while a command runs', async () => {
            mkdirSync(join(root, 'old'));
            const post = await serve(OBEYING_MODES, ['--sandbox', 'bubblewrap']);
            const run = (command: string) => post('/tools/bash', { command });
            const [status, body] = await whileCommandRuns(root, run, () => {
                mkdirSync(join(root, 'pgdata'));
                for (const name of ['old', 'pgdata']) {
                    chownSync(join(root, name), 999, 999);
                    chmodSync(join(root, name), 0o700);
                }
            });
            assert.deepEqual([status, body.refused], [200, undefined]);
            assert.deepEqual(
                readdirSync(root).filter(name => /old|pgdata/.test(name)),
                ['old', 'pgdata']
            );
        });

        it('answers what a command wrote, and lets files be used, also while something cannot be taken away that the command may not make', async () => {
            const theirs = join(root, 'theirs');
            mkdirSync(theirs);
            chownSync(theirs, 999, 999);
            const left = join(theirs, '.envrc');
            let post = await serve(OBEYING_MODES, ['--sandbox', 'bubblewrap']);
            for (const [door, requestFor] of [
                ['/tools/bash', command => ({ command })],
                ['/wap/executeCommand', command => ({ command })],
                ['/agentbench/tools', command => ({ tool: 'run', params: { command }, request_id: '1' })]
            ] as const satisfies readonly (readonly [string, (command: string) => object])[]) {
                rmSync(left, { force: true });
                const run = (command: string) => post(door, requestFor(command));
                const [status, body] = await whileCommandRuns(root, run, () => writeFileSync(left, ''));
                assert.equal(status, 200, JSON.stringify(body));
                const { warning } = (body.data ?? body) as { warning?: string };
                assert.match(warning ?? '', /^Something .* "theirs\/\.envrc" may not be .* ask the person to/, door);
            }
            assert.ok(existsSync(left));
            await stop();
            post = await serve(OBEYING_MODES, ['--sandbox', 'bubblewrap']);
            assert.equal((await post('/tools/read', { file_path: 'locked.txt' }))[0], 200);
            const { status, output } = await runScript(post, 'true');
            assert.equal(status, 500);
            assert.match(output, /"No command runs now: an earlier one .*theirs\/\.envrc.* Ask the person/);
            rmSync(left);
            assert.equal((await runScript(post, 'true')).status, 200);
        });
    }
});
