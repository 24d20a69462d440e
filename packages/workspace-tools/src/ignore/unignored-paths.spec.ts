import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { DirectoryReader } from '../list/directory-reader';
import { Policy } from '../policy';
import { useWorkspace } from '../test/test-workspace';

const CASES = 400;

const NAMES = ['a', 'b', 'ab', 'ba', 'a.b', 'A', 'é', '[a]', 'a b', '#a', '!a', 'a ', '*', '-', 'a\\b'];
const PARTS = [
    ...NAMES,
    '*',
    '**',
    '?',
    '/',
    '/',
    '**/',
    '/**',
    '[a-b]',
    '[!a]',
    '[^a]',
    '[[:alpha:]]',
    '[]a]',
    '[a',
    '\\',
    '\\*',
    ' ',
    '!'
];

interface IgnoreCase {
    readonly files: readonly (readonly string[])[];
    readonly rules: readonly { readonly directory: readonly string[]; readonly lines: readonly string[] }[];
}

/** What git's manual says of stars beside other characters, that they are like one star, does not hold where a line has slashes. */
function isAsDocumented(line: string): boolean {
    return !line.includes('/') || !/[^/]\*\*|\*\*[^/]/.test(line.replace(/^!/, ''));
}

const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 });
const line = fc
    .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 })
    .map(parts => parts.join(''))
    .filter(isAsDocumented);
const ignoreCase: fc.Arbitrary<IgnoreCase> = fc.record({
    files: fc.array(path, { minLength: 1, maxLength: 12 }),
    rules: fc.array(
        fc.record({
            directory: fc.oneof(fc.constant<string[]>([]), path),
            lines: fc.array(line, { minLength: 1, maxLength: 5 })
        }),
        { minLength: 1, maxLength: 3 }
    )
});

