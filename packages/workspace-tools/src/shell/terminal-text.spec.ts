import { strict as assert } from 'node:assert';
import * as fc from 'fast-check';
import { Policy } from '../policy';

const policy = new Policy();
const judge = (text: string): ReturnType<Policy['judgeTerminalText']> => policy.judgeTerminalText(text);

describe('Policy: text for a terminal', () => {
    it('judges every line as a command, whatever ends it', () => {
        for (const text of ['ls\nrm -rf x\n', 'ls\rrm -rf x', 'ls\r\nrm -rf x\r\n', '\n\nrm -rf x']) {
            const { judgement, commands } = judge(text);
            assert.equal(judgement.decision, 'ask', JSON.stringify(text));
            assert.equal(commands.at(-1), 'rm -rf x');
        }
        assert.equal(judge('ls\npwd\n').judgement.decision, 'allow');
        assert.equal(judge('').judgement.decision, 'allow');
    });

    it('does not take a line for quoted text that a shell could take for a command', () => {
        assert.equal(judge('echo "\nrm -rf x\n"').judgement.decision, 'ask');
        assert.equal(judge('cat <<E\nrm -rf x\nE\n').judgement.decision, 'ask');
    });

    it('does not rely on comments, which some interactive shells do not have', () => {
        assert.equal(judge('ls # ; rm -rf x').judgement.decision, 'ask');
    });

    it('reports what a terminal would act upon', () => {
        const kinds = (text: string): string[] => judge(text).hazards.map(({ kind }) => kind);
        assert.deepEqual(kinds('a\x1b[201~b'), ['paste-end']);
        assert.deepEqual(kinds('\x03\x04\x15\x1a'), ['control', 'control', 'control', 'control']);
        assert.deepEqual(kinds('\x1b[31mred\x1b]0;title\x07'), ['escape-sequence', 'escape-sequence']);
        assert.deepEqual(kinds('a\u202eb\u2066'), ['bidirectional', 'bidirectional']);
        assert.deepEqual(kinds('a\u200bb\ufeff'), ['invisible', 'invisible']);
        assert.deepEqual(kinds('\x9b201~ \x7f \t'), ['paste-end', 'control', 'control']);
        assert.deepEqual(kinds('plain text, Ünïcode, 漢字\n'), []);
    });

    it('gives the text without hazards, and with each of them escaped', () => {
        const { stripped, shown } = judge('l\u200bs\x03 \x1b[201~\n');
        assert.equal(stripped, 'ls \n');
        assert.equal(shown, 'l\\u{200b}s\\u{3} \\u{1b}[201~\n');
    });

    it('judges the text as it is without its hazards', () => {
        assert.equal(judge('r\u200bm -rf x').judgement.decision, 'ask');
    });

    it('leaves nothing that a terminal would act upon', () => {
        fc.assert(
            fc.property(
                fc.string({ unit: fc.constantFrom('\x1b', '[', '2', '0', '1', '~', '\x03', 'a', '\n', '\u202e', '\x9b', ']', '\x07') }),
                text => {
                    assert.deepEqual(judge(judge(text).stripped).hazards, []);
                }
            )
        );
    });
});
