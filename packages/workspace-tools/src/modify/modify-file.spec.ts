import { strict as assert } from 'node:assert';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { Policy } from '../policy';
import { longestWait } from '../test/longest-wait';
import { refusalOf, useWorkspace } from '../test/test-workspace';
import { WorkspaceTools } from '../workspace-tools';
import { applyLineOperation } from './line-operation';
import { LineOperation, ModifyOperation } from './modify-request';
import { replaceByRegex } from './regex-replace';

const PLACE = { path: 'a.txt', position: 1 };

describe('WorkspaceTools.modify', () => {
    const workspace = useWorkspace();
    const text = (): string => readFileSync(workspace.path('a.txt'), 'utf8');
    const modify = (tools: WorkspaceTools, ...operations: ModifyOperation[]) => tools.modify({ path: 'a.txt', operations });

    it('inserts, replaces and deletes lines, each operation on what the ones before it left', async () => {
        workspace.file('a.txt', 'one\ntwo\nthree\n');
        const result = await modify(
            await workspace.tools(),
            { type: 'insert', afterLine: 0, newContent: 'zero' },
            { type: 'replace', startLine: 3, endLine: 4, newContent: '2\n3\n3.5' },
            { type: 'delete', startLine: 2, endLine: 2 }
        );
        assert.equal(text(), 'zero\n2\n3\n3.5\n');
        assert.deepEqual([result.lines, result.replacements], [4, 0]);
    });

    it('replaces by regular expressions as JavaScript does', async () => {
        workspace.file('a.txt', 'oldAPI.method(a)\noldAPI.method(b)\n');
        const tools = await workspace.tools();
        const pattern = 'oldAPI\\.method\\((?<argument>[^)]+)\\)';
        const result = await modify(tools, { type: 'regexReplace', pattern, replacement: '$1-$<argument>-$$-$2', flags: 'g' });
        assert.equal(text(), 'a-a-$-$2\nb-b-$-$2\n');
        assert.equal(result.replacements, 2);
        await modify(tools, { type: 'regexReplace', pattern: '^B', replacement: '[$&]', flags: 'im' });
        assert.equal(text(), 'a-a-$-$2\n[b]-b-$-$2\n');
    });

    it('makes of any text what JavaScript makes of it, and counts the places', () => {
        const pattern = fc.constantFrom('a', 'a*', '(a)(b)?', '(?<first>a)|b', '^', 'b$', 'ä');
        const replacement = fc.constantFrom('', 'x', '$$', '[$&]', "$`$'", '$1$2', '$01', '$<first>');
        const flags = fc.constantFrom('', 'g', 'gi', 'gm', 'y', 'gy', 'gu');
        fc.assert(
            fc.property(fc.string({ unit: fc.constantFrom('a', 'B', 'b', '\n', 'ä') }), pattern, replacement, flags, (...given) => {
                const [content, ...[source, written, chosen]] = given;
                const regex = (): RegExp => new RegExp(source, chosen);
                const places = content.match(regex());
                fc.pre(places !== null);
                const operation: ModifyOperation = { type: 'regexReplace', pattern: source, replacement: written, flags: chosen };
                assert.deepEqual(replaceByRegex(content, operation, PLACE, 1_000_000), {
                    text: content.replace(regex(), written),
                    count: chosen.includes('g') ? places.length : 1
                });
            })
        );
    });

    it('changes nothing when one operation fails, and names it', async () => {
        workspace.file('a.txt', 'one\n');
        const tools = await workspace.tools();
        const first: ModifyOperation = { type: 'delete', startLine: 1, endLine: 1 };
        const failures: [Parameters<typeof refusalOf>[0], ModifyOperation][] = [
            ['invalid-argument', { type: 'delete', startLine: 1, endLine: 1 }],
            ['invalid-argument', { type: 'insert', afterLine: 1, newContent: '' }],
            ['invalid-argument', { type: 'replace', startLine: 2, endLine: 1, newContent: '' }],
            ['invalid-pattern', { type: 'regexReplace', pattern: '(', replacement: '' }],
            ['text-not-found', { type: 'regexReplace', pattern: 'x', replacement: '' }]
        ];
        for (const [code, operation] of failures) {
            assert.equal((await refusalOf(code, modify(tools, first, operation))).details.position, 2, code);
            assert.equal(text(), 'one\n');
        }
    });

    it('ends a pattern that never comes to an end, while others go on', async () => {
        workspace.file('a.txt', 'a'.repeat(50_000));
        const hasty = new Policy({ limits: { changeTimeoutMs: 1000 } });
        const endless: ModifyOperation = { type: 'regexReplace', pattern: '(a+)+$b', replacement: '' };
        const share = await longestWait(async () => refusalOf('timeout', modify(await workspace.tools(hasty), endless)));
        assert.ok(share < 0.5, `others waited for ${Math.round(share * 100)} % of its time`);
        assert.equal(text().length, 50_000);
    });

    it('gives all patterns of a call together the time that one has', async () => {
        workspace.file('a.txt', 'a'.repeat(22));
        const tools = await workspace.tools(new Policy({ limits: { changeTimeoutMs: 3000 } }));
        // Slow, but not for ever; the text stays as it is.
        const slow: ModifyOperation = { type: 'regexReplace', pattern: '(a+)+b|^', replacement: '' };
        await modify(tools, slow);
        await refusalOf('timeout', modify(tools, ...Array.from({ length: 1000 }, () => slow)));
    });

    it('lets others run while it changes many lines of a long file', async () => {
        workspace.file('a.txt', 'x\n'.repeat(1_000_000));
        const operations = Array.from(
            { length: 20 },
            () => ({ type: 'replace', startLine: 999_999, endLine: 999_999, newContent: 'y' }) as const
        );
        const share = await longestWait(async () => modify(await workspace.patientTools(), ...operations));
        assert.ok(share < 0.5, `others waited for ${Math.round(share * 100)} % of its time`);
    });

    it('refuses a replacement that grows without bound', async () => {
        workspace.file('a.txt', 'a'.repeat(100_000));
        const tools = await workspace.tools();
        const replacement = '$&' + 'b'.repeat(1000);
        await refusalOf('too-large', modify(tools, { type: 'regexReplace', pattern: 'a', replacement, flags: 'g' }));
    });

    it('does to any lines what the same operation does to a list of them', () => {
        const line = fc.stringMatching(/^[a-c]{0,3}$/);
        const lines = fc.array(line, { minLength: 1, maxLength: 8 });
        const lineEnd = fc.constantFrom('\n', '\r\n');
        fc.assert(
            fc.property(lines, lines, lineEnd, fc.nat(8), fc.nat(8), (before, added, end, one, other) => {
                const [first, last] = [Math.min(one, other) % before.length, Math.max(one, other) % before.length];
                fc.pre(first <= last);
                const content = before.map(each => each + end).join('');
                const range = { startLine: first + 1, endLine: last + 1 };
                const apply = (operation: LineOperation): string => applyLineOperation(content, operation, PLACE);
                const expected = (...args: [number, number, ...string[]]): string =>
                    before
                        .toSpliced(...args)
                        .map(each => each + end)
                        .join('');
                const newContent = `${added.join('\n')}\n`;
                assert.equal(apply({ type: 'replace', ...range, newContent }), expected(first, last - first + 1, ...added));
                assert.equal(apply({ type: 'delete', ...range }), expected(first, last - first + 1));
                assert.equal(apply({ type: 'insert', afterLine: first, newContent }), expected(first, 0, ...added));
            })
        );
    });

    it('leaves a last line without its line end', () => {
        const apply = (operation: LineOperation): string => applyLineOperation('a\nb', operation, PLACE);
        assert.equal(apply({ type: 'insert', afterLine: 2, newContent: 'c' }), 'a\nb\nc');
        assert.equal(apply({ type: 'replace', startLine: 2, endLine: 2, newContent: 'c\n' }), 'a\nc');
        assert.equal(apply({ type: 'delete', startLine: 1, endLine: 1 }), 'b');
        assert.equal(applyLineOperation('', { type: 'insert', afterLine: 0, newContent: 'a' }, PLACE), 'a\n');
    });
});
