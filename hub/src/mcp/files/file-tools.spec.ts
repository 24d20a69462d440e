import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { readAudit, verifyAudit, WorkspaceError, WorkspaceErrorCode } from '@openspace/workspace-tools';
import { FileToolHub } from '../../testing/file-tool-hub';
import { connectMcpClient } from '../../testing/mcp-client';
import { textsOf } from '../../testing/tool-caller';
import { useHub } from '../../testing/workspace-hub';
import { fileErrorText } from './file-error-texts';
import { FILE_TOOL_LIST } from './file-tool-door';
import { FILE_TOOL_SCHEMAS, FileToolName } from './file-tool-schemas';
import { sizeText } from './file-texts';

const OUTSIDE = 'Error: Access denied. Path must be within /workspace';
const TOOLS = Object.keys(FILE_TOOL_SCHEMAS) as FileToolName[];

/** Arguments with which each tool works on a path. */
const argsFor = (tool: FileToolName, path: string): Record<string, unknown> => ({
    path,
    ...(tool === 'write_file' && { content: 'x' }),
    ...(tool === 'search_files' && { pattern: '*' })
});

describe('The file tools of the MCP door', () => {
    const hub = useHub(new FileToolHub());

    describe('read_file', () => {
        it('reads a whole file as text', async () => {
            hub.file('notes.txt', 'one\ntwo ünïcode 😀\n');
            assert.equal(await hub.succeed('read_file', { path: 'notes.txt' }), 'one\ntwo ünïcode 😀\n');
            hub.file('empty.txt');
            assert.equal(await hub.succeed('read_file', { path: 'empty.txt' }), '');
        });

        it('reads only the first N lines with head', async () => {
            hub.file('logs/app.log', Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join(''));
            const first = await hub.succeed('read_file', { path: 'logs/app.log', head: 10 });
            assert.equal(first, Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join(''));
            assert.equal(await hub.succeed('read_file', { path: 'logs/app.log', head: 0 }), '');
            assert.equal((await hub.succeed('read_file', { path: 'logs/app.log', head: 1e300 })).split('\n').length, 31);
        });

        it('reads only the last N lines with tail', async () => {
            hub.file('data/results.csv', Array.from({ length: 100 }, (_, index) => `${index + 1}`).join('\n'));
            const last = (await hub.succeed('read_file', { path: 'data/results.csv', tail: 50 })).split('\n');
            assert.deepEqual([last.length, last[0], last.at(-1)], [50, '51', '100']);
            assert.equal((await hub.succeed('read_file', { path: 'data/results.csv', tail: 9e15 })).split('\n').length, 100);
        });

        it('reads the ends of a file as they stand there: line ends, the last one included, and nothing where there is nothing', async () => {
            hub.file('dos.txt', 'one\r\ntwo\r\nthree\r\n');
            hub.file('open.txt', 'one\ntwo\nthree');
            hub.file('empty.txt');
            for (const [path, part, expected] of [
                ['dos.txt', { head: 2 }, 'one\r\ntwo\r\n'],
                ['dos.txt', { tail: 2 }, 'two\r\nthree\r\n'],
                ['open.txt', { head: 2 }, 'one\ntwo\n'],
                ['open.txt', { head: 3 }, 'one\ntwo\nthree'],
                ['open.txt', { tail: 1 }, 'three'],
                ['open.txt', { tail: 0 }, ''],
                ['empty.txt', { head: 5 }, ''],
                ['empty.txt', { tail: 5 }, '']
            ] as const) {
                assert.equal(await hub.succeed('read_file', { path, ...part }), expected, `${path} ${JSON.stringify(part)}`);
            }
        });

        it('answers "File not found" for what does not exist, also below a file', async () => {
            hub.file('notes.txt');
            for (const path of ['checkpoint.json', 'none/deep/a.txt', 'notes.txt/a']) {
                assert.equal(await hub.fail('read_file', { path }), `Error: File not found: ${path}`);
            }
        });

        it('answers "Not a file" for a directory', async () => {
            mkdirSync(hub.path('data'));
            assert.equal(await hub.fail('read_file', { path: 'data' }), 'Error: Not a file: data');
            assert.equal(await hub.fail('read_file', { path: '/workspace' }), 'Error: Not a file: /workspace');
        });

        it('answers "invalid UTF-8" for binary data, Latin-1 and UTF-16, whole or in part', async () => {
            hub.file('image.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'));
            hub.file('latin.txt', Buffer.from('caf\xe9\n', 'latin1'));
            hub.file('wide.txt', Buffer.from('\ufeffwide\n', 'utf16le'));
            hub.file('late.txt', Buffer.concat([Buffer.from('text\n'.repeat(5000)), Buffer.from([0xff, 0x0a])]));
            for (const path of ['image.png', 'latin.txt', 'wide.txt', 'late.txt']) {
                for (const part of [{}, { tail: 1 }]) {
                    const text = await hub.fail('read_file', { path, ...part });
                    assert.equal(text, 'Error: File contains invalid UTF-8 encoding', path);
                }
            }
        });

        it('reads back the largest file that can be written, and refuses a larger one with the advice to read a part', async () => {
            const line = `${'x'.repeat(99)}\n`;
            const content = line.repeat(40_000);
            await hub.succeed('write_file', { path: 'large.txt', content });
            assert.ok((await hub.succeed('read_file', { path: 'large.txt' })) === content);
            hub.file('larger.txt', line.repeat(60_000));
            assert.match(
                await hub.fail('read_file', { path: 'larger.txt' }),
                /^Error: Failed to read file - .*6000000 bytes.*some of its lines/
            );
            assert.equal(await hub.succeed('read_file', { path: 'larger.txt', tail: 1 }), line);
            const cut = await hub.tools.call('read_file', { path: 'larger.txt', head: 50_000 });
            assert.match(textsOf(cut)[1], /^\(Only \d+ characters of these lines are shown\. Ask for fewer lines\.\)$/);
            assert.equal(cut.structuredContent?.truncated, true);
        });
    });

    describe('write_file', () => {
        it('creates a file with the missing directories and says how many bytes it wrote', async () => {
            const content = '{"timestamp": "2025-11-07", "count": 42, "é": 1}';
            const text = await hub.succeed('write_file', { path: 'data/deep/metrics.json', content });
            assert.match(text, new RegExp(`${Buffer.byteLength(content)} bytes.*data/deep/metrics\\.json`));
            assert.equal(hub.text('data/deep/metrics.json'), content);
        });

        it('replaces what stood there completely; reading, combining and writing appends', async () => {
            await hub.succeed('write_file', { path: 'story.txt', content: 'Once upon a time.\n' });
            const told = await hub.succeed('read_file', { path: 'story.txt' });
            await hub.succeed('write_file', { path: 'story.txt', content: `${told}There was a brave knight.\n` });
            assert.equal(hub.text('story.txt'), 'Once upon a time.\nThere was a brave knight.\n');
            await hub.succeed('write_file', { path: 'story.txt', content: 'x' });
            assert.equal(hub.text('story.txt'), 'x');
        });

        it('takes an empty text for an empty file', async () => {
            assert.match(await hub.succeed('write_file', { path: 'placeholder.txt', content: '' }), / 0 bytes /);
            assert.equal(hub.text('placeholder.txt'), '');
        });

        it('creates files and directories with the standard permissions', async () => {
            await hub.succeed('write_file', { path: 'new/file.txt', content: 'x' });
            await hub.succeed('create_directory', { path: 'made' });
            // What any other program would make here.
            writeFileSync(hub.path('other.txt'), 'x');
            mkdirSync(hub.path('other'));
            const modeOf = (name: string): number => statSync(hub.path(name)).mode & 0o777;
            assert.equal(modeOf('new/file.txt'), modeOf('other.txt'));
            assert.deepEqual([modeOf('new'), modeOf('made')], [modeOf('other'), modeOf('other')]);
        });

        it('says which parameters are missing, and writes nothing', async () => {
            assert.equal(await hub.fail('write_file', {}), 'Error: Missing required parameters: path, content');
            assert.equal(await hub.fail('write_file', { path: 'a.txt' }), 'Error: Missing required parameters: content');
            assert.ok(!existsSync(hub.path('a.txt')));
        });

        it('says when a directory above cannot be made, and when the file cannot be written', async () => {
            hub.file('notes.txt', 'x');
            mkdirSync(hub.path('data'));
            const [parent, file] = [
                /^Error: Failed to create parent directory - "notes\.txt\/a\/b" \w/,
                /^Error: Failed to write file - "data" \w/
            ];
            assert.match(await hub.fail('write_file', { path: 'notes.txt/a/b', content: '' }), parent);
            assert.match(await hub.fail('write_file', { path: 'data', content: '' }), file);
        });

        it('asks a person before it writes what later runs by itself, and is refused when there is none', async () => {
            const text = await hub.fail('write_file', { path: '.vscode/tasks.json', content: '{}' });
            assert.match(text, /^Error: Access denied\. .*nobody could be asked/);
            assert.ok(!existsSync(hub.path('.vscode')));
        });
    });

    describe('list_directory', () => {
        it('lists directories and files, directories first, each with its indicator', async () => {
            ['data/reports/summary.txt', 'data/reports/README.md', 'data/reports/2025-11/x', 'data/reports/2025-10/x'].forEach(name =>
                hub.file(name)
            );
            assert.equal(
                await hub.succeed('list_directory', { path: 'data/reports' }),
                'Contents of data/reports:\n\n[DIR] 2025-10\n[DIR] 2025-11\n[FILE] README.md\n[FILE] summary.txt'
            );
            assert.equal(await hub.succeed('list_directory', { path: '.' }), 'Contents of .:\n\n[DIR] data');
            assert.equal(await hub.succeed('list_directory', { path: '/workspace/' }), 'Contents of /workspace/:\n\n[DIR] data');
        });

        it('shows a link as what it leads to, as get_file_info does, and as a file where nothing may be told of that', async () => {
            hub.file('data/deep/a.txt');
            hub.file('data/.env');
            for (const [name, target] of Object.entries({ b: 'deep', c: 'deep/a.txt', d: hub.outside, e: '.env', f: 'none', g: 'g' })) {
                symlinkSync(target, hub.path('data', name));
            }
            assert.equal(
                await hub.succeed('list_directory', { path: 'data' }),
                'Contents of data:\n\n[DIR] b\n[DIR] deep\n[FILE] .env\n[FILE] c\n[FILE] d\n[FILE] e\n[FILE] f\n[FILE] g'
            );
            assert.match(await hub.succeed('get_file_info', { path: 'data/b' }), /^Type: directory$/m);
            assert.match(await hub.succeed('get_file_info', { path: 'data/c' }), /^Type: file$/m);
        });

        it('says that a directory is empty, which is no error', async () => {
            mkdirSync(hub.path('nothing'));
            assert.equal(await hub.succeed('list_directory', { path: 'nothing' }), 'Directory is empty: nothing');
        });

        it('answers "Directory not found" and "Not a directory"', async () => {
            hub.file('notes.txt');
            assert.equal(await hub.fail('list_directory', { path: 'none' }), 'Error: Directory not found: none');
            assert.equal(await hub.fail('list_directory', { path: 'notes.txt/x' }), 'Error: Directory not found: notes.txt/x');
            assert.equal(await hub.fail('list_directory', { path: 'notes.txt' }), 'Error: Not a directory: notes.txt');
        });
    });

    describe('create_directory', () => {
        it('makes a directory with those above it, and succeeds again when it exists', async () => {
            assert.match(await hub.succeed('create_directory', { path: 'logs' }), /created directory logs/);
            assert.match(await hub.succeed('create_directory', { path: 'data/reports/2025-11' }), /data\/reports\/2025-11/);
            assert.ok(statSync(hub.path('data/reports/2025-11')).isDirectory());
            hub.file('logs/a.log', 'x');
            assert.match(await hub.succeed('create_directory', { path: 'logs' }), /exists already: logs/);
            assert.equal(hub.text('logs/a.log'), 'x');
        });

        it('fails where a file stands, or above the directory', async () => {
            hub.file('notes.txt');
            assert.equal(await hub.fail('create_directory', { path: 'notes.txt' }), 'Error: Path exists but is not a directory: notes.txt');
            assert.match(
                await hub.fail('create_directory', { path: 'notes.txt/a' }),
                /^Error: Failed to create directory - "notes\.txt\/a" \w/
            );
        });
    });

    describe('get_file_info', () => {
        it('describes a file', async () => {
            const path = hub.file('data/metrics.json', 'x'.repeat(1260));
            chmodSync(path, 0o644);
            utimesSync(path, new Date('2025-11-07T18:35:00Z'), new Date('2025-11-07T18:30:00Z'));
            const { uid, gid } = statSync(path);
            const text = await hub.succeed('get_file_info', { path: 'data/metrics.json' });
            const [created] = /Created: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/.exec(text) ?? assert.fail(text);
            assert.deepEqual(text.split('\n'), [
                'Path: data/metrics.json',
                'Type: file',
                'Size: 1.23 KB',
                'Permissions: 644',
                `Owner UID: ${uid}`,
                `Owner GID: ${gid}`,
                created,
                'Modified: 2025-11-07 18:30:00 UTC',
                'Accessed: 2025-11-07 18:35:00 UTC'
            ]);
        });

        it('describes a directory with the number of its entries and without a size', async () => {
            ['a', 'b', 'c', 'd', 'e/f'].forEach(name => hub.file(`data/${name}`));
            chmodSync(hub.path('data'), 0o755);
            const lines = (await hub.succeed('get_file_info', { path: 'data' })).split('\n');
            assert.deepEqual(
                [lines[0], lines[1], lines[2], lines.at(-1)],
                ['Path: data', 'Type: directory', 'Permissions: 755', 'Entries: 5']
            );
            assert.ok(!lines.some(line => line.startsWith('Size')));
        });

        it('answers "Path not found"', async () => {
            assert.equal(await hub.fail('get_file_info', { path: 'none' }), 'Error: Path not found: none');
        });

        it('tells a size in MB', async () => {
            hub.file('large.bin', Buffer.alloc(2.5 * 1024 * 1024));
            assert.match(await hub.succeed('get_file_info', { path: 'large.bin' }), /^Size: 2\.50 MB$/m);
        });

        it('writes sizes as people read them', () => {
            const sizes = [0, 1, 1023, 1024, 1536, 1024 * 1024 - 1, 1024 * 1024, 5.5 * 1024 ** 3, 3 * 1024 ** 5];
            const texts = ['0 B', '1 B', '1023 B', '1.00 KB', '1.50 KB', '1.00 MB', '1.00 MB', '5.50 GB', '3072.00 TB'];
            assert.deepEqual(sizes.map(sizeText), texts);
        });
    });

    describe('search_files', () => {
        it('finds files at every depth, sorted by path', async () => {
            ['results/output.json', 'data/metrics.json', 'config/settings.json', 'data/a.txt'].forEach(name => hub.file(name));
            assert.equal(
                await hub.succeed('search_files', { path: '.', pattern: '**/*.json' }),
                "Found 3 match(es) for '**/*.json':\n\n[FILE] config/settings.json\n[FILE] data/metrics.json\n[FILE] results/output.json"
            );
        });

        it('searches in one directory, with paths that can be read as they are', async () => {
            ['logs/app.log', 'logs/old/app.log', 'app.log'].forEach(name => hub.file(name));
            const text = await hub.succeed('search_files', { path: 'logs', pattern: '*.log', max_results: 50 });
            assert.equal(text, "Found 1 match(es) for '*.log':\n\n[FILE] logs/app.log");
        });

        it('finds directories, too', async () => {
            ['config/a', 'src/config/b', 'src/config.ts'].forEach(name => hub.file(name));
            const text = await hub.succeed('search_files', { path: '.', pattern: '**/config' });
            assert.equal(text, "Found 2 match(es) for '**/config':\n\n[DIR] config\n[DIR] src/config");
        });

        it('knows *, **, ?, [abc] and {a,b}', async () => {
            ['a.rb', 'b.rb', 'c.py', 'lib/d.rb'].forEach(name => hub.file(name));
            const found = async (pattern: string): Promise<string[]> => {
                const { structuredContent } = await hub.tools.call('search_files', { path: '.', pattern });
                return (structuredContent?.matches as { path: string }[]).map(({ path }) => path.replace('/workspace/', ''));
            };
            assert.deepEqual(await found('*.rb'), ['a.rb', 'b.rb']);
            assert.deepEqual(await found('**/*.rb'), ['a.rb', 'b.rb', 'lib/d.rb']);
            assert.deepEqual(await found('**.rb'), ['a.rb', 'b.rb', 'lib/d.rb']);
            assert.deepEqual(await found('l**.rb'), ['lib/d.rb']);
            assert.deepEqual(await found('?.py'), ['c.py']);
            assert.deepEqual(await found('[bc].*'), ['b.rb', 'c.py']);
            assert.deepEqual(await found('[!a].*'), ['b.rb', 'c.py']);
            assert.deepEqual(await found('*.{rb,py}'), ['a.rb', 'b.rb', 'c.py']);
            assert.deepEqual(await found('{a.*,lib/*}'), ['a.rb', 'lib/d.rb']);
            assert.deepEqual(await found('[a/b].rb'), ['a.rb', 'b.rb']);
            assert.deepEqual(await found('*/'), ['lib']);
            hub.file('{y}.txt');
            hub.file('lib/.hidden/.rb');
            assert.deepEqual(await found('[{]y[}].txt'), ['{y}.txt']);
            assert.deepEqual(await found('**/*.rb'), ['a.rb', 'b.rb', 'lib/.hidden/.rb', 'lib/d.rb']);
            assert.deepEqual(await found('lib/*/'), ['lib/.hidden']);
        });

        it('returns 100 results unless told otherwise, and says that there are more', async () => {
            Array.from({ length: 130 }, (_, index) => hub.file(`f${String(index).padStart(3, '0')}`));
            const lines = (await hub.succeed('search_files', { path: '.', pattern: '*' })).split('\n');
            assert.equal(lines[0], "Found 100 match(es) for '*':");
            assert.deepEqual([lines.filter(line => line.startsWith('[FILE] ')).length, lines[101]], [100, '[FILE] f099']);
            assert.match(lines.at(-1) ?? '', /^\(100 of at least 130 are shown; .*max_results\)$/);
            assert.match(await hub.succeed('search_files', { path: '.', pattern: '*', max_results: 130 }), /^Found 130 match.*f129$/s);
        });

        it('shows no more than 1,000 results, and does not advise to ask for more then', async () => {
            Array.from({ length: 1001 }, (_, index) => hub.file(`many/f${index}`));
            for (const max_results of [1000, 5000]) {
                const text = await hub.succeed('search_files', { path: 'many', pattern: '*', max_results });
                assert.match(text, /\n\(1000 of at least 1001 are shown; narrow the pattern, at most 1000 are shown at once\)$/);
            }
            const { inputSchema } = FILE_TOOL_LIST.find(({ name }) => name === 'search_files') ?? {};
            assert.match(JSON.stringify(inputSchema), /"max_results":\{[^}]*never more than 1000/);
        });

        it('says that nothing matches, which is no error', async () => {
            mkdirSync(hub.path('src'));
            assert.equal(
                await hub.succeed('search_files', { path: 'src', pattern: '*.zig' }),
                "No matches found for pattern '*.zig' in src"
            );
        });

        it('answers "Directory not found", "Not a directory" and "Search failed"', async () => {
            hub.file('notes.txt');
            assert.equal(await hub.fail('search_files', { path: 'none', pattern: '*' }), 'Error: Directory not found: none');
            assert.equal(await hub.fail('search_files', { path: 'notes.txt', pattern: '*' }), 'Error: Not a directory: notes.txt');
            for (const pattern of ['', '[a', '{a', '{a,b}'.repeat(30)]) {
                assert.match(await hub.fail('search_files', { path: '.', pattern }), /^Error: Search failed - .*pattern/, pattern);
            }
        });
    });

    it('say how much can be read and written at once', () => {
        for (const tool of FILE_TOOL_LIST.filter(({ name }) => name === 'read_file' || name === 'write_file')) {
            assert.match(tool.description ?? '', /up to 4 MiB/, tool.name);
        }
    });

    it('have the same facts beside their texts for programs', async () => {
        const facts = async (tool: FileToolName, args: Record<string, unknown>): Promise<unknown> =>
            (await hub.tools.call(tool, args)).structuredContent;
        assert.deepEqual(await facts('write_file', { path: 'data/a.txt', content: 'één\ntwo\n' }), {
            path: '/workspace/data/a.txt',
            bytes_written: 10,
            created: true
        });
        assert.deepEqual(await facts('read_file', { path: 'data/a.txt', head: 1 }), {
            path: '/workspace/data/a.txt',
            content: 'één\n',
            size: 10,
            total_lines: 2,
            truncated: false
        });
        assert.deepEqual(await facts('create_directory', { path: 'data/new' }), { path: '/workspace/data/new', created: true });
        assert.deepEqual(await facts('create_directory', { path: 'data/new' }), { path: '/workspace/data/new', created: false });
        assert.deepEqual(await facts('list_directory', { path: 'data' }), {
            path: '/workspace/data',
            entries: [
                { name: 'new', type: 'directory' },
                { name: 'a.txt', type: 'file' }
            ],
            total: 2,
            truncated: false
        });
        assert.deepEqual(await facts('search_files', { path: 'data', pattern: '*', max_results: 1 }), {
            path: '/workspace/data',
            matches: [{ path: '/workspace/data/a.txt', type: 'file' }],
            total: 2,
            truncated: true
        });
        const { mode, uid, gid, mtimeMs, birthtimeMs, atimeMs } = statSync(hub.path('data'));
        const info = await facts('get_file_info', { path: 'data' });
        const { size } = info as { size: number };
        const seconds = (time: unknown): string => String(time).slice(0, 19);
        const { created, accessed, modified, ...rest } = info as Record<string, unknown>;
        assert.deepEqual(rest, {
            path: '/workspace/data',
            type: 'directory',
            size,
            permissions: (mode & 0o777).toString(8),
            owner_uid: uid,
            owner_gid: gid,
            entries: 2
        });
        assert.deepEqual(
            [created, accessed, modified].map(seconds),
            // Not the dates, which are rounded.
            [birthtimeMs, atimeMs, mtimeMs].map(time => seconds(new Date(time).toISOString()))
        );
    });

    describe('The security model', () => {
        it('takes paths relative to the workspace, or absolute below /workspace, and resolves . and .. inside it', async () => {
            hub.file('data/file.txt', 'here');
            for (const path of ['data/file.txt', '/workspace/data/file.txt', './data/../data/./file.txt', hub.path('data/file.txt')]) {
                assert.equal(await hub.succeed('read_file', { path }), 'here', path);
            }
        });

        it('denies every tool what lies outside, with the same words', async () => {
            symlinkSync(hub.outside, hub.path('way-out'));
            symlinkSync(`${hub.outside}/secret.txt`, hub.path('file-out'));
            const paths = [
                '../etc/passwd',
                '/etc/passwd',
                '/workspace/../etc/passwd',
                `${hub.path()}-evil/a`,
                '/workspace-evil/a',
                'way-out',
                'file-out'
            ];
            for (const tool of TOOLS) {
                for (const path of [...paths, 'way-out/new/file', '/proc/self/environ', '/dev/zero']) {
                    assert.equal(await hub.fail(tool, argsFor(tool, path)), OUTSIDE, `${tool} ${path}`);
                }
            }
        });

        it('denies sensitive files in every tool and names the reason', async () => {
            hub.file('.env', 'KEY=tea-leaves');
            hub.file('.git/config', 'tea-leaves');
            for (const path of ['.env', './.ENV', 'a/../.env', '/workspace/.env.', '.git/config', '.Git']) {
                for (const tool of TOOLS.filter(name => name !== 'write_file' && name !== 'create_directory')) {
                    assert.match(await hub.fail(tool, argsFor(tool, path)), /^Error: Access denied\. .*sensitive file/, `${tool} ${path}`);
                }
            }
            assert.match(await hub.fail('write_file', { path: '.git/hooks/x', content: '' }), /^Error: Access denied\. /);
            assert.equal(await hub.succeed('search_files', { path: '.', pattern: '**' }), "No matches found for pattern '**' in .");
        });

        it('tells what cannot be read with the rights of the process', () => {
            const text = (tool: FileToolName, code: WorkspaceErrorCode = 'permission-denied'): string =>
                fileErrorText(tool, new WorkspaceError(code, 'It may not.', { path: 'a' }), 'a');
            assert.deepEqual(
                TOOLS.map(tool => text(tool)),
                [
                    'Error: File not readable: a',
                    'Error: Failed to write file - It may not.',
                    'Error: Failed to list directory - It may not.',
                    'Error: Failed to create directory - It may not.',
                    'Error: Failed to get file info - It may not.',
                    'Error: Search failed - It may not.'
                ]
            );
            const above = new WorkspaceError('no-space', 'Full.', { path: 'a', parent: true });
            assert.equal(fileErrorText('write_file', above, 'a'), 'Error: Failed to create parent directory - Full.');
            assert.equal(text('write_file', 'no-space'), 'Error: Failed to write file - It may not.');
        });

        it('notes each call once, with the client and the session that it counts for, and without contents', async () => {
            const { client } = await connectMcpClient(hub.hub, { sessionArgument: 'chat_of', session: 'mine' });
            hub.file('.env', 'x');
            await client.callTool({ name: 'write_file', arguments: { path: 'a.txt', content: 'private words', chat_of: 'chat' } });
            await client.callTool({ name: 'read_file', arguments: { path: '.env' } });
            await client.callTool({ name: 'read_file', arguments: { path: 'a.txt', extra: 1 } });
            await client.close();
            const noted = readAudit(hub.hub.auditDirectory);
            assert.deepEqual(
                noted.map(({ command, outcome, code, session }) => [command, outcome, code, session]),
                [
                    ['mcp.write_file', 'done', undefined, 'chat'],
                    ['mcp.read_file', 'refused', 'sensitive-file', 'mine'],
                    ['mcp.read_file', 'refused', 'invalid-argument', 'mine']
                ]
            );
            assert.ok(noted.every(({ client: who }) => who === 'mcp: test-client 1.2.3'));
            assert.ok(!JSON.stringify(noted).includes('private words'));
            assert.deepEqual(verifyAudit(hub.hub.auditDirectory).problems, []);
        });
    });
});
