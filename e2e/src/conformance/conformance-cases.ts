import { EMPTY_FOLDER, ODD_FILES, SENSITIVE_FILES } from './case-files';
import type { ConformanceCase, Ending, Operation, Peculiarity } from './conformance-case';
import type { RefusalCode } from './door-errors';

const HELLO = 'hello\nworld\n';
const NEW = 'new text\n';

/** Other spellings of names of sensitive files. */
const SENSITIVE_SPELLINGS = [
    '.ENV',
    '.Env',
    '.env.',
    '.env/',
    './.env',
    '.env.production',
    '.GIT/config',
    'deep/.env',
    'Secrets.TOML',
    'TeaPot.KDBX'
];

/** Paths that are no path inside the workspace, however they are used. */
const OUTSIDE = (root: string): string[] => [
    ...['..', '../', '../outside/secret.txt', 'case/../../outside/secret.txt', '../../../../../etc/passwd', '/etc/passwd', '/'],
    ...['/proc/self/environ', '/dev/null', `${root}-evil/a.txt`, `${root}/../outside/secret.txt`]
];

/** Links that lead outside or nowhere. */
const LINKS_OUT = ['case/link-out.txt', 'case/link-out-folder/secret.txt', 'case/link-out-folder/none.txt', 'case/dangling', 'case/loop'];
const LINK: Peculiarity = 'goes through a link';

/** Texts that are no path at all. */
const NO_PATHS = [
    ...['a\0b', 'file:///etc/passwd', 'http://127.0.0.1/x', 'C:\\windows', '\\\\server\\share', '//server/share', 'case\\a.txt'],
    ...['~', '~/x', '~root/x', '$HOME/x', '${HOME}/x', '%APPDATA%/x', `case/${'n'.repeat(300)}.txt`],
    // No way up, whatever some systems make of them.
    ...['case/deep/.../a.txt', 'case/deep/er/..../a.txt', 'case/deep/.. /a.txt', 'case/deep/.. ./a.txt']
];

const UNFIT_LENGTHS = ['', `case/${'d/'.repeat(2100)}a.txt`];
const UNFIT: Peculiarity = 'path of no or too many characters';

/** Paths of one existing file, each spelt in its own way, with what they are peculiar for. */
const SPELLINGS = (root: string): [string, Peculiarity?][] => [
    ...['case/a.txt', './case/a.txt', 'case//a.txt', 'case/./a.txt', './/./case/a.txt', `${root}/case/a.txt`, `${root}//case/./a.txt`].map(
        (path): [string] => [path]
    ),
    ['case/deep/../a.txt', 'parent segment'],
    ['case/none/../a.txt', 'parent segment'],
    ['case/link.txt', LINK],
    ['/workspace/case/a.txt', 'root called /workspace']
];

/** What runs, configures or approves something by itself: a person must agree, and the person of these cases always does. */
const ASKED = [
    ...['.vscode/tasks.json', '.theia/settings.json', '.idea/x.xml', '.mcp.json', 'opencode.json', '.opencode/x.json', 'AGENTS.md'],
    ...['.envrc', '.husky/pre-commit', '.bashrc', '.gitmodules', 'x.code-workspace']
];

/** What nobody may ever write. */
const NEVER_WRITTEN = [
    ...['.git/hooks/pre-commit', '.Git/HOOKS/x', '.git/config', 'node_modules/x/index.js', 'node_modules/new.js', 'deep/node_modules/x.js'],
    ...['.openspace/settings.json', 'NODE_MODULES/x.js', '.git']
];

const code = (value: RefusalCode): Ending => ({ code: value });
const value = (expected: unknown): Ending => ({ value: expected });

function cases(operations: readonly Operation[], ends: Ending, peculiarity?: Peculiarity): ConformanceCase[] {
    return operations.map(operation => ({ operation, ends, ...(peculiarity === undefined ? {} : { peculiarity }) }));
}

const read = (path: string): Operation => ({ kind: 'read', path });
const write = (path: string): Operation => ({ kind: 'write', path, content: NEW });
const edit = (path: string): Operation => ({ kind: 'edit', path, oldText: 'hello', newText: 'bye' });
const list = (path: string): Operation => ({ kind: 'list', path });
const run = (command: string): Operation => ({ kind: 'run', command });

/** Every case, for a workspace with this real path. */
export function conformanceCases(root: string): ConformanceCase[] {
    return [
        ...readCases(root),
        ...writeCases(root),
        ...editCases(),
        ...listCases(root),
        ...folderCases(root),
        ...findCases(),
        ...runCases()
    ];
}

