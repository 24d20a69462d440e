import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Policy, WorkspaceTools } from '@openspace/workspace-tools';
import { Container } from '@theia/core/shared/inversify';
import type { Answer } from '../../common';
import { TabConnection } from '../tab/tab-connection';
import { WorkspaceKernels } from './workspace-kernels';
import { WorkspaceServerImpl } from './workspace-server-impl';

describe('The workspace server', () => {
    let folder: string;
    let server: WorkspaceServerImpl;

    beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'openspace-server-'));
        const container = new Container();
        const tab: Partial<TabConnection> = { workspaceFolder: () => Promise.resolve(folder) };
        container.bind(TabConnection).toConstantValue(tab as TabConnection);
        const kernels: Partial<WorkspaceKernels> = { open: root => WorkspaceTools.open(root, new Policy({ limits: { writeBytes: 100 } })) };
        container.bind(WorkspaceKernels).toConstantValue(kernels as WorkspaceKernels);
        container.bind(WorkspaceServerImpl).toSelf();
        server = container.get(WorkspaceServerImpl);
    });

    afterEach(() => rm(folder, { recursive: true }));

    const uri = (path: string): string => pathToFileURL(join(folder, path)).toString();
    const codeOf = (answer: Answer<unknown>): string | undefined => ('error' in answer ? answer.error.code : undefined);

    it('writes a file with its missing folders', async () => {
        const answer = await server.writeFile('a/b/c.txt', 'text\n');
        assert.deepEqual(answer, { value: { path: 'a/b/c.txt', created: true, size: 5 } });
        assert.equal(await readFile(join(folder, 'a/b/c.txt'), 'utf8'), 'text\n');
    });

    it('keeps the byte order mark and the line ends of the text that stood there', async () => {
        await writeFile(join(folder, 'a.txt'), '\uFEFFone\r\ntwo\r\n');
        assert.deepEqual(await server.writeFile('a.txt', 'new\ntext\n'), { value: { path: 'a.txt', created: false, size: 14 } });
        assert.equal(await readFile(join(folder, 'a.txt'), 'utf8'), '\uFEFFnew\r\ntext\r\n');
        await writeFile(join(folder, 'b.txt'), 'one\ntwo\n');
        await server.writeFile('b.txt', 'new\r\ntext\n');
        assert.equal(await readFile(join(folder, 'b.txt'), 'utf8'), 'new\r\ntext\n');
        await writeFile(join(folder, 'c.txt'), Buffer.from('\uFEFFone\n', 'utf16le'));
        await server.writeFile('c.txt', 'new\n');
        assert.equal(await readFile(join(folder, 'c.txt'), 'utf16le'), '\uFEFFnew\n');
    });

    it('leaves what is no text alone', async () => {
        await writeFile(join(folder, 'a.png'), Buffer.from([0x89, 0x50, 0, 0]));
        assert.equal(codeOf(await server.writeFile('a.png', 'text')), 'binary-file');
    });

    it('judges a write through a document like any other', async () => {
        await writeFile(join(folder, 'a.txt'), 'old');
        assert.deepEqual(await server.locateForWrite('a.txt', 3), { value: { path: 'a.txt', uri: uri('a.txt'), exists: true } });
        assert.deepEqual(await server.locateForWrite('x/new.txt', 3), {
            value: { path: 'x/new.txt', uri: uri('x/new.txt'), exists: false }
        });
        assert.equal(codeOf(await server.locateForWrite('a.txt', 101)), 'too-large');
        assert.equal(codeOf(await server.locateForWrite('.git/config', 3)), 'protected-path');
        assert.equal(codeOf(await server.locateForWrite('../a.txt', 3)), 'outside-workspace');
        assert.equal(await readFile(join(folder, 'a.txt'), 'utf8'), 'old');
    });

    it('knows the place of a file that is gone, as far as it may be known', async () => {
        await mkdir(join(folder, 'src'));
        assert.deepEqual(await server.locateEditor('./src/gone.ts'), {
            value: { path: 'src/gone.ts', uri: uri('src/gone.ts'), exists: false }
        });
        await symlink(tmpdir(), join(folder, 'out'));
        assert.equal(codeOf(await server.locateEditor('out/gone.ts')), 'outside-workspace');
        assert.equal(codeOf(await server.locateEditor('.env')), 'sensitive-file');
        assert.equal(codeOf(await server.locateEditor('src')), 'not-a-file');
    });
});
