import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAudit } from '@openspace/workspace-tools';
import { useHub, WorkspaceHub } from '../testing/workspace-hub';
import { AGENTBENCH_TIMEOUTS, AgentBenchTimeouts } from './agentbench-limits';
import { AgentBenchResult } from './agentbench-result';

type Data = Record<string, unknown>;

describe('The tools of AgentBench', () => {
    const workspace = useHub(new WorkspaceHub());
    const withTime = (timeouts: Partial<AgentBenchTimeouts>): Promise<void> => workspace.restart({ agentBench: { timeouts } });

    const send = (body: unknown, session = 'run-1') =>
        workspace.hub.send({ method: 'POST', path: '/agentbench/tools', body, headers: { 'x-openspace-session': session } });
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
    const artifact = (name: string, run = 'run-1'): string => join(workspace.base, 'artifacts', run, name);
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

    it('ToolResult: has every field of a failure, too, with details or null', async () => {
        const failed = async (tool: string, params: object): Promise<object> => {
            const { started_at, ended_at, duration_sec, ...rest } = await call(tool, params);
            assert.ok(Date.parse(started_at) <= Date.parse(ended_at) && duration_sec >= 0);
            return rest;
        };
        const none = { exit_code: null, stdout_path: null, stderr_path: null };
        assert.deepEqual(await failed('read_file', { path: 'none.txt' }), {
            request_id: 'req-1',
            tool: 'read_file',
            status: 'error',
            data: null,
            error: {
                error_type: 'file_not_found',
                message: '"none.txt" does not exist. Check the spelling, or list the directory to see what is there.',
                details: { path: 'none.txt' }
            },
            ...none
        });
        assert.deepEqual(await failed('apply_patch', { unified_diff: '' }), {
            request_id: 'req-1',
            tool: 'apply_patch',
            status: 'error',
            data: null,
            error: {
                error_type: 'patch_parse_error',
                message: 'The patch is empty. Give a unified diff with "---", "+++" and "@@" lines.',
                details: null
            },
            ...none
        });
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
        const noted = readAudit(workspace.hub.auditDirectory);
        assert.deepEqual(
            noted.map(({ command, outcome, code, session }) => [command, outcome, code, session]),
            Array.from({ length: 6 }, () => ['agentbench', 'refused', 'invalid-argument', 'run-1'])
        );
        assert.equal((await send('{"tool":"run","request_id":"1","params":{"__proto__":{}}}')).status, 400);
        assert.match((await send({ tool: 'nope', params: {}, request_id: '1' })).text, /allowed values: .*\brun\b/);
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
            ['list_files', { glob: '{a,b}'.repeat(40) }],
            ['list_files', { glob: '[a' }],
            ['search', { query: 'x', glob: '[a' }]
        ] as const) {
            await fail(tool, params, 'invalid_params');
        }
    });

    describe('list_files', () => {
        it('returns sorted paths relative to root, of the files that the glob matches', async () => {
            ['src/utils.py', 'src/main.py', 'src/deep/nested/module.py', 'src/a.txt', 'b.py'].forEach(name => workspace.file(name));
            assert.deepEqual(await succeed('list_files', { root: 'src', glob: '**/*.py' }), {
                files: ['deep/nested/module.py', 'main.py', 'utils.py']
            });
            assert.deepEqual(((await succeed('list_files', { glob: null })).files as string[]).length, 5);
        });

        it('excludes .git/ and symlinks', async () => {
            ['.git/config', 'a.txt', '.github/x.yml'].forEach(name => workspace.file(name));
            symlinkSync('a.txt', workspace.path('link.txt'));
            symlinkSync(workspace.outside, workspace.path('out'));
            assert.deepEqual(await succeed('list_files', {}), { files: ['.github/x.yml', 'a.txt'] });
        });

        it('returns at most 1000 files, and says that there are more', async () => {
            for (let index = 0; index < 1002; index++) {
                workspace.file(`many/${index}`);
            }
            const { files, truncated, total_files } = await succeed('list_files', {});
            assert.deepEqual([truncated, total_files], [true, 1002]);
            const sorted = Array.from({ length: 1002 }, (_, index) => `many/${index}`).toSorted();
            assert.deepEqual(files, sorted.slice(0, 1000));
            ['0', '1'].forEach(name => rmSync(workspace.path('many', name)));
            const exact = await succeed('list_files', {});
            assert.deepEqual([(exact.files as []).length, Object.keys(exact)], [1000, ['files']]);
        });

        it('path_escape, symlink_blocked, timeout', async () => {
            symlinkSync(workspace.outside, workspace.path('out'));
            await fail('list_files', { root: '../outside' }, 'path_escape');
            await fail('list_files', { root: '/etc' }, 'path_escape');
            await fail('list_files', { root: 'out' }, 'symlink_blocked');
            await fail('list_files', { root: 'none' }, 'file_not_found');
            for (let index = 0; index < 3000; index++) {
                workspace.file(`many/${index % 50}/${index}`);
            }
            // A listing that ends when its own time is up must not come before the end of the call's.
            const limitMs = 2;
            await workspace.restart({ agentBench: { timeouts: { list_files: limitMs } }, policy: { limits: { walkTimeoutMs: limitMs } } });
            for (let attempt = 0; attempt < 5; attempt++) {
                await fail('list_files', {}, 'timeout');
            }
            assert.deepEqual(
                readAudit(workspace.hub.auditDirectory).map(({ command, outcome, code }) => [command, outcome, code]),
                Array.from({ length: 5 }, () => ['agentbench.list_files', 'failed', 'timeout'])
            );
            await withTime({ list_files: 0 });
            workspace.file('a/b');
            await fail('list_files', {}, 'timeout');
        });
    });

    describe('read_file', () => {
        it('returns the content with its metadata, whole or a range of lines', async () => {
            workspace.file('src/main.py', 'def main():\n    ...');
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
        });

        it('takes a first or a last line alone, and lines behind the end, and knows an empty file', async () => {
            workspace.file('ten', '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n');
            workspace.file('empty');
            for (const [params, content, total_lines, start_line, end_line] of [
                [{ path: 'ten', start_line: 9 }, '9\n10\n', 10, 9, 10],
                [{ path: 'ten', end_line: 2 }, '1\n2\n', 10, 1, 2],
                [{ path: 'ten', start_line: 10, end_line: 99 }, '10\n', 10, 10, 10],
                [{ path: 'ten', start_line: 11 }, '', 10, 11, 10],
                [{ path: 'empty' }, '', 0, 1, 0]
            ] as const) {
                assert.deepEqual(await succeed('read_file', params), { content, truncated: false, total_lines, start_line, end_line });
            }
        });

        it('truncates files of more than 10,000 lines to the first 5,000 and the last 5,000', async () => {
            const lines = (count: number): string =>
                Array.from({ length: count }, (_, index) => `${String(index + 1).padEnd(119, '.')}\n`).join('');
            workspace.file('exact', lines(10_000));
            workspace.file('over', lines(12_000));
            workspace.file('one-more', lines(10_001));
            const oneMore = await succeed('read_file', { path: 'one-more' });
            assert.deepEqual([oneMore.truncated, oneMore.omitted], [true, { start_line: 5001, end_line: 5001 }]);
            const exact = await succeed('read_file', { path: 'exact' });
            assert.deepEqual([exact.content, exact.truncated, exact.end_line], [lines(10_000), false, 10_000]);
            const { content, ...rest } = await succeed('read_file', { path: 'over' });
            const shown = String(content).trimEnd().split('\n');
            assert.ok(shown.every(line => line.length === 119));
            assert.deepEqual([shown.length, parseInt(shown[4999]), parseInt(shown[5000])], [10_000, 5000, 7001]);
            assert.deepEqual(rest, {
                truncated: true,
                total_lines: 12_000,
                start_line: 1,
                end_line: 12_000,
                omitted: { start_line: 5001, end_line: 7000 }
            });
            for (const [start, end, omitted] of [
                [1, 12_000, [5001, 7000]],
                [2, 11_999, [5002, 6999]],
                [2, 10_001, undefined]
            ] as const) {
                const part = await succeed('read_file', { path: 'over', start_line: start, end_line: end });
                const numbers = String(part.content).trimEnd().split('\n').map(Number.parseFloat);
                assert.deepEqual([numbers.length, numbers[0], numbers[9999]], [10_000, start, end]);
                const expected = omitted && { start_line: omitted[0], end_line: omitted[1] };
                assert.deepEqual(
                    [part.truncated, part.start_line, part.end_line, part.omitted],
                    [omitted !== undefined, start, end, expected]
                );
            }
        });

        it('shows the beginning of a range whose end is too far behind to be found, and no line that was not asked for', async () => {
            const lines = Array.from({ length: 100_000 }, (_, index) => `${index + 1}\n`.padStart(12, ' '));
            workspace.file('huge', lines.join(''));
            await workspace.restart({ policy: { limits: { scanBytes: 1 } } });
            const read = async (start_line: number, end_line: number): Promise<unknown[]> => {
                const part = await succeed('read_file', { path: 'huge', start_line, end_line });
                const shown = lines.slice(start_line - 1, Number(part.end_line)).join('');
                assert.ok(part.content === shown, `${String(part.start_line)}-${String(part.end_line)}`);
                return [part.start_line, part.end_line, part.truncated, part.total_lines, part.omitted];
            };
            assert.deepEqual(await read(1, 99_000), [1, 10_000, true, null, undefined]);
            assert.deepEqual(await read(2, 10_001), [2, 10_001, false, null, undefined]);
            const [start, end, ...rest] = await read(20_000, 22_000);
            assert.ok(start === 20_000 && Number(end) > 20_000 && Number(end) < 22_000, String(end));
            assert.deepEqual(rest, [true, null, undefined]);
            await fail('read_file', { path: 'huge', start_line: 90_000, end_line: 90_001 }, 'size_limit_exceeded');
        });

        it('truncates what is too large although it has few lines, and says which are left out', async () => {
            workspace.file('long', `${'x'.repeat(9_999)}\n`.repeat(600));
            const { content, truncated, total_lines: total, omitted } = await succeed('read_file', { path: 'long' });
            const gap = omitted as { start_line: number; end_line: number };
            assert.deepEqual([truncated, total], [true, 600]);
            assert.equal(String(content).length, (600 - (gap.end_line - gap.start_line + 1)) * 10_000);
        });

        it('binary_file: also for bytes that are no UTF-8 outside of the lines that are returned', async () => {
            const text = Buffer.from(`${'€'.repeat(40)}\n`.repeat(12_000));
            workspace.file('text', text);
            assert.equal((await succeed('read_file', { path: 'text' })).total_lines, 12_000);
            for (const [where, part] of [
                [text.length / 2, Buffer.of(0xff)],
                [text.length - 1, Buffer.from('€').subarray(0, 2)],
                [text.length / 2, Buffer.of(0)]
            ] as const) {
                workspace.file('bad', Buffer.concat([text.subarray(0, where), part, text.subarray(where + part.length)]));
                await fail('read_file', { path: 'bad' }, 'binary_file');
                await fail('read_file', { path: 'bad', start_line: 1, end_line: 3 }, 'binary_file');
            }
        });

        it('file_not_found, binary_file, path_escape, timeout; links and secrets are refused', async () => {
            workspace.file('latin', Buffer.from('caf\xe9', 'latin1'));
            workspace.file('wide', Buffer.from('\ufeffhello', 'utf16le'));
            workspace.file('.env', 'KEY=1');
            workspace.file('a.txt', 'a');
            symlinkSync('a.txt', workspace.path('link'));
            await fail('read_file', { path: 'none' }, 'file_not_found');
            await fail('read_file', { path: 'latin' }, 'binary_file');
            await fail('read_file', { path: 'wide' }, 'binary_file');
            await fail('read_file', { path: '../outside/secret.txt' }, 'path_escape');
            await fail('read_file', { path: 'link' }, 'symlink_blocked');
            await fail('read_file', { path: '.env' }, 'permission_denied');
            await fail('read_file', { path: 'a\0' }, 'invalid_path');
            await withTime({ read_file: 0 });
            await fail('read_file', { path: 'none', start_line: 1 }, 'timeout');
        });
    });

    describe('search', () => {
        it('finds text in any case with its context, skips binary files, and counts', async () => {
            workspace.file('src/main.py', "\n# Entry point\nDEF main():\n    print('hello')");
            workspace.file('src/main.js', 'def main');
            workspace.file('src/x.py', Buffer.from('def main\0'));
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

        it('shows 2 lines of context on each side, or as many as are wanted', async () => {
            const around = (from: number): string[] => Array.from({ length: 12 }, (_, index) => `line ${from + index}`);
            workspace.file('a.txt', [...around(1), 'needle', ...around(14)].join('\n'));
            for (const [params, count] of [
                [{}, 2],
                [{ context_lines: 10 }, 10],
                [{ context_lines: 0 }, 0]
            ] as const) {
                const { matches } = await succeed('search', { query: 'needle', ...params });
                const [{ context_before, context_after }] = matches as { context_before: string[]; context_after: string[] }[];
                assert.deepEqual([context_before, context_after], [around(1).slice(12 - count), around(14).slice(0, count)]);
            }
        });

        it('takes the query literally unless is_regex; orders by path, then line; returns 50 unless told otherwise', async () => {
            workspace.file('b.txt', 'a.c\nabc\n'.repeat(40));
            workspace.file('a.txt', 'abc\na.c\n');
            const literal = await succeed('search', { query: 'a.c', context_lines: 0 });
            assert.equal(literal.total_matches, 41);
            const regex = await succeed('search', { query: 'a.c', is_regex: true, context_lines: 0 });
            const matches = regex.matches as { file: string; line: number }[];
            assert.deepEqual([matches.length, regex.truncated, regex.total_matches], [50, true, 82]);
            assert.deepEqual(
                matches.slice(0, 3).map(match => `${match.file}:${match.line}`),
                ['a.txt:1', 'a.txt:2', 'b.txt:1']
            );
            const three = await succeed('search', { query: 'abc', max_results: 3 });
            assert.deepEqual([(three.matches as []).length, three.truncated, three.total_matches], [3, true, 41]);
            assert.equal((await succeed('search', { query: 'abc', max_results: 41, context_lines: 10 })).truncated, false);
        });

        it('never returns more than 1,000 matches, and counts all', async () => {
            workspace.file('a.txt', 'hit\n'.repeat(1200));
            const {
                matches,
                truncated,
                total_matches: total
            } = await succeed('search', { query: 'hit', max_results: 5000, context_lines: 0 });
            assert.deepEqual([(matches as []).length, truncated, total], [1000, true, 1200]);
        });

        it('ripgrep_error for a pattern that is none; timeout', async () => {
            workspace.file('a.txt', 'a');
            await fail('search', { query: '(', is_regex: true }, 'ripgrep_error');
            await withTime({ search: 0 });
            await fail('search', { query: 'a' }, 'timeout');
        });
    });

    describe('apply_patch', () => {
        const EXAMPLE = '--- a/src/main.py\n+++ b/src/main.py\n@@ -1,4 +1,4 @@\n def add(a, b):\n-    return a - b\n+    return a + b\n';

        it('applies the example, stores it as diffs/step_NNNN.patch and notes PATCH_APPLIED', async () => {
            workspace.file('src/main.py', 'def add(a, b):\n    return a - b\n');
            const size = Buffer.byteLength(EXAMPLE);
            assert.deepEqual(await succeed('apply_patch', { unified_diff: EXAMPLE }), {
                changed_files: ['src/main.py'],
                patch_size_bytes: size
            });
            assert.equal(workspace.text('src/main.py'), 'def add(a, b):\n    return a + b\n');
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
            workspace.file('dos.txt', 'a\r\nb\r\n');
            workspace.file('old.txt', 'x\n');
            workspace.file('gone.txt', 'y\n');
            const rename = 'diff --git a/old.txt b/new.txt\nsimilarity index 100%\nrename from old.txt\nrename to new.txt\n';
            const change = '--- a/dos.txt\n+++ b/dos.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n';
            const rest =
                '--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-y\n--- /dev/null\n+++ b/deep/made.txt\n@@ -0,0 +1 @@\n+z\n\\ No newline at end of file\n';
            await fail('apply_patch', { unified_diff: `${change}${rest.replace('-y', '-q')}${rename}` }, 'patch_hunk_fail');
            assert.deepEqual(
                events().map(({ event }) => event),
                ['tool_call_started', 'tool_call_finished']
            );
            assert.deepEqual(readdirSync(workspace.path('')), ['dos.txt', 'gone.txt', 'old.txt']);
            const { changed_files } = await succeed('apply_patch', { unified_diff: change + rest + rename });
            assert.deepEqual(changed_files, ['dos.txt', 'gone.txt', 'deep/made.txt', 'old.txt', 'new.txt']);
            assert.deepEqual(
                [workspace.text('dos.txt'), workspace.text('new.txt'), workspace.text('deep/made.txt')],
                ['a\r\nc\r\n', 'x\n', 'z']
            );
            assert.ok(!existsSync(workspace.path('gone.txt')) && !existsSync(workspace.path('old.txt')));
            assert.deepEqual(readdirSync(artifact('diffs')), ['step_0002.patch']);
        });

        it('takes what "patch" takes: several diffs of one file, and a last line without the line end that the patch has', async () => {
            workspace.file('a.txt', 'one\ntwo\nthree');
            const unified_diff = [
                '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
                '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n 2\n'
            ].join('');
            assert.deepEqual((await succeed('apply_patch', { unified_diff })).changed_files, ['a.txt']);
            assert.equal(workspace.text('a.txt'), '1\n2\nthree');
        });

        it('patch_parse_error, path_escape, file_not_found, patch_hunk_fail, timeout; links and binary patches are refused', async () => {
            workspace.file('a.txt', 'a\n');
            symlinkSync('a.txt', workspace.path('link.txt'));
            const patch = (name: string, line = 'a'): object => ({ unified_diff: `--- ${name}\n+++ ${name}\n@@ -1 +1 @@\n-${line}\n+b\n` });
            await fail('apply_patch', { unified_diff: 'no diff' }, 'patch_parse_error');
            await fail('apply_patch', { unified_diff: '' }, 'patch_parse_error');
            const mode = 'diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n';
            for (const unified_diff of [mode, '--- a/a.txt\n+++ b/a.txt\n']) {
                const { error } = await fail('apply_patch', { unified_diff }, 'patch_parse_error');
                assert.match(error?.message ?? '', /without a hunk/);
            }
            await fail('apply_patch', { unified_diff: 'diff --git a/x b/x\nGIT binary patch\nliteral 3\n' }, 'patch_parse_error');
            await fail('apply_patch', patch('a/../../outside/secret.txt'), 'path_escape');
            await fail('apply_patch', patch('/etc/hosts'), 'path_escape');
            await fail('apply_patch', patch('a/none.txt'), 'file_not_found');
            await fail('apply_patch', patch('a/a.txt', 'x'), 'patch_hunk_fail');
            await fail('apply_patch', patch('a/link.txt'), 'symlink_blocked');
            await fail('apply_patch', patch('a/.git/config'), 'permission_denied');
            await withTime({ apply_patch: 0 });
            await fail('apply_patch', patch('a/a.txt'), 'timeout');
            assert.equal(workspace.text('a.txt'), 'a\n');
        });
    });

    describe('run', () => {
        it('returns the exit code and the paths of the output, without network in a sandbox', async () => {
            await workspace.restart({ sandbox: 'bubblewrap' });
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
            assert.deepEqual([data.truncated, data.stdout_bytes, data.stderr_bytes], [true, 50_000_000, 0]);
            assert.equal(statSync(artifact(String(data.stdout_path))).size, 100 * 1024);
            const { stdout_path: counted } = await succeed('run', { command: 'seq 1 50000' });
            const numbers = Array.from({ length: 50_000 }, (_, index) => `${index + 1}\n`).join('');
            assert.ok(readFileSync(artifact(String(counted)), 'utf8') === numbers.slice(0, 100 * 1024));
            const exact = await succeed('run', { command: 'head -c 102400 /dev/zero' });
            assert.deepEqual([exact.truncated, statSync(artifact(String(exact.stdout_path))).size], [undefined, 100 * 1024]);
        });

        it('stores output as it was written, also when it is no UTF-8', async () => {
            const ones = async (count: number): Promise<unknown[]> => {
                const { stdout_path, truncated, stdout_bytes } = await succeed('run', {
                    command: `head -c ${count} /dev/zero | tr "\\0" "\\377"`
                });
                const stored = readFileSync(artifact(String(stdout_path)));
                assert.ok(stored.every(byte => byte === 0xff));
                return [stored.length, truncated, stdout_bytes];
            };
            assert.deepEqual(await ones(102_400), [102_400, undefined, undefined]);
            assert.deepEqual(await ones(200_000), [102_400, true, 200_000]);
            const { stdout_path } = await succeed('run', { command: 'printf x; for i in {1..40000}; do printf €; done' });
            assert.equal(readFileSync(artifact(String(stdout_path)), 'utf8'), `x${'€'.repeat(34_133)}`);
        });

        it('timeout: ends the command and keeps what it had written; refused without a person where it needs one', async () => {
            const { stdout_path, exit_code } = await fail('run', { command: 'echo begun; sleep 20', timeout_sec: 1 }, 'timeout');
            assert.deepEqual([readFileSync(artifact(String(stdout_path)), 'utf8'), exit_code], ['begun\n', null]);
            await fail('run', { command: 'rm -rf x' }, 'permission_denied');
            await fail('run', { command: '' }, 'invalid_params');
        });

        it('timeout: the time of a command that names none is that of the policy, which bounds every other', async () => {
            await workspace.restart({ policy: { limits: { execDefaultTimeoutMs: 500, execTimeoutMs: 800 } } });
            for (const [timeout_sec, limit] of [
                [null, 500],
                [20, 800]
            ]) {
                const { error } = await fail('run', { command: 'sleep 20', timeout_sec }, 'timeout');
                assert.equal((error?.message ?? '').includes(`within ${limit} ms`), true, error?.message);
            }
        });
    });

    it('sandbox_error: when no command can be run at all', async () => {
        const path = process.env.PATH;
        process.env.PATH = '/nowhere';
        try {
            await workspace.restart({ sandbox: 'bubblewrap' });
            await fail('run', { command: 'ls' }, 'sandbox_error');
        } finally {
            process.env.PATH = path;
        }
    });

    describe('Timeouts', () => {
        /** A patch that takes a while to be worked out. */
        const longPatch = (): string => {
            const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`);
            workspace.file('long.txt', lines.join(''));
            const changes = lines.map((line, index) => (index % 2 === 0 ? ` ${line}` : `-${line}+new ${line}`)).join('');
            return `--- a/long.txt\n+++ b/long.txt\n@@ -1,20000 +1,20000 @@\n${changes}`;
        };

        it('are 30, 10, 60 and 10 seconds, unless the Hub was started with others', () => {
            assert.deepEqual(AGENTBENCH_TIMEOUTS, { list_files: 30_000, read_file: 10_000, search: 60_000, apply_patch: 10_000 });
        });

        it('end each tool while it works, and are noted', async () => {
            const unified_diff = longPatch();
            const before = workspace.text('long.txt');
            workspace.file('huge.txt', 'text\n'.repeat(4_000_000));
            for (let index = 0; index < 3000; index++) {
                workspace.file(`many/${index % 50}/${index}`, 'text\n');
            }
            await withTime({ list_files: 2, read_file: 2, search: 2, apply_patch: 2 });
            for (const [tool, params] of [
                ['list_files', {}],
                ['read_file', { path: 'huge.txt' }],
                ['search', { query: 'text' }],
                ['apply_patch', { unified_diff }]
            ] as const) {
                await fail(tool, params, 'timeout');
            }
            await fail('run', { command: 'sleep 20', timeout_sec: 1 }, 'timeout');
            assert.deepEqual(
                readAudit(workspace.hub.auditDirectory).map(({ command, outcome, code }) => [command, outcome, code]),
                ['list_files', 'read_file', 'search', 'apply_patch', 'run'].map(tool => [`agentbench.${tool}`, 'failed', 'timeout'])
            );
            assert.deepEqual(
                events()
                    .filter(({ event }) => event === 'tool_call_finished')
                    .map(({ tool, status }) => [tool, status]),
                ['list_files', 'read_file', 'search', 'apply_patch', 'run'].map(tool => [tool, 'error'])
            );
            assert.equal(workspace.text('long.txt'), before);
        }).timeout(60_000);

        it('of apply_patch is its own, not that of other changes', async () => {
            const unified_diff = longPatch();
            await workspace.restart({ policy: { limits: { changeTimeoutMs: 1 } } });
            await succeed('apply_patch', { unified_diff });
            assert.match(workspace.text('long.txt'), /^line 0\nnew line 1\n/);
        });
    });

    describe('Growth of the artifacts', () => {
        const made = (name: string, content = 'old', run = 'run-1'): string => {
            const path = artifact(name, run);
            mkdirSync(dirname(path), { recursive: true });
            writeFileSync(path, content);
            return path;
        };

        it('keeps what the last 1000 steps of a run left, and what it did not make itself', async () => {
            const names = ['logs/tool_step_0001_stdout.txt', 'logs/tool_step_0002_stderr.txt', 'diffs/step_0002.patch'];
            names.forEach(name => made(name));
            const kept = ['logs/tool_step_0003_stdout.txt', 'logs/tool_step_1001_stdout.txt', 'logs/notes.txt', 'diffs/step_0003.patch'];
            kept.forEach(name => made(name));
            const { stdout_path: newest } = await call('run', { command: 'true' });
            assert.equal(newest, 'logs/tool_step_1002_stdout.txt');
            assert.deepEqual(
                names.filter(name => existsSync(artifact(name))),
                []
            );
            assert.deepEqual(
                [...kept, newest].filter(name => !existsSync(artifact(name))),
                []
            );
        });

        it('begins a new file of events at 16 MiB, keeps the one before it, and goes on counting', async () => {
            const event = `${JSON.stringify({ event: 'tool_call_finished', request_id: 'x'.repeat(1000), step: 41 })}\n`;
            made('events.1.jsonl', 'long ago');
            made('events.jsonl', event.repeat(Math.ceil((16 * 1024 * 1024) / event.length)));
            await call('list_files', {});
            assert.deepEqual(
                events().map(({ event: name, step }) => [name, step]),
                [['tool_call_finished', 42]]
            );
            const before = readFileSync(artifact('events.1.jsonl'), 'utf8');
            assert.match(before.slice(-1000), /"tool_call_started".*"step":42}$/m);
            await call('list_files', {});
            assert.equal(events().length, 3);
        });

        it('keeps the 200 runs that were used last, and nothing else is touched', async () => {
            for (let index = 0; index < 205; index++) {
                utimesSync(made('events.jsonl', '', `old-${index}`), 1000, 1000 + index);
            }
            made('mine.txt', 'no run', 'beside');
            await call('list_files', {}, 'newest');
            const left = readdirSync(workspace.artifacts);
            assert.equal(left.filter(name => name !== 'beside').length, 200);
            assert.ok(['newest', 'beside', 'old-204', 'old-6'].every(name => left.includes(name)) && !left.includes('old-5'));
        });
    });

    describe('Event logging', () => {
        it('notes the start with id, tool and parameters as they were sent, and the end with status and duration', async () => {
            const about = (step: number, tool: string): object => ({ step, request_id: 'req-1', tool });
            const patch = { unified_diff: `no patch ${'x'.repeat(100_000)}` };
            const command = { command: `echo ${'y'.repeat(500)}`, timeout_sec: 9 };
            await call('read_file', { path: 'none' });
            await call('apply_patch', patch);
            await call('run', { ...command, env: { A: 'tea-leaves', B: 'tea-leaves' } });
            await call('run', { env: 'tea-leaves' });
            const [started, finished, patched, , ran, , , refused] = events().map(({ timestamp, ...event }) => {
                assert.ok(!Number.isNaN(Date.parse(String(timestamp))));
                return event;
            });
            assert.deepEqual(started, { event: 'tool_call_started', ...about(1, 'read_file'), params: { path: 'none' } });
            const { duration_sec, ...end } = finished;
            assert.deepEqual(end, { event: 'tool_call_finished', ...about(1, 'read_file'), status: 'error' });
            assert.equal(typeof duration_sec, 'number');
            assert.deepEqual(patched, { event: 'tool_call_started', ...about(2, 'apply_patch'), params: patch });
            assert.deepEqual(ran.params, { ...command, env: { A: '(not noted)', B: '(not noted)' } });
            assert.doesNotMatch(JSON.stringify([ran, refused]), /tea-leaves/);
        });

        it('notes the end of a call, and the call in the audit, also when the artifacts cannot be stored', async () => {
            workspace.file('a.txt', 'a\n');
            await call('list_files', {});
            rmSync(artifact('diffs'), { recursive: true });
            writeFileSync(artifact('diffs'), '');
            const unified_diff = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n';
            assert.equal((await send({ tool: 'apply_patch', params: { unified_diff }, request_id: '2' })).status, 500);
            assert.equal(workspace.text('a.txt'), 'a\n');
            assert.deepEqual(
                events()
                    .map(({ event, request_id, status }) => [event, request_id, status])
                    .slice(2),
                [
                    ['tool_call_started', '2', undefined],
                    ['tool_call_finished', '2', 'error']
                ]
            );
            assert.deepEqual(
                readAudit(workspace.hub.auditDirectory)
                    .map(({ command, outcome, code }) => [command, outcome, code])
                    .slice(1),
                [['agentbench.apply_patch', 'failed', 'failed']]
            );
        });

        it('counts on behind a step whose parameters are long or look like another step', async () => {
            await call('apply_patch', { unified_diff: 'x'.repeat(100_000), step: 77 });
            // As it stands when the Hub was killed before the end was noted.
            const [started] = readFileSync(artifact('events.jsonl'), 'utf8').split('\n');
            writeFileSync(artifact('events.jsonl'), `${started}\n`);
            await workspace.restart();
            await call('list_files', {});
            assert.deepEqual(
                events().map(({ step }) => step),
                [1, 2, 2]
            );
        });

        it('numbers the steps of a run without repeating one, also after a restart and at the same time', async () => {
            await Promise.all(Array.from({ length: 10 }, () => call('list_files', {})));
            await workspace.restart();
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
                assert.equal(dirname(decodeURI(String(headers['x-openspace-artifacts']))), workspace.artifacts);
            }
            assert.equal(readdirSync(workspace.artifacts).length, names.length);
            assert.deepEqual(readdirSync(workspace.base), ['artifacts', 'outside', 'root']);
        });

        it('does nothing that it cannot note, and the call is in the audit and the metrics', async () => {
            workspace.file('a.txt', 'a\n');
            rmSync(workspace.artifacts, { recursive: true, force: true });
            writeFileSync(workspace.artifacts, '');
            const response = await send({ tool: 'run', params: { command: 'touch made' }, request_id: '1' });
            assert.equal(response.status, 500);
            assert.ok(!existsSync(workspace.path('made')));
            assert.deepEqual(
                readAudit(workspace.hub.auditDirectory).map(({ command, outcome, code, session }) => [command, outcome, code, session]),
                [['agentbench.run', 'failed', 'failed', 'run-1']]
            );
            const { text } = await workspace.hub.send({ path: '/metrics' });
            assert.match(text, /^openspace_commands_total\{command="agentbench\.run",outcome="failed"\} 1$/m);
        });
    });

    it('is described with the parameters of every tool', async () => {
        const description = (await workspace.hub.send({ path: '/openapi.json' })).text;
        assert.match(description, /"\/agentbench\/tools".*list_files.*unified_diff.*timeout_sec/);
    });
});
