import { strict as assert } from 'node:assert';
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { FinishedOperation } from '../operation';
import { Policy } from '../policy';
import { pinByDescriptor } from '../pinned-entry';
import { hashBytes, readBeginning } from './read-file';
import { refusalOf, useWorkspace } from '../test/test-workspace';

const TEN_GIGABYTES = 10 * 1024 ** 3;

describe('WorkspaceTools.read', () => {
    const workspace = useWorkspace();

    it('returns the text with everything known about it', async () => {
        const file = workspace.file('src/a.txt', 'first\nsecond');
        const result = await (await workspace.tools()).read({ path: 'src/a.txt' });
        assert.deepEqual(
            { ...result, hash: result.hash },
            {
                path: 'src/a.txt',
                content: 'first\nsecond',
                encoding: 'utf8',
                size: 12,
                lines: 2,
                startLine: 1,
                endLine: 2,
                totalLines: 2,
                truncated: false,
                modifiedMs: statSync(file).mtimeMs,
                hash: hashBytes(Buffer.from('first\nsecond'))
            }
        );
    });

    it('reads an empty file as empty text', async () => {
        workspace.file('empty', '');
        const { content, lines, size } = await (await workspace.tools()).read({ path: 'empty' });
        assert.deepEqual({ content, lines, size }, { content: '', lines: 0, size: 0 });
    });

    it('describes binary files instead of showing them', async () => {
        workspace.file('image', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'));
        workspace.file('latin', Buffer.from('caf\xe9', 'latin1'));
        const tools = await workspace.tools();
        const image = await refusalOf('binary-file', tools.read({ path: 'image' }));
        assert.deepEqual(image.details, { path: 'image', size: 11, mediaType: 'image/png' });
        assert.match(image.message, /image\/png, 11 bytes/);
        await refusalOf('binary-file', tools.read({ path: 'latin' }));
    });

    it('answers with the description of a binary file where that is wanted, and notes it as done', async () => {
        workspace.file('image', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'));
        workspace.file('a.txt', 'text');
        const tools = await workspace.tools();
        const outcomes: string[] = [];
        const audit = { started: () => undefined, finished: ({ outcome }: FinishedOperation) => outcomes.push(outcome) };
        const description = { path: 'image', size: 11, mediaType: 'image/png' };
        assert.deepEqual(await tools.readOrDescribe({ path: './image' }, { audit }), description);
        assert.deepEqual(await tools.readOrDescribe({ path: 'image', head: 1 }, { audit }), description);
        const text = await tools.readOrDescribe({ path: 'a.txt' }, { audit });
        assert.ok('content' in text && text.content === 'text');
        await refusalOf('not-found', tools.readOrDescribe({ path: 'none' }, { audit }));
        assert.deepEqual(outcomes, ['done', 'done', 'done', 'failed']);
    });

    it('refuses a file over the limit and says how large it is', async () => {
        workspace.file('exact', 'x'.repeat(100));
        workspace.file('over', 'x'.repeat(101));
        const tools = await workspace.tools(new Policy({ limits: { readBytes: 100 } }));
        assert.equal((await tools.read({ path: 'exact' })).truncated, false);
        const { details } = await refusalOf('too-large', tools.read({ path: 'over' }));
        assert.deepEqual(details, { path: 'over', size: 101, limit: 100 });
    });

    it('reads larger files for callers whose own rules know no limit', async () => {
        workspace.file('large', 'x\n'.repeat(50));
        const tools = await workspace.tools(new Policy({ limits: { readBytes: 10, largeReadBytes: 100 } }));
        assert.equal((await tools.read({ path: 'large' }, { large: true })).content.length, 100);
        assert.equal((await tools.read({ path: 'large', head: 40 }, { large: true })).truncated, false);
        assert.equal((await tools.read({ path: 'large', head: 40 })).truncated, true);
        workspace.file('large', 'x'.repeat(101));
        assert.equal((await refusalOf('too-large', tools.read({ path: 'large' }, { large: true }))).details.limit, 100);
        assert.equal((await tools.read({ path: 'large' }, { comparedBytes: 1000 })).truncated, false);
    });

    it('refuses text that is not UTF-8 for callers who take nothing else, whole or in part', async () => {
        workspace.file('wide', Buffer.from('\ufeffwide\n', 'utf16le'));
        const tools = await workspace.tools();
        assert.equal((await tools.read({ path: 'wide' })).content, 'wide\n');
        for (const part of [{}, { head: 1 }, { tail: 1 }]) {
            await refusalOf('binary-file', tools.read({ path: 'wide', ...part }, { utf8Only: 'read' }));
        }
    });

    it('names no similar paths to callers who want none', async () => {
        workspace.file('index.ts');
        const tools = await workspace.tools();
        assert.deepEqual((await refusalOf('not-found', tools.read({ path: 'indx.ts' }))).details.suggestions, ['index.ts']);
        assert.equal((await refusalOf('not-found', tools.read({ path: 'indx.ts' }, { nearNames: false }))).details.suggestions, undefined);
    });

    it('returns the beginning when asked for it, cut between characters, never more than the limit', async () => {
        workspace.file('a', 'ab😀cd');
        const tools = await workspace.tools(new Policy({ limits: { readBytes: 7 } }));
        const { content, truncated, hash, size } = await tools.read({ path: 'a', maxBytes: 4 });
        assert.deepEqual({ content, truncated, hash, size }, { content: 'ab', truncated: true, hash: undefined, size: 8 });
        assert.equal((await tools.read({ path: 'a', maxBytes: 1000 })).content, 'ab😀c');
    });

    it('reads no more than the limit of a sparse file of 10 GB', async () => {
        truncateSync(workspace.file('zeros'), TEN_GIGABYTES);
        truncateSync(workspace.file('text', 'x'.repeat(2 * 1024 * 1024)), TEN_GIGABYTES);
        const tools = await workspace.tools();
        const before = process.memoryUsage().arrayBuffers;
        assert.equal((await refusalOf('binary-file', tools.read({ path: 'zeros' }))).details.size, TEN_GIGABYTES);
        assert.equal((await refusalOf('too-large', tools.read({ path: 'text' }))).details.size, TEN_GIGABYTES);
        assert.equal((await tools.read({ path: 'text', maxBytes: 5 })).content, 'xxxxx');
        assert.ok(process.memoryUsage().arrayBuffers - before < 16 * 1024 * 1024);
    });

    it('reads all of a file that grew or shrank after it was found', async () => {
        const file = workspace.file('changing', 'x'.repeat(10));
        for (const length of [5, 500, 1000, 0]) {
            const pinned = await pinByDescriptor(file);
            try {
                writeFileSync(file, 'y'.repeat(length));
                const { bytes, size } = await readBeginning(pinned, 600);
                assert.deepEqual([bytes.toString(), size], ['y'.repeat(Math.min(length, 600)), Math.min(length, 601)]);
            } finally {
                pinned.close();
            }
        }
    });

    it('refuses directories', async () => {
        workspace.file('src/a.txt');
        await refusalOf('not-a-file', (await workspace.tools()).read({ path: 'src' }));
    });
});
