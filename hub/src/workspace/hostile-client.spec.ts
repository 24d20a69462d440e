import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, symlinkSync, watch } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { readAudit } from '@openspace/workspace-tools';
import { DoorAnswer, useHub, WorkspaceHub } from '../testing/workspace-hub';

/** A patch that makes a file, or changes the only line of one. */
const making = (name: string): string => `--- /dev/null\n+++ ${name}\n@@ -0,0 +1 @@\n+x\n`;
const renaming = (from: string, to: string): string => `diff --git a/${from} b/x\nrename from ${from}\nrename to ${to}\n`;

describe('A hostile client of the doors to the workspace', () => {
    const workspace = useHub(new WorkspaceHub());
    const tool = (name: string, body: unknown): Promise<DoorAnswer> => workspace.post(`/tools/${name}`, body);
    const wap = (name: string, body: unknown): Promise<DoorAnswer> => workspace.post(`/wap/${name}`, body);
    const patch = async (text: string): Promise<unknown> => {
        const body = { tool: 'apply_patch', params: { unified_diff: text }, request_id: '1' };
        const { error } = (await workspace.post('/agentbench/tools', body)).body as { error: { error_type: string } | null };
        return error?.error_type;
    };
    const codeOf = ({ status, body }: DoorAnswer): unknown[] => [status, (body.error as { code: string } | undefined)?.code];
    const outsideIsUntouched = (): void => {
        assert.deepEqual(
            readdirSync(workspace.base)
                .filter(name => name !== 'artifacts')
                .sort(),
            ['outside', 'root']
        );
        assert.deepEqual(readdirSync(workspace.outside), ['secret.txt']);
        assert.equal(readFileSync(join(workspace.outside, 'secret.txt'), 'utf8'), 'outside');
    };

    it('is not fooled itself by names that only look like others', async () => {
        workspace.file('.env', 'KEY=1');
        workspace.file('.git/config', 'x');
        const looks = ['.ｅnv', '.e\u200bnv', '.e\u00adnv', '\u202e.env', '．env', '.ENV ', '.env...', '.env::$DATA', '.Env\u3000'];
        const repository = ['.git\u200c/config', '.ｇit/config', '.GIT./config', 'git~1/config'];
        for (const file_path of [...looks, ...repository, 'ﬁle.pem', 'id_rsa\u180e']) {
            assert.deepEqual(codeOf(await tool('read', { file_path })), [403, 'denied'], file_path);
            assert.deepEqual(codeOf(await tool('write', { file_path, content: 'x' })), [403, 'denied'], file_path);
        }
        // What looks like a way up is a name like any other.
        for (const file_path of ['．．/outside/secret.txt', '..\u2215outside']) {
            assert.deepEqual(codeOf(await tool('read', { file_path })), [404, 'not_found'], file_path);
            assert.equal((await tool('write', { file_path, content: 'x' })).body.success, true, file_path);
        }
        outsideIsUntouched();
        assert.equal(workspace.text('.env'), 'KEY=1');
    });

    it('reads no secret by the name of what a link with a sensitive name leads to', async () => {
        await workspace.restart({ sandbox: 'bubblewrap' });
        workspace.file('config/dev.txt', 'tea-leaves\n');
        workspace.file('store/deep/a.txt', 'tea-leaves\n');
        workspace.file('open.txt', 'open\n');
        symlinkSync('config/dev.txt', workspace.path('.env'));
        symlinkSync('store', workspace.path('secrets.d'));
        symlinkSync('.', workspace.path('secrets.all'));
        const bench = async (name: string, params: object): Promise<Record<string, unknown>> =>
            (await workspace.post('/agentbench/tools', { tool: name, params, request_id: '1' })).body;
        for (const path of ['config/dev.txt', 'config/../config/DEV.txt', 'store/deep/a.txt', '.env', 'secrets.d/deep/a.txt']) {
            assert.deepEqual(codeOf(await tool('read', { file_path: path })), [403, 'denied'], path);
            assert.deepEqual(codeOf(await tool('edit', { file_path: path, old_string: 'tea', new_string: '' })), [403, 'denied'], path);
            assert.equal((await wap('readFile', { path })).body.code, 'PERMISSION_DENIED', path);
            assert.doesNotMatch(JSON.stringify(await bench('read_file', { path })), /tea-leaves|success/, path);
        }
        assert.deepEqual((await tool('grep', { pattern: 'tea' })).body.matches, []);
        assert.equal((await wap('searchFiles', { paths: ['.'], query: 'tea', type: 'literal', recursive: true })).body.totalMatches, 0);
        assert.deepEqual(((await bench('search', { query: 'tea' })).data as { matches: [] }).matches, []);
        const { stdout } = (await tool('bash', { command: 'cat config/dev.txt store/deep/a.txt .env; cat open.txt' })).body;
        assert.equal(stdout, 'open\n');
        assert.equal((await tool('read', { file_path: 'open.txt' })).body.content, '1: open\n');
    });

    it('gets no file made, changed or moved by a patch that names it in a roundabout way', async () => {
        ['a.txt', 'b.txt'].forEach(name => workspace.file(name, 'a\n'));
        workspace.file('.env', 'KEY=1\n');
        symlinkSync(workspace.outside, workspace.path('out'));
        const files = (): string[] => readdirSync(workspace.path()).sort();
        const before = files();
        const attacks: [string, string][] = [
            [making('/etc/evil'), 'path_escape'],
            [making('b//etc/evil'), 'path_escape'],
            [making('b/../outside/evil'), 'path_escape'],
            [making('"b/\\056\\056/outside/evil"'), 'path_escape'],
            [making('b/out/evil'), 'symlink_blocked'],
            [making('"b/\\056env.local"'), 'permission_denied'],
            [making('b/.ENV.local\t2020-01-01'), 'permission_denied'],
            [making('b/.git/hooks/pre-commit'), 'permission_denied'],
            [making('b/node_modules/x.js'), 'permission_denied'],
            [making('"b/x\\000y"'), 'invalid_path'],
            [renaming('a.txt', '.env.local'), 'permission_denied'],
            [renaming('.env', 'c.txt'), 'permission_denied'],
            [renaming('a.txt', '.git/hooks/pre-commit'), 'permission_denied'],
            [renaming('a.txt', '../outside/a.txt'), 'path_escape'],
            [renaming('a.txt', '/etc/a.txt'), 'path_escape'],
            [renaming('a.txt', 'b.txt'), 'patch_hunk_fail'],
            ['diff --git a/.env b/c.txt\ncopy from .env\ncopy to c.txt\n', 'patch_parse_error'],
            [`diff --git a/l b/l\nnew file mode 120000\n${making('b/l')}`, 'patch_parse_error'],
            [`diff --git a/l b/l\nnew file mode 160000\n${making('b/l')}`, 'patch_parse_error'],
            ['--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n KEY=1\n', 'permission_denied'],
            ['--- a/.env\n+++ /dev/null\n@@ -1 +0,0 @@\n-KEY=1\n', 'permission_denied'],
            ['--- a/a.txt\n+++ b/a.txt\n@@ -1,99999999999999999999 +1 @@\n-a\n+b\n', 'patch_parse_error'],
            ['--- a/a.txt\n+++ b/a.txt\n@@ --1 +1 @@\n-a\n+b\n', 'patch_parse_error'],
            [`--- a/a.txt\n+++ b/a.txt\n${'@@ -1 +1 @@\n-a\n+b\n'.repeat(50_000)}`, 'patch_hunk_fail'],
            [`${making('b/p')}${making('b/p/q')}`, 'not_a_directory'],
            [Array.from({ length: 101 }, (_, index) => making(`b/many/${index}`)).join(''), 'size_limit_exceeded']
        ];
        for (const [text, error] of attacks) {
            assert.equal(await patch(text), error, text.slice(0, 100));
        }
        assert.deepEqual(files(), before);
        assert.deepEqual([workspace.text('a.txt'), workspace.text('.env')], ['a\n', 'KEY=1\n']);
        outsideIsUntouched();
    });

    it('gets an answer to every pattern that explodes, looks around or pretends to be an option', async () => {
        workspace.file('a.txt', `${'a'.repeat(100_000)}!\n--files\n`);
        for (const pattern of ['(?=a)', 'a{1000}{1000}{1000}', '(?:a{0,50000}){0,50000}', '(?<n>', 'a\nb', 'a\\nb', '\0', '*']) {
            assert.deepEqual(codeOf(await tool('grep', { pattern })), [400, 'invalid_pattern'], pattern);
        }
        for (const pattern of ['(a+)+$', '(a|a)*b', '-e', '--pre=touch']) {
            assert.deepEqual((await tool('grep', { pattern })).body.matches, [], pattern);
        }
        assert.equal((await tool('grep', { pattern: '--files' })).body.total, 1);
        for (const pattern of ['{a,b}'.repeat(30), '{'.repeat(1000), '[', '', 'a\0b', '*'.repeat(1000)]) {
            assert.deepEqual(codeOf(await tool('glob', { pattern })), [400, 'invalid_pattern'], pattern);
            assert.deepEqual(codeOf(await tool('grep', { pattern: 'a', include: pattern })), [400, 'invalid_pattern'], pattern);
        }
        for (const pattern of ['../*', '/etc/*', '-rf', '!(a)', '{1..1000000000}', `${'*a'.repeat(100)}b`]) {
            assert.deepEqual((await tool('glob', { pattern })).body.files, [], pattern);
        }
    });

    it('gets no text stored otherwise than it was sent, and no half of a character', async () => {
        workspace.file('a.txt', 'old\n');
        workspace.file('wide.txt', Buffer.from('\ufeffold\n', 'utf16le'));
        const half = 'x\ud83d';
        for (const path of ['a.txt', 'wide.txt']) {
            const operations = [{ type: 'insert', afterLine: 0, newContent: half }];
            const replacement = [{ type: 'regexReplace', pattern: 'old', replacement: half }];
            const answers = [
                await tool('edit', { file_path: path, old_string: 'old', new_string: half }),
                await wap('writeFile', { path, content: half, mode: 'append' }),
                await wap('modifyFile', { path, operations }),
                await wap('modifyFile', { path, operations: replacement })
            ];
            assert.deepEqual(
                answers.map(({ status }) => status),
                [400, 400, 400, 400],
                JSON.stringify(answers)
            );
        }
        assert.deepEqual(codeOf(await tool('write', { file_path: 'a.txt', content: half })), [400, 'invalid_argument']);
        assert.equal(await patch(`--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n+${half}\n`), 'invalid_params');
        assert.equal(workspace.text('a.txt'), 'old\n');
        const whole = 'x😀\ufffd\ufeff\u0000\r\n\u2028';
        assert.equal((await tool('write', { file_path: 'a.txt', content: whole })).status, 200);
        assert.equal(workspace.text('a.txt'), whole);
    });

    it('gets no number past the end of a file, and none that is no number', async () => {
        workspace.file('a.txt', 'one\ntwo\n');
        for (const offset of ['NaN', 'Infinity', '1e999', '-1', '0', '1.5', '"1"', 'null', '[1]', '{}']) {
            const { status } = await tool('read', `{"file_path":"a.txt","offset":${offset}}`);
            assert.equal(status, 400, offset);
        }
        for (const line of [1e300, Number.MAX_SAFE_INTEGER + 1, 2 ** 31]) {
            const operations = [{ type: 'delete', startLine: line, endLine: line }];
            assert.equal((await wap('modifyFile', { path: 'a.txt', operations })).body.code, 'INVALID_ARGUMENT');
            assert.equal((await wap('readFile', { path: 'a.txt', startLine: line })).body.content, '');
        }
        assert.equal((await tool('bash', { command: 'echo ran', timeout_ms: 2 ** 31 })).body.stdout, 'ran\n');
        assert.equal(workspace.text('a.txt'), 'one\ntwo\n');
    });

    it('loses no change when many come to one file at once', async () => {
        const all = Array.from({ length: 40 }, (_, index) => index);
        workspace.file('edited.txt', all.map(index => `line ${index};\n`).join(''));
        const edits = all.map(index =>
            tool('edit', { file_path: 'edited.txt', old_string: `line ${index};`, new_string: `done ${index};` })
        );
        const appends = all.map(index => wap('writeFile', { path: 'appended.txt', content: `${index}\n`, mode: 'append' }));
        const creations = all.map(index => wap('writeFile', { path: 'created.txt', content: `${index}`, mode: 'create' }));
        const answers = await Promise.all([...edits, ...appends]);
        assert.deepEqual(
            answers.filter(({ status }) => status !== 200),
            []
        );
        assert.equal(workspace.text('edited.txt'), all.map(index => `done ${index};\n`).join(''));
        assert.deepEqual(
            workspace
                .text('appended.txt')
                .trimEnd()
                .split('\n')
                .map(Number)
                .toSorted((a, b) => a - b),
            all
        );
        const created = await Promise.all(creations);
        assert.deepEqual(created.map(({ status }) => status).toSorted(), [200, ...all.slice(1).map(() => 409)]);
        const winner = created.findIndex(({ status }) => status === 200);
        assert.equal(workspace.text('created.txt'), String(winner));
    });

    it('ends its command by hanging up, with all that the command started', async () => {
        for (const sandbox of ['local', 'bubblewrap'] as const) {
            await workspace.restart({ sandbox });
            const watcher = watch(workspace.path());
            const begun = once(watcher, 'change');
            const { port, token } = workspace.hub;
            const request = httpRequest({
                host: '127.0.0.1',
                port,
                method: 'POST',
                path: '/tools/bash',
                headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
            }).on('error', () => undefined);
            const duration = `${process.pid}${sandbox.length}.5`;
            request.end(JSON.stringify({ command: `touch begun-${sandbox}; sleep ${duration} & sleep ${duration}` }));
            await begun;
            watcher.close();
            request.destroy();
            const isOver = (): boolean => readAudit(workspace.hub.auditDirectory).some(({ code }) => code === 'cancelled');
            while (!isOver()) {
                await new Promise(resolve => setImmediate(resolve));
            }
            const running = readdirSync('/proc').filter(pid => /^\d+$/.test(pid) && commandLine(pid).includes(duration));
            assert.deepEqual(running, [], sandbox);
        }
    });

    it('makes no option, revision or path outside of what it tells git', async () => {
        execFileSync('git', ['init', '--quiet', '--initial-branch=main', workspace.path()]);
        workspace.file('a.txt', 'a\n');
        const git = (request: object): Promise<DoorAnswer> => tool('git', request);
        assert.equal((await git({ action: 'commit', message: '--amend', files: ['a.txt'] })).body.success, true);
        for (const branch of [
            '--orphan',
            '-',
            '-b',
            '@{-1}',
            'HEAD',
            'HEAD~1',
            'a..b',
            'a b',
            'a:b',
            'x.lock',
            '.x',
            'a\0b',
            'ma\u200bin',
            'x'.repeat(300)
        ]) {
            assert.deepEqual(codeOf(await git({ action: 'checkout', branch })), [400, 'invalid_argument'], branch);
        }
        workspace.file('a.txt', 'b\n');
        for (const message of ['\u001b]0;title\u0007', 'a\u009bm', 'a\0b', 'x\ud800', ' ']) {
            assert.deepEqual(codeOf(await git({ action: 'commit', message, files: ['a.txt'] })), [400, 'invalid_argument'], message);
        }
        for (const name of ['-A', '--all', ':/', ':(top)', '*', ':!a.txt']) {
            assert.deepEqual(codeOf(await git({ action: 'commit', message: 'x', files: [name] })), [404, 'not_found'], name);
        }
        for (const name of ['..', '/etc/passwd', '.git/config', '../outside/secret.txt']) {
            assert.deepEqual(codeOf(await git({ action: 'commit', message: 'x', files: [name] })), [403, 'denied'], name);
            assert.deepEqual(codeOf(await git({ action: 'diff', files: [name] })), [403, 'denied'], name);
        }
        const { body } = await git({ action: 'diff', files: [`--output=${workspace.outside}/made`] });
        assert.equal(body.diff, '');
        for (const remote of ['--upload-pack=touch x', 'ext::sh -c id', '/etc', 'file:///etc', '../outside']) {
            assert.deepEqual(codeOf(await git({ action: 'push', remote })), [409, 'repository_state'], remote);
        }
        outsideIsUntouched();
    });
});

function commandLine(pid: string): string {
    try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
        return ''; // ended meanwhile
    }
}