function readCases(root: string): ConformanceCase[] {
    return [
        ...SPELLINGS(root).flatMap(([path, peculiarity]) => cases([read(path)], value(HELLO), peculiarity)),
        ...Object.entries(ODD_FILES).flatMap(([name, content]) => cases([read(`case/${name}`)], value(content))),
        ...cases(OUTSIDE(root).map(read), code('outside-workspace')),
        ...cases(LINKS_OUT.map(read), code('outside-workspace'), LINK),
        ...cases([read('case/link-to-secret.txt')], code('sensitive-file'), LINK),
        ...cases(NO_PATHS.map(read), code('invalid-path')),
        ...cases(UNFIT_LENGTHS.map(read), code('invalid-path'), UNFIT),
        ...cases(
            [...Object.keys(SENSITIVE_FILES), ...SENSITIVE_SPELLINGS].map(name => read(`case/${name}`)),
            code('sensitive-file')
        ),
        ...cases([read('case/deep/../.env')], code('sensitive-file'), 'parent segment'),
        ...cases([read('case/none.txt'), read('case/none/at/all.txt'), read('case/A.TXT')], code('not-found')),
        ...cases([read('case/a.txt/b')], code('not-a-directory')),
        ...cases([read('case/fifo')], code('not-a-file')),
        ...cases([read('case/deep'), read('.')], code('not-a-file'), 'reads a directory'),
        ...cases([read('case/image.png')], code('binary-file'), 'reads a binary file'),
        ...cases([read('case/wide.txt')], value('wide\n'), 'is no UTF-8')
    ];
}

function writeCases(root: string): ConformanceCase[] {
    const leaves = (path: string, written: string): ConformanceCase => ({
        operation: write(path),
        ends: value(true),
        leaves: { [written]: NEW }
    });
    return [
        ...['new.txt', 'deep/new.txt', 'made/for/this/new.txt', 'new with space.txt', 'ünïcode-neu.txt', '-new.txt', 'new'].map(name =>
            leaves(`case/${name}`, `case/${name}`)
        ),
        leaves('./case/./new.txt', 'case/new.txt'),
        leaves(`${root}/case/new.txt`, 'case/new.txt'),
        { ...leaves('case/deep/../new.txt', 'case/new.txt'), peculiarity: 'parent segment' },
        { ...leaves('case/link-folder/new.txt', 'case/deep/er/new.txt'), peculiarity: LINK },
        { ...leaves('/workspace/case/new.txt', 'case/new.txt'), peculiarity: 'root called /workspace' },
        ...ASKED.map(name => leaves(`case/${name}`, `case/${name}`)),
        ...cases(
            OUTSIDE(root)
                .filter(path => path !== '/')
                .map(write),
            code('outside-workspace')
        ),
        ...cases(LINKS_OUT.map(write), code('outside-workspace'), LINK),
        ...cases(NO_PATHS.map(write), code('invalid-path')),
        ...cases(UNFIT_LENGTHS.map(write), code('invalid-path'), UNFIT),
        ...cases(
            NEVER_WRITTEN.map(name => write(`case/${name}`)),
            code('protected-path')
        )
    ];
}

function editCases(): ConformanceCase[] {
    return [
        { operation: edit('case/a.txt'), ends: value(true), leaves: { 'case/a.txt': 'bye\nworld\n' } },
        { operation: edit('./case/a.txt'), ends: value(true), leaves: { 'case/a.txt': 'bye\nworld\n' } },
        { operation: edit('case/link.txt'), ends: value(true), leaves: { 'case/a.txt': 'bye\nworld\n' }, peculiarity: LINK },
        ...cases([edit('case/none.txt')], code('not-found')),
        ...cases([edit('../outside/secret.txt')], code('outside-workspace')),
        ...cases([edit('case/link-out.txt'), edit('case/dangling')], code('outside-workspace'), LINK),
        ...cases(
            [edit('case/.env'), edit('case/server.pem'), edit('case/teapot.kdbx'), edit('case/private/plan.txt')],
            code('sensitive-file')
        ),
        ...cases([edit('case/node_modules/x/index.js'), edit('case/.git/config')], code('protected-path'))
    ];
}

function listCases(root: string): ConformanceCase[] {
    return [
        ...['case/deep', './case/deep/', `${root}/case/deep`].flatMap(path => cases([list(path)], value(['er/']))),
        ...cases([list('case/deep/er')], value(['file.txt'])),
        ...cases([list('case/link-folder')], value(['file.txt']), LINK),
        ...cases([list('case/links')], value(['away', 'file', 'folder/', 'secret'])),
        ...cases([list('case/er/../deep')], value(['er/']), 'parent segment'),
        ...cases([list('/workspace/case/deep')], value(['er/']), 'root called /workspace'),
        ...cases(['..', '/', '/etc', '../outside', 'case/link-out-folder', `${root}-evil`].map(list), code('outside-workspace')),
        ...cases(['case/none', 'case/deep/none'].map(list), code('not-found')),
        ...cases(['case/.git', 'case/.aws', 'case/.GIT'].map(list), code('sensitive-file')),
        ...cases(['', 'file:///', '~', 'a\0b'].map(list), code('invalid-path')),
        ...cases(UNFIT_LENGTHS.slice(1).map(list), code('invalid-path'), UNFIT)
    ];
}

