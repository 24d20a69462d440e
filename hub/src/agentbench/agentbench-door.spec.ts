import assert from 'node:assert/strict';
import {
    existsSync,
    mkdirSync,
    mkdtempSync,
    readdirSync,
    readFileSync,
    realpathSync,
    rmSync,
    statSync,
    symlinkSync,
    writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SandboxName } from '@openspace/workspace-tools';
import { startTestHub, TestHub } from '../testing/test-hub';
import { AgentBenchTimeouts } from './agentbench-limits';
import { AgentBenchResult } from './agentbench-result';

type Data = Record<string, unknown>;

describe('The tools of AgentBench', () => {
    let base: string;
    let hub: TestHub;
    const start = async (sandbox?: SandboxName, timeouts?: Partial<AgentBenchTimeouts>): Promise<void> => {
        hub = await startTestHub(undefined, join(base, 'root'), sandbox, { artifacts: join(base, 'artifacts'), timeouts });
    };
    const restart = async (sandbox?: SandboxName, timeouts?: Partial<AgentBenchTimeouts>): Promise<void> => {
        await hub.stop();
        await start(sandbox, timeouts);
    };
    beforeEach(async () => {
        base = realpathSync(mkdtempSync(join(tmpdir(), 'openspace-agentbench-')));
        mkdirSync(join(base, 'root'));
        mkdirSync(join(base, 'outside'));
        writeFileSync(join(base, 'outside/secret.txt'), 'outside');
        await start();
    });
    afterEach(async () => {
        await hub.stop();
        rmSync(base, { recursive: true, force: true });
    });

    const path = (name: string): string => join(base, 'root', name);
    const file = (name: string, content: string | Buffer = ''): void => {
        mkdirSync(dirname(path(name)), { recursive: true });
        writeFileSync(path(name), content);
    };
    const text = (name: string): string => readFileSync(path(name), 'utf8');
    const send = (body: unknown, session = 'run-1') =>
        hub.send({ method: 'POST', path: '/agentbench/tools', body, headers: { 'x-openspace-session': session } });
    const call = async (tool: string, params: unknown, session?: string): Promise<AgentBenchResult> => {
        const response = await send({ tool, params, request_id: 'req-1' }, session);
        assert.equal(response.status, 200, response.text);
        return JSON.parse(response.text) as AgentBenchResult;
    };
    const succeed = async (tool: string, params: unknown): Promise<Data> => {
        const result = await call(tool, params);
        assert.equal(result.status, 'success', JSON.stringify(result));
        return result.data as Data;
    };
    const fail = async (tool: string, params: unknown, type: string): Promise<AgentBenchResult> => {
        const result = await call(tool, params);
        assert.deepEqual([result.status, result.error?.error_type, result.data], ['error', type, null], JSON.stringify(result));
        assert.ok((result.error?.message ?? '').length > 0);
        return result;
    };
    const artifact = (name: string, run = 'run-1'): string => join(base, 'artifacts', run, name);
    const events = (run = 'run-1'): Data[] =>
        readFileSync(artifact('events.jsonl', run), 'utf8')
            .trimEnd()
            .split('\n')
            .map(line => JSON.parse(line) as Data);

    it('ToolResult: has every field, with times and null where there is nothing', async () => {
        const { started_at, ended_at, duration_sec, ...rest } = await call('list_files', {});
        assert.deepEqual(rest, {
            request_id: 'req-1',
            tool: 'list_files',
            status: 'success',
            data: { files: [] },
            error: null,
            exit_code: null,
            stdout_path: null,
            stderr_path: null
        });
        assert.ok(Date.parse(started_at) <= Date.parse(ended_at) && duration_sec >= 0);
    });

    it('ToolRequest: what is none is answered with 400; parameters that do not fit are an error of the tool', async () => {
        for (const body of [
            {},
            { tool: 'list_files', params: {} },
            { tool: 'format_disk', params: {}, request_id: '1' },
            { tool: 'list_files', params: [], request_id: '1' },
            { tool: 'list_files', params: {}, request_id: 1 },
            { tool: 'search', params: { query: 1 } }
        ]) {
            assert.equal((await send(body)).status, 400, JSON.stringify(body));
        }
        assert.equal((await send('{"tool":"run","request_id":"1","params":{"__proto__":{}}}')).status, 400);
        const { error } = await fail('search', { query: 'x', context_lines: 11 }, 'invalid_params');
        assert.match(error?.message ?? '', /context_lines/);
        for (const [tool, params] of [
            ['search', { query: 'x', context_lines: -1 }],
            ['search', { query: '' }],
            ['read_file', {}],
            ['read_file', { path: 'a', start_line: 0 }],
            ['read_file', { path: 'a', unknown: 1 }],
            ['run', { command: 'ls', env: { A: 1 } }],
            ['run', { command: 'ls', timeout_sec: -1 }],
            ['list_files', { glob: '{a,b}'.repeat(40) }]
        ] as const) {
            await fail(tool, params, 'invalid_params');
        }
    });

    describe('list_files', () => {
        it('returns sorted paths relative to root, of the files that the glob matches', async () => {
            ['src/utils.py', 'src/main.py', 'src/deep/nested/module.py', 'src/a.txt', 'b.py'].forEach(name => file(name));
            assert.deepEqual(await succeed('list_files', { root: 'src', glob: '**/*.py' }), {
                files: ['deep/nested/module.py', 'main.py', 'utils.py']
            });
            assert.deepEqual(((await succeed('list_files', { glob: null })).files as string[]).length, 5);
        });

        it('excludes .git/ and symlinks', async () => {
            ['.git/config', 'a.txt', '.github/x.yml'].forEach(name => file(name));
            symlinkSync('a.txt', path('link.txt'));
            symlinkSync(join(base, 'outside'), path('out'));
            assert.deepEqual(await succeed('list_files', {}), { files: ['.github/x.yml', 'a.txt'] });
        });

        it('returns at most 1000 files, and says that there are more', async () => {
            for (let index = 0; index < 1002; index++) {
                file(`many/${index}`);
            }
            const { files, truncated, total_files } = await succeed('list_files', {});
            assert.deepEqual([(files as []).length, truncated, total_files], [1000, true, 1002]);
        });

        it('path_escape, symlink_blocked, timeout', async () => {
            symlinkSync(join(base, 'outside'), path('out'));
            await fail('list_files', { root: '../outside' }, 'path_escape');
            await fail('list_files', { root: '/etc' }, 'path_escape');
            await fail('list_files', { root: 'out' }, 'symlink_blocked');
            await fail('list_files', { root: 'none' }, 'file_not_found');
            await restart(undefined, { list_files: 0 });
            file('a/b');
            await fail('list_files', {}, 'timeout');
        });
    });

    describe('read_file', () => {
        it('returns the content with its metadata, whole or a range of lines', async () => {
            file('src/main.py', 'def main():\n    ...');
            assert.deepEqual(await succeed('read_file', { path: 'src/main.py', start_line: null, end_line: null }), {
                content: 'def main():\n    ...',
                truncated: false,
                total_lines: 2,
                start_line: 1,
                end_line: 2
            });
            const part = await succeed('read_file', { path: 'src/../src/main.py', start_line: 2, end_line: 2 });
            assert.deepEqual([part.content, part.start_line, part.end_line], ['    ...', 2, 2]);
            await fail('read_file', { path: 'src/main.py', start_line: 2, end_line: 1 }, 'invalid_params');
            file('empty');
            assert.equal((await succeed('read_file', { path: 'empty' })).content, '');
        });

        it('truncates files of more than 10,000 lines to the first 5,000 and the last 5,000', async () => {
            const lines = (count: number): string => Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('');
            file('exact', lines(10_000));
            file('over', lines(10_003));
            assert.equal((await succeed('read_file', { path: 'exact' })).truncated, false);
            const { content, ...rest } = await succeed('read_file', { path: 'over' });
            const shown = String(content).trimEnd().split('\n');
            assert.deepEqual([shown.length, shown[4999], shown[5000]], [10_000, '5000', '5004']);
            assert.deepEqual(rest, {
                truncated: true,
                total_lines: 10_003,
                start_line: 1,
                end_line: 10_003,
                omitted: { start_line: 5001, end_line: 5003 }
            });
        });

        it('file_not_found, binary_file, path_escape, timeout; links and secrets are refused', async () => {
            file('latin', Buffer.from('caf\xe9', 'latin1'));
            file('wide', Buffer.from('\ufeffhello', 'utf16le'));
            file('.env', 'KEY=1');
            file('a.txt', 'a');
            symlinkSync('a.txt', path('link'));
            await fail('read_file', { path: 'none' }, 'file_not_found');
            await fail('read_file', { path: 'latin' }, 'binary_file');
            await fail('read_file', { path: 'wide' }, 'binary_file');
            await fail('read_file', { path: '../outside/secret.txt' }, 'path_escape');
            await fail('read_file', { path: 'link' }, 'symlink_blocked');
            await fail('read_file', { path: '.env' }, 'permission_denied');
            await fail('read_file', { path: 'a\0' }, 'invalid_path');
            await restart(undefined, { read_file: 0 });
            await fail('read_file', { path: 'none', start_line: 1 }, 'timeout');
        });
    });

    describe('search', () => {
        it('finds text in any case with its context, skips binary files, and counts', async () => {
            file('src/main.py', "\n# Entry point\nDEF main():\n    print('hello')");
            file('src/main.js', 'def main');
            file('src/x.py', Buffer.from('def main\0'));
            assert.deepEqual(await succeed('search', { query: 'def main', glob: '**/*.py', max_results: 10 }), {
                matches: [
                    {
                        file: 'src/main.py',
                        line: 3,
                        content: 'DEF main():',
                        context_before: ['', '# Entry point'],
                        context_after: ["    print('hello')"]
                    }
                ],
                truncated: false,
                total_matches: 1
            });
        });

        it('takes the query literally unless is_regex; orders by path, then line; returns 50 unless told otherwise', async () => {
            file('b.txt', 'a.c\nabc\n'.repeat(40));
            file('a.txt', 'abc\na.c\n');
            const literal = await succeed('search', { query: 'a.c', context_lines: 0 });
            assert.equal(literal.total_matches, 41);
            const regex = await succeed('search', { query: 'a.c', is_regex: true, context_lines: 0 });
            const matches = regex.matches as { file: string; line: number }[];
            assert.deepEqual([matches.length, regex.truncated, regex.total_matches], [50, true, 82]);
            assert.deepEqual(
                matches.slice(0, 3).map(match => `${match.file}:${match.line}`),
                ['a.txt:1', 'a.txt:2', 'b.txt:1']
            );
            assert.equal(((await succeed('search', { query: 'abc', max_results: 3 })).matches as []).length, 3);
        });

        it('ripgrep_error for a pattern that is none; timeout', async () => {
            file('a.txt', 'a');
            await fail('search', { query: '(', is_regex: true }, 'ripgrep_error');
            await restart(undefined, { search: 0 });
            await fail('search', { query: 'a' }, 'timeout');
        });
    });

    describe('apply_patch', () => {
        const EXAMPLE = '--- a/src/main.py\n+++ b/src/main.py\n@@ -1,4 +1,4 @@\n def add(a, b):\n-    return a - b\n+    return a + b\n';

        it('applies the example, stores it as diffs/step_NNNN.patch and notes PATCH_APPLIED', async () => {
            file('src/main.py', 'def add(a, b):\n    return a - b\n');
            const size = Buffer.byteLength(EXAMPLE);
            assert.deepEqual(await succeed('apply_patch', { unified_diff: EXAMPLE }), {
                changed_files: ['src/main.py'],
                patch_size_bytes: size
            });
            assert.equal(text('src/main.py'), 'def add(a, b):\n    return a + b\n');
            assert.equal(readFileSync(artifact('diffs/step_0001.patch'), 'utf8'), EXAMPLE);
            const { timestamp, ...event } = events()[1];
            assert.ok(!Number.isNaN(Date.parse(String(timestamp))));
            assert.deepEqual(event, {
                event: 'PATCH_APPLIED',
                step: 1,
                request_id: 'req-1',
                changed_files: ['src/main.py'],
                patch_size_bytes: size,
                artifact: 'diffs/step_0001.patch'
            });
        });

        it('creates, deletes and renames, keeps CRLF, and tries everything first', async () => {
            file('dos.txt', 'a\r\nb\r\n');
            file('old.txt', 'x\n');
            file('gone.txt', 'y\n');
            const rename = 'diff --git a/old.txt b/new.txt\nsimilarity index 100%\nrename from old.txt\nrename to new.txt\n';
            const change = '--- a/dos.txt\n+++ b/dos.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n';
            const rest =
                '--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-y\n--- /dev/null\n+++ b/deep/made.txt\n@@ -0,0 +1 @@\n+z\n\\ No newline at end of file\n';
            await fail('apply_patch', { unified_diff: `${change}${rest.replace('-y', '-q')}${rename}` }, 'patch_hunk_fail');
            assert.deepEqual(readdirSync(path('')), ['dos.txt', 'gone.txt', 'old.txt']);
            const { changed_files } = await succeed('apply_patch', { unified_diff: change + rest + rename });
            assert.deepEqual(changed_files, ['dos.txt', 'gone.txt', 'deep/made.txt', 'old.txt', 'new.txt']);
            assert.deepEqual([text('dos.txt'), text('new.txt'), text('deep/made.txt')], ['a\r\nc\r\n', 'x\n', 'z']);
            assert.ok(!existsSync(path('gone.txt')) && !existsSync(path('old.txt')));
            assert.deepEqual(readdirSync(artifact('diffs')), ['step_0002.patch']);
        });

        it('patch_parse_error, path_escape, file_not_found, patch_hunk_fail, timeout; links and binary patches are refused', async () => {
            file('a.txt', 'a\n');
            symlinkSync('a.txt', path('link.txt'));
            const patch = (name: string, line = 'a'): object => ({ unified_diff: `--- ${name}\n+++ ${name}\n@@ -1 +1 @@\n-${line}\n+b\n` });
            await fail('apply_patch', { unified_diff: 'no diff' }, 'patch_parse_error');
            await fail('apply_patch', { unified_diff: '' }, 'patch_parse_error');
            await fail('apply_patch', { unified_diff: 'diff --git a/x b/x\nGIT binary patch\nliteral 3\n' }, 'patch_parse_error');
            await fail('apply_patch', patch('a/../../outside/secret.txt'), 'path_escape');
            await fail('apply_patch', patch('/etc/hosts'), 'path_escape');
            await fail('apply_patch', patch('a/none.txt'), 'file_not_found');
            await fail('apply_patch', patch('a/a.txt', 'x'), 'patch_hunk_fail');
            await fail('apply_patch', patch('a/link.txt'), 'symlink_blocked');
            await fail('apply_patch', patch('a/.git/config'), 'permission_denied');
            await restart(undefined, { apply_patch: 0 });
            await fail('apply_patch', patch('a/a.txt'), 'timeout');
            assert.equal(text('a.txt'), 'a\n');
        });
    });

    describe('run', () => {
        it('returns the exit code and the paths of the output, without network in a sandbox', async () => {
            await restart('bubblewrap');
            const result = await call('run', { command: 'echo "$A"; echo err >&2', timeout_sec: 30, env: { A: 'out' } });
            const facts = { exit_code: 0, stdout_path: 'logs/tool_step_0001_stdout.txt', stderr_path: 'logs/tool_step_0001_stderr.txt' };
            assert.deepEqual(result.data, facts);
            assert.deepEqual([result.status, result.error, result.exit_code, result.stdout_path], ['success', null, 0, facts.stdout_path]);
            assert.equal(readFileSync(artifact(facts.stdout_path), 'utf8'), 'out\n');
            assert.equal(readFileSync(artifact(facts.stderr_path), 'utf8'), 'err\n');
            assert.equal(statSync(artifact(facts.stdout_path)).mode & 0o777, 0o600);
            assert.equal(statSync(artifact('events.jsonl')).mode & 0o777, 0o600);
        });

        it('abnormal_exit: a command that fails has run; the error tells its exit code. Where the network is open the result says so', async () => {
            const result = await call('run', { command: 'ls none', timeout_sec: null, env: null });
            assert.deepEqual([result.status, result.exit_code, result.error?.error_type], ['success', 2, 'abnormal_exit']);
            assert.equal((result.data as Data).network_isolated, false);
        });

        it('truncates large output to 100 KB, and says how much there was', async () => {
            const data = await succeed('run', { command: 'head -c 50000000 /dev/zero' });
            assert.deepEqual([data.truncated, data.stdout_bytes], [true, 50_000_000]);
            assert.equal(statSync(artifact(String(data.stdout_path))).size, 100 * 1024);
        });

        it('timeout: ends the command and keeps what it had written; refused without a person where it needs one', async () => {
            const { stdout_path, exit_code } = await fail('run', { command: 'echo begun; sleep 20', timeout_sec: 1 }, 'timeout');
            assert.deepEqual([readFileSync(artifact(String(stdout_path)), 'utf8'), exit_code], ['begun\n', null]);
            await fail('run', { command: 'rm -rf x' }, 'permission_denied');
            await fail('run', { command: '' }, 'invalid_params');
        });
    });

    describe('Event logging', () => {
        it('notes the start with id, tool and parameters, and the end with status and duration; no contents', async () => {
            file('a.txt', 'a\n');
            await call('read_file', { path: 'none' });
            await call('apply_patch', { unified_diff: `SECRET${'x'.repeat(100_000)}` });
            const [started, finished, patched] = events();
            assert.deepEqual([started.event, started.tool, started.params], ['tool_call_started', 'read_file', { path: 'none' }]);
            assert.deepEqual([finished.event, finished.request_id, finished.status], ['tool_call_finished', 'req-1', 'error']);
            assert.equal(typeof finished.duration_sec, 'number');
            assert.ok(!JSON.stringify(patched).includes('SECRET'));
        });

        it('numbers the steps of a run without repeating one, also after a restart and at the same time', async () => {
            await Promise.all(Array.from({ length: 10 }, () => call('list_files', {})));
            await restart();
            await call('run', { command: 'true' });
            const steps = events().filter(({ event }) => event === 'tool_call_started');
            assert.deepEqual(
                steps.map(({ step }) => step),
                Array.from({ length: 11 }, (_, index) => index + 1)
            );
            assert.ok(existsSync(artifact('logs/tool_step_0011_stdout.txt')));
        });

        it('gives every session a folder of its own, whatever its name, and tells where it is', async () => {
            const names = ['../../outside', 'A', 'a', '..', 'x/y', 'x y', '.'];
            for (const name of names) {
                const { headers } = await send({ tool: 'list_files', params: {}, request_id: '1' }, name);
                assert.equal(dirname(decodeURI(String(headers['x-openspace-artifacts']))), join(base, 'artifacts'));
            }
            assert.equal(readdirSync(join(base, 'artifacts')).length, names.length);
            assert.deepEqual(readdirSync(base), ['artifacts', 'outside', 'root']);
        });

        it('does nothing that it cannot note', async () => {
            file('a.txt', 'a\n');
            rmSync(join(base, 'artifacts'), { recursive: true, force: true });
            writeFileSync(join(base, 'artifacts'), '');
            const response = await send({ tool: 'run', params: { command: 'touch made' }, request_id: '1' });
            assert.equal(response.status, 500);
            assert.ok(!existsSync(path('made')));
        });
    });

    it('is described with the parameters of every tool', async () => {
        const description = (await hub.send({ path: '/openapi.json' })).text;
        assert.match(description, /"\/agentbench\/tools".*list_files.*unified_diff.*timeout_sec/);
    });
});
