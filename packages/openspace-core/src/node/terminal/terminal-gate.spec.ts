import 'reflect-metadata';
import assert from 'node:assert/strict';
import { TerminalGate } from './terminal-gate';

describe('The gate to the terminals', () => {
    const gate = new TerminalGate();

    for (const text of ['npm test\n', 'echo "ä 漢 🙂"\r\n', 'cat <<END\na\nEND\n', 'y']) {
        it(`lets ${JSON.stringify(text)} through`, () => assert.equal(gate.judgeText(text), undefined));
    }

    for (const [what, text] of [
        ['an interrupt', '\x03'],
        ['an end of file', 'a\x04'],
        ['the end of a paste', 'ls\x1b[201~\n'],
        ['a tab, which completes', 'rm a\t'],
        ['a backspace', 'rm -i\x7f\x7f'],
        ['a C1 control', 'ls\x9b201~'],
        ['text that runs the other way', 'echo \u202Egnp.txt'],
        ['a character without width', 'r\u200Bm'],
        ['a line separator', 'ls\u2028'],
        ['half a character', 'ls \uD800']
    ] as const) {
        it(`says no to ${what}`, () => {
            const refusal = gate.judgeText(text);
            assert.equal(refusal?.code, 'hidden-characters');
            assert.match(refusal.message, /U\+[0-9A-F]{4}:/);
        });
    }

    it('names the shells when another program is asked for', () => {
        const judgement = gate.judgeShell('/usr/bin/env');
        assert.ok('refusal' in judgement);
        assert.match(judgement.refusal.message, /\/bin\/sh/);
        assert.ok('shell' in gate.judgeShell('sh'));
    });
});
