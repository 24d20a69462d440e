import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { PathGuard, ReadableEntry } from './path-guard';
import { Pin, pinByDescriptor, pinByIdentity } from './pinned-entry';
import { Policy } from './policy';
import { refusalOf, useWorkspace } from './test/test-workspace';
import { writeFile } from './write/write-file';

const pins: readonly (readonly [string, Pin])[] = [
    ['by descriptor', pinByDescriptor],
    ['by identity', pinByIdentity]
];

for (const [way, pin] of pins) {
    describe(`PathGuard, holding entries ${way}`, () => {
        const workspace = useWorkspace();
        const open = (): Promise<PathGuard> => PathGuard.open(workspace.root, new Policy(), pin);
        const reach = async (path: string): Promise<Pick<ReadableEntry, 'relativePath' | 'kind'>> =>
            (await open()).withReadable(path, {}, ({ relativePath, kind }) => Promise.resolve({ relativePath, kind }));
        const write = async (path: string): Promise<unknown> => writeFile(await open(), { path, content: 'new' });
        const outsideIsUntouched = (): void => {
            assert.deepEqual(readdirSync(workspace.outside), ['secret.txt']);
            assert.equal(readFileSync(join(workspace.outside, 'secret.txt'), 'utf8'), 'outside');
        };

        it('reaches files and directories by relative and absolute paths', async () => {
            workspace.file('src/index.ts');
            assert.deepEqual(await reach('src/index.ts'), { relativePath: 'src/index.ts', kind: 'file' });
            assert.deepEqual(await reach(workspace.path('src')), { relativePath: 'src', kind: 'directory' });
            assert.deepEqual(await reach('.'), { relativePath: '', kind: 'directory' });
        });

        it('takes a path that ends like that of a directory for nothing else', async () => {
            workspace.file('src/index.ts');
            assert.deepEqual(await reach('src/'), { relativePath: 'src', kind: 'directory' });
            for (const path of ['src/index.ts/', 'src/index.ts/.']) {
                await refusalOf('not-a-directory', reach(path));
                await refusalOf('not-a-file', write(path));
            }
        });

        it('works in a root that is a link, by either name', async () => {
            workspace.file('a.txt');
            const link = join(workspace.outside, 'link-to-root');
            symlinkSync(workspace.root, link);
            const guard = await PathGuard.open(link, new Policy(), pin);
            for (const path of ['a.txt', join(link, 'a.txt'), workspace.path('a.txt')]) {
                assert.equal(await guard.withReadable(path, {}, entry => Promise.resolve(entry.relativePath)), 'a.txt');
            }
            assert.equal(guard.givenPath('a.txt'), join(link, 'a.txt'));
        });

        it('follows links inside the workspace and reports the real path', async () => {
            workspace.file('real/a.txt');
            workspace.link('alias', 'real');
            workspace.link('real/again', 'a.txt');
            assert.equal((await reach('alias/again')).relativePath, 'real/a.txt');
        });

        it('judges what it finds in a directory that it knows like everything else', async () => {
            workspace.file('known/a.txt');
            const guard = await open();
            const find = (path: string): Promise<string> =>
                guard.withReadable(path, {}, ({ relativePath }) => Promise.resolve(relativePath));
            assert.equal(await find('known/a.txt'), 'known/a.txt');
            workspace.link('known/inside', 'a.txt');
            workspace.link('known/outside', join(workspace.outside, 'secret.txt'));
            workspace.fifo('known/pipe');
            assert.equal(await find('known/inside'), 'known/a.txt');
            await refusalOf('outside-workspace', find('known/outside'));
            await refusalOf('not-a-file', find('known/pipe'));
            await refusalOf('not-found', find('known/missing'));
        });

        it('refuses links to outside, directly, through a directory and in a chain', async () => {
            workspace.link('file', join(workspace.outside, 'secret.txt'));
            workspace.link('directory', workspace.outside);
            workspace.link('relative', '../outside/secret.txt');
            workspace.link('chain', 'file');
            workspace.link('environment', '/proc/self/environ');
            workspace.link('device', '/dev/zero');
            for (const path of ['file', 'directory', 'directory/secret.txt', 'relative', 'chain', 'environment', 'device']) {
                await refusalOf('outside-workspace', reach(path));
                await refusalOf('outside-workspace', write(path));
            }
            await refusalOf('outside-workspace', write('directory/new.txt'));
            await refusalOf('outside-workspace', write('directory/new/new.txt'));
            outsideIsUntouched();
        });

        it('answers alike for what exists outside and what does not', async () => {
            workspace.link('directory', workspace.outside);
            workspace.link('dangling', join(workspace.outside, 'nothing'));
            const messages = await Promise.all(
                ['directory/secret.txt', 'directory/nothing', 'directory/no/thing', 'directory/secret.txt/x', 'dangling', 'dangling/x'].map(
                    async path => (await refusalOf('outside-workspace', reach(path))).message.replace(`"${path}"`, 'PATH')
                )
            );
            assert.equal(new Set(messages).size, 1);
            assert.ok(!messages[0].includes(workspace.outside));
        });

        it('refuses dangling links and loops, and creates nothing through them', async () => {
            workspace.link('dangling', join(workspace.outside, 'new.txt'));
            workspace.link('inside', 'not-there-yet');
            workspace.link('loop', 'loop');
            for (const path of ['dangling', 'dangling/x.txt', 'inside', 'inside/x.txt', 'loop', 'loop/x.txt']) {
                await refusalOf('outside-workspace', reach(path));
                await refusalOf('outside-workspace', write(path));
            }
            assert.ok(!existsSync(workspace.path('not-there-yet')));
            outsideIsUntouched();
        });

        it('judges the real path behind a link, not only the one given', async () => {
            workspace.file('.env', 'SECRET=1');
            workspace.file('.git/config');
            workspace.link('harmless.txt', '.env');
            workspace.link('repository', '.git');
            await refusalOf('sensitive-file', reach('harmless.txt'));
            await refusalOf('sensitive-file', reach('repository/config'));
            await refusalOf('protected-path', write('repository/config'));
            await refusalOf('protected-path', write('repository/hooks/pre-commit'));
            assert.deepEqual(readdirSync(workspace.path('.git')), ['config']);
        });

        it('judges the path as given, whether or not it exists', async () => {
            for (const path of ['.env', '.env.', '.env/', './.env', '.ENV', 'a/.env', workspace.path('.env')]) {
                await refusalOf('sensitive-file', reach(path));
            }
            const guard = await open();
            const options = { parentSegments: 'resolve' as const };
            await refusalOf(
                'sensitive-file',
                guard.withReadable('a/../.env', options, () => Promise.resolve())
            );
        });

        it('refuses FIFOs, sockets and devices at once', async () => {
            workspace.fifo('fifo');
            const server = createServer().listen(workspace.path('socket'));
            await once(server, 'listening');
            try {
                for (const path of ['fifo', 'socket']) {
                    await refusalOf('not-a-file', reach(path));
                    await refusalOf('not-a-file', write(path));
                }
            } finally {
                server.close();
            }
            const devices = await PathGuard.open('/dev', new Policy(), pin);
            await refusalOf(
                'not-a-file',
                devices.withReadable('zero', {}, () => Promise.resolve())
            );
        });

        it('tells what is missing, what is a file and what has too long a name', async () => {
            workspace.file('a.txt');
            await refusalOf('not-found', reach('b.txt'));
            await refusalOf('not-found', reach('no/such/file'));
            await refusalOf('not-a-directory', reach('a.txt/b'));
            await refusalOf('not-a-directory', write('a.txt/b'));
            await refusalOf('not-a-directory', write('a.txt/b/c'));
            assert.equal((await refusalOf('not-a-directory', write('a.txt/b/c'))).details.parent, true);
            await refusalOf('invalid-path', reach('x'.repeat(300)));
        });

        it('refuses to write to the root, to directories and to names that end with a slash', async () => {
            mkdirSync(workspace.path('directory'));
            for (const path of ['.', 'directory', 'new/']) {
                await refusalOf('not-a-file', write(path));
            }
        });

        it('lets a person lift what the policy asks about, but not what it denies', async () => {
            const guard = await open();
            await refusalOf('protected-path', writeFile(guard, { path: 'AGENTS.md', content: 'x' }));
            await writeFile(guard, { path: 'AGENTS.md', content: 'x' }, { confirmed: true });
            await refusalOf('protected-path', writeFile(guard, { path: 'node_modules/x/y.js', content: 'x' }, { confirmed: true }));
            assert.deepEqual(readdirSync(workspace.root), ['AGENTS.md']);
        });

        it('gives back every descriptor', async () => {
            workspace.file('a.txt');
            workspace.link('out', workspace.outside);
            const count = (): number => readdirSync('/proc/self/fd').length;
            const before = count();
            const rounds = 20;
            for (let round = 0; round < rounds; round++) {
                await reach('a.txt');
                await write(`made/${round}/b.txt`);
                await refusalOf('not-found', reach('missing/x'));
                await refusalOf('outside-workspace', write('out/x'));
            }
            // What others had open may have been closed meanwhile.
            assert.ok(count() < before + rounds);
        });
    });
}

describe('PathGuard.open', () => {
    const workspace = useWorkspace();

    it('refuses what is no directory, what is missing and the root of the file system', async () => {
        await refusalOf('not-a-directory', PathGuard.open(workspace.file('a.txt'), new Policy()));
        await refusalOf('not-found', PathGuard.open(workspace.path('missing'), new Policy()));
        await refusalOf('invalid-path', PathGuard.open('/', new Policy()));
    });
});
