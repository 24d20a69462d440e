import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { AuditedCall, readAudit, verifyAudit } from '@openspace/workspace-tools';
import { TESTED_SANDBOXES } from '@openspace/workspace-tools/lib/test/sandbox-providers';
import { useHub, WorkspaceHub } from '../testing/workspace-hub';

interface ToolAnswer {
    readonly status: number;
    readonly body: Record<string, unknown> & { error?: { code: string; message: string; details?: Record<string, unknown> } };
}

describe('The tool interface', () => {
    const workspace = useHub(new WorkspaceHub());

    const call = (tool: string, body: unknown, headers?: Record<string, string>) =>
        workspace.post(`/tools/${tool}`, body, headers) as Promise<ToolAnswer>;
    const succeed = async (tool: string, body: unknown): Promise<ToolAnswer['body']> => {
        const answer = await call(tool, body);
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        return answer.body;
    };
    const fail = async (tool: string, body: unknown, status: number, code: string): Promise<NonNullable<ToolAnswer['body']['error']>> => {
        const answer = await call(tool, body);
        const { error } = answer.body;
        assert.ok(error, JSON.stringify(answer.body));
        assert.deepEqual([answer.status, error.code], [status, code], error.message);
        assert.ok(error.message.length > 0 && !error.message.includes(workspace.base), error.message);
        assert.equal(typeof error.details, 'object');
        return error;
    };

    describe('Bash command execution', () => {
        it('Successful command execution: returns stdout, stderr, exit_code and duration_ms, with the root as /workspace', async () => {
            for (const sandbox of TESTED_SANDBOXES) {
                await workspace.restart({ sandbox });
                workspace.file('a.txt', 'a');
                const command = 'cd /workspace; echo *; cat /workspace/a.txt >&2';
                const answer = await succeed('bash', { command, workdir: '/workspace' });
                assert.deepEqual([answer.stdout, answer.stderr, answer.exit_code], ['a.txt\n', 'a', 0]);
                assert.equal(typeof answer.duration_ms, 'number');
                assert.deepEqual([answer.truncated, answer.total_bytes], [false, 7]);
                // Debian's version of gVisor answers a call of `ls` in a way that `ls` does not understand.
                if (sandbox !== 'gvisor') {
                    assert.match(String((await succeed('bash', { command: 'ls -la /workspace' })).stdout), / a\.txt\n/);
                }
                await succeed('bash', { command: 'echo b > "/workspace/b.txt"' });
                assert.equal(workspace.text('b.txt'), 'b\n');
                await fail('bash', { command: 'rm -rf /workspace' }, 403, 'denied');
                rmSync(workspace.path('b.txt'));
            }
        }).timeout(60_000);

        it('Command with non-zero exit code: is an answer like any other', async () => {
            const answer = await succeed('bash', { command: 'echo out; echo err >&2; ls none-of-this-name' });
            assert.equal(answer.exit_code, 2);
            assert.equal(answer.stdout, 'out\n');
            assert.match(String(answer.stderr), /^err\n.*none-of-this-name/);
        });

        it('Command timeout: ends the command and answers with what it had written', async () => {
            for (const sandbox of TESTED_SANDBOXES) {
                await workspace.restart({ sandbox });
                const command = 'echo begun; echo trouble >&2; sleep 60';
                const { details } = await fail('bash', { command, timeout_ms: 3000 }, 408, 'timeout');
                const { stdout, stderr, total_bytes } = details ?? {};
                assert.deepEqual([stdout, stderr, total_bytes], ['begun\n', 'trouble\n', 14], sandbox);
            }
        }).timeout(60_000);

        it('Command timeout: asks the command to end, and kills it when it still runs 5 seconds later', async () => {
            workspace.file(
                'stubborn.js',
                "process.on('SIGTERM', () => console.log('asked to end')); console.log('begun'); setInterval(() => undefined, 1000);"
            );
            // Under local a person has to agree to a script.
            for (const sandbox of TESTED_SANDBOXES.filter(name => name !== 'local')) {
                await workspace.restart({ sandbox });
                const { details } = await fail('bash', { command: 'node stubborn.js', timeout_ms: 3000 }, 408, 'timeout');
                assert.equal(details?.stdout, 'begun\nasked to end\n', sandbox);
                assert.ok(Number(details.duration_ms) >= 8000, String(details.duration_ms));
            }
        }).timeout(60_000);

        it('Command with custom working directory: runs there', async () => {
            workspace.file('src/inner.txt', '');
            for (const workdir of ['/workspace/src', 'src', workspace.path('src')]) {
                assert.equal((await succeed('bash', { command: 'ls', workdir })).stdout, 'inner.txt\n', workdir);
            }
            await fail('bash', { command: 'ls', workdir: '/workspace/none' }, 404, 'not_found');
            await fail('bash', { command: 'ls', workdir: '/etc' }, 403, 'denied');
            await fail('bash', { command: 'ls', workdir: 'src/inner.txt' }, 400, 'not_a_directory');
        });

        it('Long-running command output: is cut at 50 KB and says how much there was', async () => {
            const answer = await succeed('bash', { command: 'seq 1 20000' });
            const numbers = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('');
            assert.ok(answer.stdout === numbers.slice(0, 50 * 1024));
            assert.deepEqual([answer.truncated, answer.total_bytes], [true, 108_894]);
            const exact = await succeed('bash', { command: 'head -c 51200 /dev/zero; head -c 51200 /dev/zero >&2' });
            assert.deepEqual([exact.truncated, exact.total_bytes], [false, 102_400]);
            const over = await succeed('bash', { command: 'head -c 51201 /dev/zero >&2' });
            assert.deepEqual([String(over.stderr).length, over.truncated, over.total_bytes], [51_200, true, 51_201]);
        });

        it('Long-running command output: is cut at 50 KB of what is returned, also when it is no UTF-8', async () => {
            const { stdout, truncated, total_bytes } = await succeed('bash', { command: 'head -c 40001 /dev/zero | tr "\\0" "\\377"' });
            assert.deepEqual([stdout, truncated, total_bytes], ['\ufffd'.repeat(17_066), true, 40_001]);
            const whole = await succeed('bash', { command: 'head -c 17000 /dev/zero | tr "\\0" "\\377"' });
            assert.deepEqual([whole.stdout, whole.truncated], ['\ufffd'.repeat(17_000), false]);
            const wide = await succeed('bash', { command: 'for i in {1..20000}; do printf €; done' });
            assert.deepEqual([wide.stdout, wide.truncated, wide.total_bytes], ['€'.repeat(17_066), true, 60_000]);
        });

        it('refuses what needs a person when nobody can be asked, and says why', async () => {
            workspace.file('keep.txt', 'x');
            const { message } = await fail('bash', { command: 'rm -rf keep.txt' }, 403, 'denied');
            assert.match(message, /nobody could be asked/);
            assert.ok(existsSync(workspace.path('keep.txt')));
        });

        it('names the root as /workspace in what it refuses', async () => {
            for (const [command, subCommand, reason] of [
                ['rm -rf /workspace/src', 'rm -rf /workspace/src', /folders/],
                [`echo x > ${workspace.path('.git/config')}`, 'echo x > /workspace/.git/config', /: \/workspace\/\.git\/config$/]
            ] as const) {
                const { message, details } = await fail('bash', { command }, 403, 'denied');
                assert.equal(details?.subCommand, subCommand);
                assert.match(String(details.reason), reason);
                assert.ok(message.includes(String(details.reason)), message);
            }
        });

        it('keeps secrets and the outside from commands, whichever way they ask', async () => {
            await workspace.restart({ sandbox: 'bubblewrap' });
            workspace.file('.env', 'KEY=secret-value');
            const { stdout } = await succeed('bash', {
                command: `cat .env /workspace/.env; cat ${workspace.base}/outside/secret.txt; grep -r secret-val .`
            });
            assert.equal(stdout, '');
        });
    });

    describe('File read', () => {
        it('Read entire small file: returns the content with line numbers prefixed', async () => {
            workspace.file('README.md', '# README\n\nContent...');
            assert.deepEqual(await succeed('read', { file_path: '/workspace/README.md' }), {
                file_path: '/workspace/README.md',
                type: 'file',
                content: '1: # README\n2: \n3: Content...',
                size: 20,
                start_line: 1,
                end_line: 3,
                total_lines: 3,
                truncated: false
            });
        });

        it('Read file with offset and limit: returns lines 100-149 with correct line number prefixes', async () => {
            workspace.file('long.txt', Array.from({ length: 300 }, (_, index) => `line ${index + 1}\n`).join(''));
            const answer = await succeed('read', { file_path: '/workspace/long.txt', offset: 100, limit: 50 });
            const lines = String(answer.content).trimEnd().split('\n');
            assert.deepEqual([lines.length, lines[0], lines.at(-1)], [50, '100: line 100', '149: line 149']);
            assert.deepEqual([answer.start_line, answer.end_line, answer.total_lines], [100, 149, 300]);
            const head = await succeed('read', { file_path: '/workspace/long.txt', limit: 2 });
            assert.equal(head.content, '1: line 1\n2: line 2\n');
            const tail = await succeed('read', { file_path: '/workspace/long.txt', offset: 300 });
            assert.equal(tail.content, '300: line 300\n');
            const all = await succeed('read', { file_path: '/workspace/long.txt', offset: 1e308, limit: 1e308 });
            assert.deepEqual([all.content, all.total_lines], ['', 300]);
        });

        it('Read file with offset and limit: cuts what is too long behind a whole line, so that going on from there misses nothing', async () => {
            const lines = Array.from({ length: 60_000 }, (_, index) => `${index + 1}`.padEnd(34, '.'));
            workspace.file('long.txt', `${lines.join('\n')}\n`);
            const shown: string[] = [];
            for (let offset = 1; offset <= lines.length;) {
                const answer = await succeed('read', { file_path: 'long.txt', offset, limit: 100_000 });
                assert.deepEqual([answer.start_line, answer.total_lines, answer.line_cut], [offset, lines.length, undefined]);
                assert.equal(answer.truncated, Number(answer.end_line) < lines.length);
                assert.match(String(answer.content), /\n$/);
                shown.push(...String(answer.content).trimEnd().split('\n'));
                offset = Number(answer.end_line) + 1;
            }
            assert.ok(shown.join() === lines.map((line, index) => `${index + 1}: ${line}`).join());
        });

        it('Read file with offset and limit: says so when a line is too long to be shown whole', async () => {
            workspace.file('wide.txt', `first\n${'x'.repeat(3_000_000)}\nlast\n`);
            const { content, truncated, line_cut } = await succeed('read', { file_path: 'wide.txt', offset: 2, limit: 2 });
            assert.match(String(content), /^2: x+$/);
            assert.deepEqual([truncated, line_cut], [true, true]);
            const before = await succeed('read', { file_path: 'wide.txt', offset: 1, limit: 3 });
            assert.deepEqual([before.content, before.end_line, before.truncated, before.line_cut], ['1: first\n', 1, true, undefined]);
        });

        it('Read non-existent file: returns a clear error', async () => {
            workspace.file('src/index.ts');
            const { message, details } = await fail('read', { file_path: '/workspace/src/indx.ts' }, 404, 'not_found');
            assert.match(message, /"\/workspace\/src\/indx\.ts" does not exist\. Did you mean "\/workspace\/src\/index\.ts"\?$/);
            assert.deepEqual(details?.suggestions, ['/workspace/src/index.ts']);
        });

        it('Read directory listing: returns the entries with trailing / for subdirectories', async () => {
            workspace.file('src/a.ts');
            workspace.file('README.md');
            const answer = await succeed('read', { file_path: '/workspace' });
            assert.deepEqual(answer, {
                file_path: '/workspace',
                type: 'directory',
                entries: ['src/', 'README.md'],
                content: 'src/\nREADME.md',
                total: 2,
                truncated: false
            });
            const part = await succeed('read', { file_path: '/workspace', offset: 2, limit: 1 });
            assert.deepEqual([part.entries, part.total], [['README.md'], 2]);
            assert.deepEqual((await succeed('read', { file_path: '/workspace', limit: 1 })).entries, ['src/']);
            assert.equal((await succeed('read', { file_path: '/workspace/src/' })).file_path, '/workspace/src');
        });

        it('Read directory listing: ends a link to a directory of the workspace with / as well', async () => {
            workspace.file('src/deep/a.txt');
            symlinkSync('deep', workspace.path('src/inside'));
            symlinkSync(workspace.outside, workspace.path('src/outside'));
            assert.deepEqual((await succeed('read', { file_path: 'src' })).entries, ['deep/', 'inside/', 'outside']);
        });

        it('Read directory listing: has a line for each entry in its text, whatever the names are', async () => {
            const names = ['bidi\u202e', 'line\n.git'];
            names.forEach(name => workspace.file(`odd/${name}`));
            const answer = await succeed('read', { file_path: 'odd' });
            assert.deepEqual([answer.entries, answer.content], [names, 'bidi\\u{202e}\nline\\u{a}.git']);
        });

        it('Read directory listing: goes on behind the first 1,000 entries', async () => {
            for (let index = 1000; index < 2005; index++) {
                workspace.file(`many/${index}`);
            }
            const read = (part: object) => succeed('read', { file_path: 'many', ...part });
            const first = await read({});
            assert.deepEqual([(first.entries as []).length, first.total, first.truncated], [1000, 1005, true]);
            const rest = await read({ offset: 1001 });
            assert.deepEqual([rest.entries, rest.total, rest.truncated], [['2000', '2001', '2002', '2003', '2004'], 1005, false]);
            const part = await read({ offset: 999, limit: 3 });
            assert.deepEqual([part.entries, part.truncated], [['1998', '1999', '2000'], false]);
        });

        it('Read binary file: returns size and type, and no content', async () => {
            workspace.file('logo.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'));
            const answer = await succeed('read', { file_path: 'logo.png' });
            assert.deepEqual(answer, { file_path: '/workspace/logo.png', type: 'image/png', size: 11, binary: true });
            const [{ outcome, code }] = readAudit(workspace.hub.auditDirectory);
            assert.deepEqual([outcome, code], ['done', undefined]);
        });

        it('Read binary file: describes a program, whichever of its lines are wanted', async () => {
            const header = Buffer.from('7f454c4602010100000000000000000003003e0001000000', 'hex');
            workspace.file('program', Buffer.concat([header, Buffer.from('\ntext\ntext\n')]));
            for (const part of [{}, { offset: 2, limit: 1 }, { limit: 1 }]) {
                assert.deepEqual(await succeed('read', { file_path: 'program', ...part }), {
                    file_path: '/workspace/program',
                    type: 'application/x-elf',
                    size: 35,
                    binary: true
                });
            }
        });

        it('refuses a file that is too large to be read at once, and says how to read a part', async () => {
            workspace.file('large.txt', 'x\n'.repeat(1_000_000));
            const { message } = await fail('read', { file_path: '/workspace/large.txt' }, 413, 'too_large');
            assert.match(message, /Read some of its lines/);
            assert.equal((await succeed('read', { file_path: '/workspace/large.txt', offset: 999_999, limit: 1 })).content, '999999: x\n');
        });
    });

    describe('File write', () => {
        it('Write new file: creates the file with the content', async () => {
            const answer = await succeed('write', { file_path: '/workspace/new-file.ts', content: 'export const x = 1;' });
            assert.deepEqual(answer, { success: true, file_path: '/workspace/new-file.ts', created: true, bytes_written: 19 });
            assert.equal(workspace.text('new-file.ts'), 'export const x = 1;');
        });

        it('Overwrite existing file: replaces the entire content', async () => {
            workspace.file('a.txt', 'a long old content');
            assert.equal((await succeed('write', { file_path: '/workspace/a.txt', content: 'new' })).created, false);
            assert.equal(workspace.text('a.txt'), 'new');
        });

        it('Write with auto-create directories: creates all parent directories', async () => {
            await succeed('write', { file_path: '/workspace/src/new/deep/file.ts', content: 'x' });
            assert.equal(workspace.text('src/new/deep/file.ts'), 'x');
        });
    });

    describe('File edit', () => {
        it('Successful string replacement: replaces and returns the number of lines changed', async () => {
            workspace.file('server.ts', 'const port = 3000;\n');
            const answer = await succeed('edit', {
                file_path: '/workspace/server.ts',
                old_string: 'const port = 3000',
                new_string: 'const port = 8080'
            });
            assert.deepEqual(answer, { success: true, file_path: '/workspace/server.ts', replacements: 1, lines_changed: 1 });
            assert.equal(workspace.text('server.ts'), 'const port = 8080;\n');
        });

        it('Old string not found: "oldString not found in content", and what to do', async () => {
            workspace.file('a.txt', 'a');
            const { message, details } = await fail(
                'edit',
                { file_path: '/workspace/a.txt', old_string: '1: a', new_string: 'c' },
                400,
                'old_string_not_found'
            );
            assert.equal(message, 'oldString not found in content');
            assert.match(String(details?.advice), /Read the file again and copy the text exactly, .* without line numbers\./);
        });

        it('Successful string replacement: takes and writes lines as they end in a file with CRLF, and leaves all others as they are', async () => {
            const path = '/workspace/dos.txt';
            workspace.file('dos.txt', 'a\r\nb\r\nc\r\na\r\nb\r\n');
            const edit = { file_path: path, old_string: 'a\nb\n', new_string: 'x\ny\nz\n' };
            await fail('edit', edit, 400, 'multiple_matches');
            const { replacements, lines_changed } = await succeed('edit', { ...edit, replace_all: true });
            assert.deepEqual([replacements, lines_changed], [2, 6]);
            assert.equal(workspace.text('dos.txt'), 'x\r\ny\r\nz\r\nc\r\nx\r\ny\r\nz\r\n');
            workspace.file('unix.txt', 'a\nb\n');
            await succeed('edit', { file_path: 'unix.txt', old_string: 'a', new_string: 'x\r\ny' });
            assert.equal(workspace.text('unix.txt'), 'x\r\ny\nb\n');
            await fail('edit', { file_path: 'unix.txt', old_string: 'y\r\nb', new_string: 'z' }, 400, 'old_string_not_found');
        });

        it('Multiple matches for old string: "Found multiple matches for oldString", and what to do', async () => {
            workspace.file('a.txt', 'x x');
            const { message, details } = await fail(
                'edit',
                { file_path: '/workspace/a.txt', old_string: 'x', new_string: 'y' },
                400,
                'multiple_matches'
            );
            assert.match(message, /^Found multiple matches for oldString.*more context.*use replace_all/);
            assert.equal(details?.count, 2);
            assert.equal(workspace.text('a.txt'), 'x x');
            workspace.file('a.txt', 'x x x');
            await fail('edit', { file_path: 'a.txt', old_string: 'x x', new_string: 'y' }, 400, 'multiple_matches');
        });

        it('Replace all occurrences: returns the total count of replacements', async () => {
            workspace.file('a.txt', 'x x\nx');
            const answer = await succeed('edit', { file_path: '/workspace/a.txt', old_string: 'x', new_string: 'y', replace_all: true });
            assert.deepEqual([answer.replacements, answer.lines_changed, workspace.text('a.txt')], [3, 2, 'y y\ny']);
        });
    });

    describe('File glob', () => {
        it('Find files by extension: all under the path, sorted by modification time', async () => {
            ['src/old.ts', 'src/deep/new.ts', 'src/middle.ts'].forEach((name, index) =>
                utimesSync(workspace.file(name), 1, [10, 30, 20][index])
            );
            workspace.file('src/a.js');
            workspace.file('other.ts');
            const { files } = await succeed('glob', { pattern: '**/*.ts', path: '/workspace/src' });
            assert.deepEqual(files, ['/workspace/src/deep/new.ts', '/workspace/src/middle.ts', '/workspace/src/old.ts']);
            for (const path of [undefined, '/workspace', '.', '/workspace/src', 'src/']) {
                assert.deepEqual((await succeed('glob', { pattern: '/workspace/src/**/*.ts', path })).files, files, path);
            }
        });

        it('No matches found: an empty list, not an error', async () => {
            assert.deepEqual(await succeed('glob', { pattern: '**/*.py' }), { files: [], total: 0, truncated: false });
        });

        it('Find files by extension: the 1,000 that were changed last, with the number of all', async () => {
            const names = Array.from({ length: 1003 }, (_, index) => `${index}.ts`);
            names.forEach((name, index) => utimesSync(workspace.file(name), 1, 1000 + index));
            const { files, total, truncated } = await succeed('glob', { pattern: '*.ts' });
            const latest = names.toReversed().slice(0, 1000);
            assert.deepEqual([files, total, truncated], [latest.map(name => `/workspace/${name}`), 1003, true]);
            names.slice(0, 3).forEach(name => rmSync(workspace.path(name)));
            const exact = await succeed('glob', { pattern: '*.ts' });
            assert.deepEqual([(exact.files as []).length, exact.total, exact.truncated], [1000, 1000, false]);
        });

        it('Glob with specific directory: only that directory and its subdirectories', async () => {
            ['tests/a.ts', 'tests/deep/b.ts', 'src/c.ts'].forEach(name => workspace.file(name));
            const { files } = await succeed('glob', { pattern: '**/*', path: '/workspace/tests' });
            assert.deepEqual((files as string[]).toSorted(), ['/workspace/tests/a.ts', '/workspace/tests/deep/b.ts']);
            const elsewhere = { pattern: '/workspace/src/*', path: '/workspace/tests' };
            const { message } = await fail('glob', elsewhere, 400, 'invalid_argument');
            assert.match(message, /not with \/workspace\/tests\/, which is searched/);
            await fail('glob', { pattern: '/workspace/src/*', path: '..' }, 403, 'denied');
            assert.deepEqual(
                readAudit(workspace.hub.auditDirectory).map(({ outcome, code }) => [outcome, code]),
                [
                    ['done', undefined],
                    ['refused', 'invalid-argument'],
                    ['refused', 'outside-workspace']
                ]
            );
        });
    });

    describe('Content grep', () => {
        it('Search for pattern across files: paths and line numbers of each match', async () => {
            workspace.file('src/a.ts', 'x\n// TODO one\n');
            workspace.file('src/b.ts', '// TODO two');
            workspace.file('other.ts', 'TODO');
            assert.deepEqual(await succeed('grep', { pattern: 'TODO', path: '/workspace/src' }), {
                matches: [
                    { file: '/workspace/src/a.ts', line: 2, content: '// TODO one' },
                    { file: '/workspace/src/b.ts', line: 1, content: '// TODO two' }
                ],
                total: 2,
                truncated: false
            });
        });

        it('Search with file type filter: only those files', async () => {
            workspace.file('a.ts', "import 'x'");
            workspace.file('a.js', "import 'x'");
            const { matches } = await succeed('grep', { pattern: 'import', path: '/workspace', include: '*.ts' });
            assert.deepEqual(matches, [{ file: '/workspace/a.ts', line: 1, content: "import 'x'" }]);
        });

        it('Search with file type filter: one with a slash counts from the path, as the pattern of glob does, or from the root', async () => {
            for (const name of ['src/a.ts', 'src/deep/b.ts', 'src/deep/c.js', 'deep/d.ts', 'e.ts']) {
                workspace.file(name, 'hit');
            }
            const found = async (include: string, path?: string): Promise<string[]> => {
                const { matches } = await succeed('grep', { pattern: 'hit', include, path });
                return (matches as { file: string }[]).map(({ file }) => file.slice('/workspace/'.length));
            };
            for (const path of ['/workspace/src', 'src/', workspace.path('src')]) {
                assert.deepEqual(await found('deep/*.ts', path), ['src/deep/b.ts'], path);
                assert.deepEqual(await found('**/*.ts', path), ['src/a.ts', 'src/deep/b.ts'], path);
                assert.deepEqual(await found('/workspace/src/*.ts', path), ['src/a.ts'], path);
            }
            assert.deepEqual(await found('deep/*.ts'), ['deep/d.ts']);
            assert.deepEqual(await found('/workspace/src/**'), ['src/a.ts', 'src/deep/b.ts', 'src/deep/c.js']);
            assert.deepEqual(await found('/workspace/*.ts'), ['e.ts']);
            assert.deepEqual(await found('*.ts', '/workspace/src/deep/b.ts'), ['src/deep/b.ts']);
            assert.deepEqual(await found('./b.ts', 'src/deep/b.ts'), ['src/deep/b.ts']);
            symlinkSync('src/deep', workspace.path('link'));
            assert.deepEqual(await found('/workspace/link/*.ts', 'link'), ['src/deep/b.ts']);
            const elsewhere = { pattern: 'hit', include: '/workspace/deep/*.ts', path: 'src' };
            assert.match(
                (await fail('grep', elsewhere, 400, 'invalid_argument')).message,
                /not with \/workspace\/src\/, which is searched/
            );
        });

        it('Search for pattern across files: also in those that git ignores', async () => {
            workspace.file('.gitignore', 'generated.ts\n');
            workspace.file('generated.ts', 'TODO');
            const { matches } = await succeed('grep', { pattern: 'TODO' });
            assert.deepEqual(matches, [{ file: '/workspace/generated.ts', line: 1, content: 'TODO' }]);
        });

        it('Search for pattern across files: at most 1,000 matches, and says when there are more', async () => {
            workspace.file('a.txt', 'hit\n'.repeat(1000));
            const exact = await succeed('grep', { pattern: 'hit' });
            assert.deepEqual([(exact.matches as []).length, exact.total, exact.truncated], [1000, 1000, false]);
            workspace.file('b.txt', 'hit\n'.repeat(200));
            const { matches, total, truncated } = await succeed('grep', { pattern: 'hit' });
            assert.deepEqual([(matches as []).length, truncated], [1000, true]);
            assert.ok(Number(total) > 1000 && Number(total) <= 1200, String(total));
        });

        it('Regex pattern search: the pattern is a regular expression', async () => {
            workspace.file('a.ts', 'function one() {}\nfunctional\nfunction\n');
            const { matches } = await succeed('grep', { pattern: 'function\\s+\\w+' });
            assert.deepEqual(matches, [{ file: '/workspace/a.ts', line: 1, content: 'function one() {}' }]);
            await fail('grep', { pattern: '(' }, 400, 'invalid_pattern');
        });
    });

    describe('Tool operation audit logging', () => {
        const audited = (): AuditedCall[] => {
            assert.deepEqual(verifyAudit(workspace.hub.auditDirectory).problems, []);
            return readAudit(workspace.hub.auditDirectory);
        };

        it('Successful operation logged: type, workspace, session, time, duration and summary, without contents', async () => {
            workspace.file('a.txt', 'SECRET-BEFORE');
            const session = { 'x-openspace-session': 'session-7' };
            await call('read', { file_path: '/workspace/a.txt' }, session);
            await call('write', { file_path: '/workspace/b.txt', content: 'SECRET-WRITTEN' }, session);
            await call('edit', { file_path: '/workspace/a.txt', old_string: 'SECRET-BEFORE', new_string: 'SECRET-AFTER' }, session);
            await call('glob', { pattern: '*.txt' }, session);
            await call('grep', { pattern: 'AFTER' }, session);
            await call('bash', { command: 'cat a.txt', workdir: '/workspace' }, session);
            execFileSync('git', ['init', '--quiet', workspace.path()]);
            await call('git', { action: 'status' }, session);
            const calls = audited();
            assert.deepEqual(
                calls.map(({ command, outcome }) => [command, outcome]),
                ['read', 'write', 'edit', 'glob', 'grep', 'bash', 'git'].map(command => [`tools.${command}`, 'done'])
            );
            for (const { session: noted, time, durationMs, workspace: root } of calls) {
                assert.deepEqual([noted, root], ['session-7', workspace.path()]);
                assert.ok(!Number.isNaN(Date.parse(time)) && durationMs !== undefined && durationMs >= 0);
            }
            assert.equal(calls[0].args.path, '/workspace/a.txt');
            assert.equal(calls[5].args.command, 'cat a.txt');
            assert.ok(!JSON.stringify(calls).includes('SECRET'));
        });

        it('Failed operation logged: with the error and the same metadata', async () => {
            await call('read', { file_path: '/workspace/none' });
            await call('read', { file_path: '/etc/passwd' });
            await call('read', { path: 'wrong name' });
            await call('edit', { file_path: '/workspace/.git/config', old_string: 'a', new_string: 'b' });
            const calls = audited();
            assert.deepEqual(
                calls.map(({ outcome, code }) => [outcome, code]),
                [
                    ['failed', 'not-found'],
                    ['refused', 'outside-workspace'],
                    ['refused', 'invalid-argument'],
                    ['refused', 'protected-path']
                ]
            );
            assert.ok(calls.every(({ session, workspace: root }) => session.startsWith('tools-') && root === workspace.path()));
            assert.deepEqual(
                calls.map(({ message }) => (message ?? '').replace(/[.,:] .*/, '')),
                [
                    '"/workspace/none" does not exist',
                    '"/etc/passwd" leads outside the workspace',
                    "body must have required property 'file_path'",
                    '"/workspace/.git/config" is protected from changes by tools (rule ".git")'
                ]
            );
            await call('read', { file_path: `/workspace/${'long/'.repeat(400)}` });
            assert.ok((audited().at(-1)?.message ?? '').length < 600);
        });

        it('Failed operation logged: of every tool, with its time and duration, and without what a command had written', async () => {
            for (const [tool, body, outcome] of [
                ['bash', { command: 'cat a.txt; sleep 20', timeout_ms: 1000 }, ['failed', 'timeout']],
                ['read', { file_path: 'none' }, ['failed', 'not-found']],
                ['write', { file_path: '.git/config', content: 'SECRET-42' }, ['refused', 'protected-path']],
                ['edit', { file_path: 'a.txt', old_string: 'SECRET-42', new_string: 'x' }, ['failed', 'text-not-found']],
                ['glob', { pattern: '[a' }, ['failed', 'invalid-pattern']],
                ['grep', { pattern: '(' }, ['failed', 'invalid-pattern']],
                ['git', { action: 'status' }, ['failed', 'no-repository']]
            ] as const) {
                workspace.file('a.txt', 'SECRET-41\n');
                const begun = Date.now();
                const { status } = await call(tool, body);
                assert.ok(status >= 400, tool);
                const last = audited().at(-1);
                assert.deepEqual([last?.command, last?.outcome, last?.code], [`tools.${tool}`, ...outcome]);
                const [time, durationMs] = [Date.parse(last?.time ?? ''), Number(last?.durationMs)];
                assert.ok(time >= begun && time <= Date.now() && durationMs >= (tool === 'bash' ? 1000 : 0), tool);
            }
            assert.doesNotMatch(JSON.stringify(audited()), /SECRET-4/);
        });

        it('Failed operation logged: when the workspace is gone, until it is back', async () => {
            rmSync(workspace.path(), { recursive: true });
            await fail('read', { file_path: '/workspace/a.txt' }, 503, 'no_workspace');
            mkdirSync(workspace.path());
            workspace.file('a.txt', 'a');
            await succeed('read', { file_path: '/workspace/a.txt' });
            assert.deepEqual(
                audited().map(({ outcome, code }) => [outcome, code]),
                [
                    ['failed', 'no-workspace'],
                    ['done', undefined]
                ]
            );
        });

        it('changes nothing when it cannot be noted', async () => {
            await succeed('glob', { pattern: '*' });
            rmSync(workspace.hub.auditDirectory, { recursive: true });
            await fail('write', { file_path: '/workspace/a.txt', content: 'x' }, 500, 'audit_failed');
            assert.ok(!existsSync(workspace.path('a.txt')));
            mkdirSync(workspace.hub.auditDirectory);
        });
    });

    describe('Provider-agnostic tool interface', () => {
        /** What the tool answers in every provider, whatever time it took. */
        const everywhere = async (tool: string, body: unknown): Promise<Record<string, unknown>[]> => {
            const answers = [];
            for (const sandbox of TESTED_SANDBOXES) {
                await workspace.restart({ sandbox });
                answers.push({ ...(await succeed(tool, body)), duration_ms: 0 });
            }
            return answers;
        };

        it('Same tool behavior across providers: echo "hello" is answered alike in each', async () => {
            const same = { stdout: 'hello\n', stderr: '', exit_code: 0, duration_ms: 0, truncated: false, total_bytes: 6 };
            assert.deepEqual(
                await everywhere('bash', { command: 'echo "hello"' }),
                TESTED_SANDBOXES.map(() => same)
            );
        }).timeout(60_000);

        it('Provider abstraction for file operations: a file has the same lines in each', async () => {
            workspace.file('README.md', '# README\n\nContent...');
            const contents = await everywhere('read', { file_path: '/workspace/README.md' });
            assert.deepEqual(
                contents.map(({ content }) => content),
                TESTED_SANDBOXES.map(() => '1: # README\n2: \n3: Content...')
            );
        }).timeout(60_000);
    });

    it('denies what the guard and the policy deny, in every tool, and says why', async () => {
        workspace.file('.env', 'KEY=1');
        workspace.file('.git/config', 'x');
        symlinkSync(workspace.outside, workspace.path('link'));
        const denied = [
            '/workspace/.env',
            '/workspace/link/secret.txt',
            '/etc/passwd',
            '/workspace/../outside/secret.txt',
            '/workspace-evil/a'
        ];
        for (const file_path of denied) {
            await fail('read', { file_path }, 403, 'denied');
            await fail('write', { file_path, content: 'x' }, 403, 'denied');
            await fail('edit', { file_path, old_string: 'a', new_string: 'b' }, 403, 'denied');
            await fail('grep', { pattern: 'x', path: file_path }, 403, 'denied');
        }
        for (const outside of ['/workspace/link', '/etc', '..']) {
            await fail('glob', { pattern: '*', path: outside }, 403, 'denied');
        }
        await fail('write', { file_path: '/workspace/.git/hooks/pre-commit', content: 'x' }, 403, 'denied');
        const { message } = await fail('write', { file_path: '/workspace/.vscode/tasks.json', content: 'x' }, 403, 'denied');
        assert.match(message, /needs a person's word.*nobody could be asked/);
        assert.deepEqual((await succeed('grep', { pattern: 'KEY|outside' })).matches, []);
        assert.equal(readFileSync(join(workspace.base, 'outside/secret.txt'), 'utf8'), 'outside');
    });

    it('takes paths relative to the root and below /workspace, wherever the root really is', async () => {
        workspace.file('src/a.txt', 'a');
        for (const file_path of [
            'src/a.txt',
            './src/a.txt',
            '/workspace/src/a.txt',
            '/workspace/src/../src/a.txt',
            workspace.path('src/a.txt')
        ]) {
            assert.equal((await succeed('read', { file_path })).file_path, '/workspace/src/a.txt', file_path);
        }
        await fail('read', { file_path: '' }, 400, 'invalid_path');
        await fail('read', { file_path: 'x'.repeat(300) }, 400, 'invalid_path');
        await fail('read', { file_path: 'a\0b' }, 400, 'invalid_path');
    });

    it('refuses requests that do not fit, and says which field is wrong', async () => {
        for (const [tool, body] of [
            ['read', {}],
            ['read', { file_path: 1 }],
            ['read', { file_path: 'a', offset: 0 }],
            ['read', { file_path: 'a', extra: true }],
            ['write', { file_path: 'a' }],
            ['edit', { file_path: 'a', old_string: '', new_string: 'b' }],
            ['glob', {}],
            ['grep', { pattern: '' }],
            ['grep', []]
        ] as const) {
            const { message } = await fail(tool, body, 400, 'invalid_request');
            assert.match(message, /body/, JSON.stringify(body));
        }
        await fail('edit', { file_path: 'a', old_string: 'b', new_string: 'b' }, 400, 'invalid_argument');
    });

    it('answers requests that are no JSON, too large, without the token or to no tool with code, message and details, too', async () => {
        const wrong = async (status: number, code: string, body: unknown, headers: Record<string, string> = {}, tool = 'read') => {
            const answer = await call(tool, body, headers);
            const { error } = answer.body;
            assert.deepEqual([answer.status, error?.code, Object.keys(error ?? {})], [status, code, ['code', 'message', 'details']]);
            assert.deepEqual(error?.details, {});
        };
        await wrong(400, 'invalid_json', '{"file_path":');
        await wrong(401, 'unauthorized', {}, { authorization: 'Bearer wrong' });
        await wrong(403, 'forbidden_origin', {}, { origin: 'https://evil.example' });
        await wrong(404, 'not_found', {}, {}, 'none');
        await wrong(413, 'body_too_large', { file_path: 'x'.repeat(5_000_000) });
        await wrong(415, 'unsupported_media_type', '{}', { 'content-type': 'text/plain' });
    });

    it('is described with all its fields', async () => {
        const { paths } = JSON.parse((await workspace.hub.send({ path: '/openapi.json' })).text) as { paths: Record<string, object> };
        for (const tool of ['bash', 'read', 'write', 'edit', 'glob', 'grep', 'git']) {
            assert.ok(`/tools/${tool}` in paths, tool);
        }
        assert.match(JSON.stringify(paths['/tools/edit']), /old_string.*new_string.*replace_all/);
    });
});