describe('A listing without what .gitignore names', function () {
    this.timeout(60_000);
    const workspace = useWorkspace();
    const before = { ...process.env };

    // The person who runs the tests may have rules of their own.
    beforeEach(() => Object.assign(process.env, { HOME: workspace.outside, XDG_CONFIG_HOME: workspace.outside, GIT_CONFIG_NOSYSTEM: '1' }));
    afterEach(() => Object.assign(process.env, { GIT_CONFIG_NOSYSTEM: '', XDG_CONFIG_HOME: '', ...before }));

    const git = (...args: string[]): string => execFileSync('git', args, { cwd: workspace.root, encoding: 'utf8' });

    async function listed(): Promise<string[]> {
        const tools = await workspace.tools(new Policy({ limits: { listEntries: 100_000 } }));
        const { entries } = await tools.list({ recursive: true, metadata: false, includeIgnored: false });
        return entries.filter(({ type }) => type === 'file').map(entry => entry.path);
    }

    function byGit(): string[] {
        return git('ls-files', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean);
    }

    function write(relativePath: string, content: string): void {
        const file = workspace.path(relativePath);
        try {
            mkdirSync(dirname(file), { recursive: true });
            if (!existsSync(file)) {
                writeFileSync(file, content);
            }
        } catch {
            // A file stands where a directory is wanted.
        }
    }

    it('shows what git would take, whatever the lines are', async () => {
        git('init', '--quiet');
        const cases = fc.sample(ignoreCase, CASES);
        cases.forEach(({ files, rules }, index) => {
            files.forEach(segments => write(`case-${index}/${segments.join('/')}`, ''));
            rules.forEach(({ directory, lines }) => write([`case-${index}`, ...directory, '.gitignore'].join('/'), lines.join('\n')));
        });
        const [ours, expected] = [await listed(), byGit()].map(paths =>
            cases.map((_, index) => paths.filter(found => found.startsWith(`case-${index}/`)).sort())
        );
        cases.forEach((one, index) => assert.deepEqual(ours[index], expected[index], JSON.stringify(one.rules)));
    });

    it('follows every change of the rules, also where directories are remembered', async () => {
        const tools = await workspace.tools();
        DirectoryReader.of(tools.guard, { now: () => Date.now() + 3_600_000 });
        const shown = async (): Promise<string[]> =>
            (await tools.list({ recursive: true, metadata: false, includeIgnored: false })).entries.map(entry => entry.path);
        ['a/x.txt', 'a/b/x.txt', 'y.txt'].forEach(file => workspace.file(file));
        assert.deepEqual(await shown(), ['a', 'a/b', 'a/b/x.txt', 'a/x.txt', 'y.txt']);
        const file = workspace.file('.gitignore', 'x.txt\n');
        assert.deepEqual(await shown(), ['.gitignore', 'y.txt']);
        writeFileSync(file, 'y.txt\n');
        assert.deepEqual(await shown(), ['.gitignore', 'a', 'a/b', 'a/b/x.txt', 'a/x.txt']);
        workspace.file('a/.gitignore', 'x.txt\n!/x.txt\n');
        assert.deepEqual(await shown(), ['.gitignore', 'a', 'a/.gitignore', 'a/x.txt']);
        rmSync(file);
        workspace.link('.gitignore', 'a/.gitignore');
        assert.deepEqual(await shown(), ['a', 'a/.gitignore', 'a/x.txt', 'y.txt']);
    });

    for (const [where, prepare] of [
        ['in a repository', () => git('init', '--quiet')],
        ['outside of one', () => undefined]
    ] as const) {
        it(`goes by the rules of the directories above the one that is listed, ${where}`, async () => {
            prepare();
            const files = ['a.log', 'b.txt', 'c.tmp', 'd.txt'];
            files.forEach(file => workspace.file(`above/below/${file}`));
            workspace.file('.gitignore', '*.log\n/above/below/d.txt\n/skipped\n');
            workspace.file('above/.gitignore', '*.tmp\n');
            workspace.file('skipped/e.txt');
            const tools = await workspace.tools();
            const shown = async (path: string): Promise<string[]> =>
                (await tools.list({ path, recursive: true, includeIgnored: false })).entries.map(({ name }) => name);
            assert.deepEqual(await shown('above/below'), ['b.txt']);
            assert.deepEqual(await shown('skipped'), ['e.txt']);
        });
    }

    for (const [how, path] of [
        ['by itself', '.'],
        ['by ripgrep', 'below']
    ] as const) {
        it(`ends at the limit of entries, and says so, where it goes ${how} through directories of which nothing is left`, async () => {
            workspace.file('.gitignore', '*.log\n');
            ['shown', 'below/shown'].forEach(file => workspace.file(file));
            for (let index = 0; index < 200; index++) {
                workspace.file(how === 'by itself' ? `below/deep/${index}/a.log` : `below/${index}.txt`);
            }
            const listing = async (walkEntries: number): Promise<unknown[]> => {
                const tools = await workspace.tools(new Policy({ limits: { walkEntries } }));
                const { total, truncated } = await tools.list({ path, recursive: true, includeIgnored: false });
                return [total > 100, truncated];
            };
            assert.deepEqual(await listing(100), [false, true]);
            assert.deepEqual(await listing(1000), [how === 'by ripgrep', false]);
        });
    }

    const others: Record<string, () => void> = {
        'a very long file': () => workspace.file('.gitignore', `${'another\n'.repeat(10_000)}hidden\n`),
        'a list of its own': () => workspace.file('.ignore', 'hidden\n'),
        'a list that is not shared': () => {
            git('init', '--quiet');
            writeFileSync(workspace.path('.git/info/exclude'), '# own\nhidden\n');
        },
        'a repository that the workspace is a part of': () => {
            execFileSync('git', ['init', '--quiet'], { cwd: dirname(workspace.root) });
            writeFileSync(join(dirname(workspace.root), '.gitignore'), 'hidden\n');
        },
        'rules of the person for all repositories': () => {
            git('init', '--quiet');
            mkdirSync(join(workspace.outside, 'git'));
            writeFileSync(join(workspace.outside, 'git/ignore'), 'hidden\n');
        }
    };
    for (const [what, prepare] of Object.entries(others)) {
        it(`leaves out what ${what} names, too`, async () => {
            ['shown', 'hidden', 'below/hidden', 'below/shown'].forEach(file => workspace.file(file));
            prepare();
            assert.deepEqual(
                (await listed()).filter(file => !file.startsWith('.')),
                ['below/shown', 'shown']
            );
        });
    }
});