function folderCases(root: string): ConformanceCase[] {
    const make = (path: string): Operation => ({ kind: 'make', path });
    const describe = (path: string): Operation => ({ kind: 'describe', path });
    return [
        { operation: make('case/made/for/this'), ends: value(true), leaves: { 'case/made/for/this': EMPTY_FOLDER } },
        { operation: make('case/link-folder/made'), ends: value(true), leaves: { 'case/deep/er/made': EMPTY_FOLDER } },
        ...cases([make('case/deep'), make(`${root}/case/deep`), make('/workspace/case/deep')], value(false)),
        ...cases([make('case/a.txt')], code('not-a-directory')),
        ...cases([...OUTSIDE(root).filter(path => path !== '/'), ...LINKS_OUT].map(make), code('outside-workspace')),
        ...cases(NO_PATHS.map(make), code('invalid-path')),
        ...cases(
            NEVER_WRITTEN.map(name => make(`case/${name}`)),
            code('protected-path')
        ),
        ...cases([describe('case/a.txt'), describe('case/link.txt'), describe('case/image.png')], value('file')),
        ...cases([describe('case/deep'), describe('case/link-folder')], value('directory')),
        ...cases([...OUTSIDE(root), ...LINKS_OUT].map(describe), code('outside-workspace')),
        ...cases(NO_PATHS.map(describe), code('invalid-path')),
        ...cases(
            [...Object.keys(SENSITIVE_FILES), ...SENSITIVE_SPELLINGS, 'link-to-secret.txt'].map(name => describe(`case/${name}`)),
            code('sensitive-file')
        ),
        ...cases([describe('case/none.txt'), describe('case/none/at/all.txt')], code('not-found')),
        ...cases([describe('case/a.txt/b')], code('not-a-directory'))
    ];
}

function findCases(): ConformanceCase[] {
    const glob = (pattern: string, path = 'case'): Operation => ({ kind: 'glob', path, pattern });
    const find = (name: string): Operation => ({ kind: 'find', name });
    const grep = (pattern: string, isRegex = false, path = 'case'): Operation => ({ kind: 'grep', path, pattern, isRegex });
    return [
        ...cases([glob('**/file.txt')], value(['case/deep/er/file.txt'])),
        ...cases([glob('a.txt')], value(['case/a.txt'])),
        ...cases([glob('*.nothing')], value([])),
        ...cases([glob('**/.env'), glob('**/*.pem'), glob('**/*.kdbx'), glob('**/plan.txt'), glob('**/secret.txt')], value([])),
        ...cases([glob('*', '../outside'), glob('*', '/etc')], code('outside-workspace')),
        ...cases([find('f?le.txt')], value(['case/deep/er/file.txt'])),
        ...cases(
            ['*.nothing', 'teapot.*', 'plan.*', 'server.*', 'id_*', 'credent*.json', 's*cret.txt', 'link*.txt'].map(name => find(name)),
            value([])
        ),
        ...cases(
            [find('{kept,sk?pped}.txt')],
            value(['case/ignoring/kept.txt', 'case/ignoring/skipped.txt']),
            'finds what .gitignore names'
        ),
        ...cases([grep('hello')], value(['case/a.txt:1', 'case/deep/er/file.txt:1'])),
        ...cases([grep('installed', false, 'case/scripts')], value(['case/scripts/build:1'])),
        ...cases([grep('^wor.d$', true)], value(['case/a.txt:2'])),
        ...cases([grep('some word')], value(['case/ignoring/kept.txt:1', 'case/ignoring/skipped.txt:1']), 'searches what .gitignore names'),
        ...cases([grep('no such text anywhere')], value([])),
        ...cases([grep('hello-secret'), grep('outside')], value([])),
        ...cases([grep('(', true), grep('a{2,1}', true)], code('invalid-pattern'))
    ];
}

function runCases(): ConformanceCase[] {
    return [
        ...cases([run('echo hello')], value(['hello\n', 0])),
        ...cases([run('cat a.txt')], value([HELLO, 0])),
        ...cases([run('exit 3')], value(['', 3])),
        ...cases(
            [
                run('cat .env 2>/dev/null; true'),
                run('cat teapot.kdbx private/plan.txt 2>/dev/null; true'),
                run('grep -rh hello-secret . 2>/dev/null; true')
            ],
            value(['', 0])
        ),
        ...cases([run('cat ../../outside/secret.txt 2>/dev/null || echo unseen')], value(['unseen\n', 0])),
        ...cases([run('echo x > .git/config'), run('rm -rf .git/hooks')], code('command-denied')),
        { operation: run('printf "made\\n" > made.txt'), ends: value(['', 0]), leaves: { 'case/made.txt': 'made\n' } }
    ];
}
