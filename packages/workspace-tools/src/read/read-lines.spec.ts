import { strict as assert } from 'node:assert';
import { closeSync, openSync, ftruncateSync, writeSync } from 'node:fs';
import { Policy } from '../policy';
import { refusalOf, useWorkspace } from '../test/test-workspace';
import { ReadRequest } from './read-request';

describe('Reading some lines of a file', () => {
    const workspace = useWorkspace();
    const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join('');
    const read = async (request: Omit<ReadRequest, 'path'>, policy = new Policy()) =>
        (await workspace.tools(policy)).read({ path: 'a.txt', ...request });

    it('takes them by number, from the beginning or from the end', async () => {
        workspace.file('a.txt', TEN);
        const range = await read({ startLine: 3, endLine: 4 });
        assert.deepEqual(
            [range.content, range.startLine, range.endLine, range.lines, range.totalLines, range.truncated],
            ['line 3\nline 4\n', 3, 4, 2, 10, false]
        );
        assert.equal((await read({ startLine: 9 })).content, 'line 9\nline 10\n');
        assert.equal((await read({ endLine: 1 })).content, 'line 1\n');
        assert.equal((await read({ head: 2 })).content, 'line 1\nline 2\n');
        assert.equal((await read({ head: 0 })).content, '');
        const tail = await read({ tail: 2 });
        assert.deepEqual([tail.content, tail.startLine, tail.endLine], ['line 9\nline 10\n', 9, 10]);
        assert.deepEqual([(await read({ tail: 99 })).content, (await read({ tail: 0 })).content], [TEN, '']);
    });

    it('answers with nothing for lines behind the end', async () => {
        workspace.file('a.txt', TEN);
        const { content, lines, totalLines } = await read({ startLine: 11, endLine: 20 });
        assert.deepEqual([content, lines, totalLines], ['', 0, 10]);
    });

    it('counts a last line without a line end', async () => {
        workspace.file('a.txt', 'a\r\nb');
        assert.deepEqual([(await read({ tail: 1 })).content, (await read({ startLine: 2 })).totalLines], ['b', 2]);
    });

    it('numbers lines as they are numbered in the file', async () => {
        workspace.file('a.txt', '# README\n\nContent');
        assert.equal((await read({ numbered: true })).content, '1: # README\n2: \n3: Content');
        assert.equal((await read({ startLine: 2, endLine: 3, numbered: true })).content, '2: \n3: Content');
        assert.equal((await read({ tail: 1, numbered: true })).content, '3: Content');
    });

    it('leaves out the middle of a file with too many lines, and says which', async () => {
        workspace.file('a.txt', TEN);
        const { content, omitted, truncated, totalLines } = await read({ maxLines: 4, numbered: true });
        assert.equal(content, '1: line 1\n2: line 2\n9: line 9\n10: line 10\n');
        assert.deepEqual([omitted, truncated, totalLines], [{ startLine: 3, endLine: 8 }, true, 10]);
        assert.deepEqual([(await read({ maxLines: 10 })).content, (await read({ maxLines: 10 })).truncated], [TEN, false]);
    });

    it('cuts at the limit between two characters, and says so', async () => {
        workspace.file('a.txt', `${'€'.repeat(100)}\nend`);
        const policy = new Policy({ limits: { readBytes: 10 } });
        const head = await read({ head: 1 }, policy);
        assert.deepEqual([head.content, head.truncated], ['€€€', true]);
        const tail = await read({ tail: 2 }, policy);
        assert.deepEqual([tail.content, tail.truncated], ['€€\nend', true]);
    });

    it('reads both ends of a range that has more lines than are wanted, in every encoding', async () => {
        const lines = TEN.match(/.*\n/g) ?? [];
        for (const content of [Buffer.from(TEN), Buffer.from(`\ufeff${TEN}`, 'utf16le')]) {
            workspace.file('a.txt', content);
            for (const [startLine, endLine, maxLines] of [
                [1, 10, 4],
                [2, 9, 3],
                [3, 8, 6],
                [3, 99, 5],
                [9, 10, 2],
                [12, 20, 2]
            ] as const) {
                const asked = lines.slice(startLine - 1, endLine);
                const isWhole = asked.length <= maxLines;
                const [front, back] = [Math.ceil(maxLines / 2), Math.floor(maxLines / 2)];
                const { content, truncated, omitted } = await read({ startLine, endLine, maxLines });
                const gap = { startLine: startLine + front, endLine: startLine + asked.length - back - 1 };
                assert.equal(content, (isWhole ? asked : [...asked.slice(0, front), ...asked.slice(-back)]).join(''));
                assert.deepEqual([truncated, omitted], isWhole ? [false, undefined] : [true, gap]);
            }
        }
    });

    it('tells the lines of the whole file when only its beginning was asked for', async () => {
        workspace.file('a.txt', TEN);
        const { content, totalLines, truncated } = await read({ maxBytes: 7 });
        assert.deepEqual([content, totalLines, truncated], ['line 1\n', 10, true]);
    });

    it('reads the ends of a file of 10 GB with little memory, and refuses what it cannot reach', async () => {
        const descriptor = openSync(workspace.file('a.txt', 'first\n'), 'r+');
        const size = 10 * 1024 ** 3;
        ftruncateSync(descriptor, size);
        writeSync(descriptor, 'x'.repeat(100) + '\nlast\n', size - 106);
        writeSync(descriptor, 'first\n'.repeat(2000), 0);
        closeSync(descriptor);
        const before = process.memoryUsage().rss;
        const policy = new Policy({ limits: { scanBytes: 1024 * 1024 } });
        assert.equal((await read({ tail: 1 }, policy)).content, 'last\n');
        const head = await read({ head: 1 }, policy);
        assert.deepEqual([head.content, head.totalLines, head.size], ['first\n', undefined, size]);
        const { message } = await refusalOf('too-large', read({ startLine: 5000 }, policy));
        assert.match(
            message,
            /bytes, of which the first 1048576 are looked through for lines; those that you ask for come behind them\. Search/
        );
        await refusalOf('too-large', read({ tail: 1, numbered: true }, policy));
        assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024);
    });

    it('leaves out whole lines where the limit cuts both ends, also when there are few, and names them', async () => {
        workspace.file('a.txt', Array.from({ length: 10 }, (_, index) => `line ${index}xxx\n`).join(''));
        const policy = new Policy({ limits: { readBytes: 30 } });
        for (const maxLines of [6, 10, 100]) {
            const { content, omitted, truncated, totalLines, startLine, endLine } = await read({ maxLines }, policy);
            assert.deepEqual([content, omitted], ['line 0xxx\nline 9xxx\n', { startLine: 2, endLine: 9 }], String(maxLines));
            assert.deepEqual([truncated, totalLines, startLine, endLine], [true, 10, 1, 10]);
        }
    });

    it('cuts a line in itself only where the limit leaves no whole one, and ends it before the next', async () => {
        const policy = new Policy({ limits: { readBytes: 20 } });
        workspace.file('a.txt', `${'a'.repeat(50)}\nmiddle\n${'z'.repeat(50)}`);
        const ends = await read({ maxLines: 10, numbered: true }, policy);
        assert.deepEqual([ends.content, ends.omitted], [`1: ${'a'.repeat(10)}\n3: ${'z'.repeat(10)}`, { startLine: 1, endLine: 3 }]);
        workspace.file('a.txt', 'a'.repeat(50));
        const only = await read({ maxLines: 10 }, policy);
        assert.deepEqual([only.content, only.omitted, only.truncated], ['a'.repeat(10), { startLine: 1, endLine: 1 }, true]);
    });

    it('says that lines are missing from the middle of a file that is too large to count them', async () => {
        workspace.file('a.txt', TEN);
        const { content, omitted, truncated } = await read({ maxLines: 2 }, new Policy({ limits: { scanBytes: 20 } }));
        assert.deepEqual([content, omitted, truncated], ['line 1\nline 10\n', undefined, true]);
    });

    it('finds lines in a text of 16 bits a character as in any other', async () => {
        workspace.file('a.txt', Buffer.from(`\ufeff${TEN}`, 'utf16le'));
        assert.equal((await read({ startLine: 3, endLine: 4 })).content, 'line 3\nline 4\n');
        assert.equal((await read({ head: 1 })).content, 'line 1\n');
        const tail = await read({ tail: 2, numbered: true });
        assert.deepEqual([tail.content, tail.startLine, tail.endLine, tail.totalLines], ['9: line 9\n10: line 10\n', 9, 10, 10]);
        const { content, omitted, truncated } = await read({ maxLines: 2 });
        assert.deepEqual([content, omitted, truncated], ['line 1\nline 10\n', { startLine: 2, endLine: 9 }, true]);
        await refusalOf('too-large', read({ head: 1 }, new Policy({ limits: { readBytes: 10 } })));
    });

    it('refuses binary files and contradicting requests', async () => {
        workspace.file('a.txt', Buffer.from([0x61, 0x0a, 0xff, 0x0a]));
        await refusalOf('binary-file', read({ head: 1 }));
        await refusalOf('invalid-argument', read({ head: 1, tail: 1 }));
        await refusalOf('invalid-argument', read({ startLine: 0 }));
        await refusalOf('invalid-argument', read({ startLine: 3, endLine: 2 }));
    });

    it('ends when it is cancelled or takes too long', async () => {
        workspace.file('a.txt', TEN);
        const tools = await workspace.tools();
        await refusalOf('cancelled', tools.read({ path: 'a.txt' }, { signal: AbortSignal.abort() }));
        const reason = new DOMException('late', 'TimeoutError');
        await refusalOf('timeout', tools.read({ path: 'a.txt', tail: 1 }, { signal: AbortSignal.abort(reason) }));
    });
});
