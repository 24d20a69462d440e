import { strict as assert } from 'node:assert';
import * as fc from 'fast-check';
import { TurnTaking } from '../turn-taking';
import {
    TEXT_ENCODINGS,
    countLineFeeds,
    countLines,
    decodeInTurns,
    decodeText,
    encodeInTurns,
    encodeText,
    wholeCharacters,
    withoutCutCharacter
} from './text-encoding';

class CountedTurns extends TurnTaking {
    count = 0;

    override nextIfOver(): Promise<void> {
        this.count++;
        return super.nextIfOver();
    }
}

describe('Text encoding', () => {
    it('reads back what it stored, in every encoding', () => {
        const encoding = fc.constantFrom('utf8' as const, 'utf8bom' as const, 'utf16le' as const, 'utf16be' as const);
        const text = fc.string({ unit: 'grapheme' }).filter(value => !value.includes('\0') && !value.startsWith('\ufeff'));
        fc.assert(
            fc.property(text, encoding, (value, name) =>
                assert.deepEqual(decodeText(encodeText(value, name), true), { text: value, encoding: name })
            )
        );
    });

    it('takes what is not text for none', () => {
        [[0], [0x61, 0, 0x62], [0xff], [0xc3], [0xed, 0xa0, 0x80]].forEach(bytes =>
            assert.equal(decodeText(Buffer.from(bytes), true), undefined)
        );
    });

    it('leaves out a character that the end of the bytes cuts, unless the file ends there', () => {
        const cut = Buffer.from('aé').subarray(0, 2);
        assert.equal(decodeText(cut, false)?.text, 'a');
        assert.equal(decodeText(cut, true), undefined);
    });

    it('leaves out only a character that the end of the bytes cuts, and takes what is no character for itself', () => {
        const bytes = Buffer.from('aé€😀');
        const whole = [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10];
        whole.forEach((length, end) => {
            assert.equal(withoutCutCharacter(bytes.subarray(0, end)).length, length, String(end));
            assert.equal(wholeCharacters(bytes.subarray(0, end)), length === 0 ? undefined : length, String(end));
        });
        for (const none of [
            [0x61, 0xff],
            [0x61, 0x80, 0x80, 0x80, 0x80, 0x80],
            [0xe2, 0x82, 0x61]
        ]) {
            assert.equal(withoutCutCharacter(Buffer.from(none)).length, none.length);
            assert.equal(wholeCharacters(Buffer.from(none)), undefined);
        }
        assert.equal(wholeCharacters(Buffer.from('a\0b')), undefined);
    });

    it('reads a long text in pieces as it reads it at once, wherever its characters are cut', async () => {
        const characters = Buffer.from('\u{1f600}'.repeat(600_000));
        for (const shift of ['', 'x', 'xx', 'xxx']) {
            for (const ending of [[], [0], [0xff]]) {
                const bytes = Buffer.concat([Buffer.from(shift), characters, Buffer.from(ending)]);
                for (const [given, isComplete] of [
                    [bytes, true],
                    [bytes.subarray(0, -1), true],
                    [bytes.subarray(0, -1), false]
                ] as const) {
                    const [whole, pieces] = [decodeText(given, isComplete), await decodeInTurns(given, isComplete, new TurnTaking())];
                    assert.ok(pieces?.text === whole?.text && pieces?.encoding === whole?.encoding);
                }
            }
        }
    });

    it('reads a long text of UTF-16 in pieces as it reads it at once, wherever its characters are cut', async () => {
        /** Counts how often others are let in, whether or not it is their turn. */
        for (const encoding of ['utf16le', 'utf16be'] as const) {
            for (const text of ['', 'x'].map(shift => `${shift}${'\u{1f600}'.repeat(600_000)}`)) {
                const bytes = encodeText(text, encoding);
                const half = Buffer.concat([bytes.subarray(0, 1024 * 1024 + 2), bytes.subarray(1024 * 1024 + 4)]);
                for (const [given, isComplete] of [
                    [bytes, true],
                    [half, true],
                    [bytes.subarray(0, -1), true],
                    [bytes.subarray(0, -1), false],
                    [bytes.subarray(0, -2), false],
                    [Buffer.concat([bytes, Buffer.alloc(2)]), true]
                ] as const) {
                    const turns = new CountedTurns();
                    const [whole, pieces] = [decodeText(given, isComplete), await decodeInTurns(given, isComplete, turns)];
                    assert.ok(pieces?.text === whole?.text && pieces?.encoding === whole?.encoding, encoding);
                    assert.ok(pieces === undefined || turns.count >= 3, `others were let in ${turns.count} times`);
                }
            }
        }
    });

    it('stores a long text in pieces as it stores it at once, wherever its characters are cut, and no half of one', async () => {
        const characters = '\u{1f600}'.repeat(700_000);
        for (const encoding of TEXT_ENCODINGS) {
            for (const text of [characters, `x${characters}`, `\ufffd${characters}`]) {
                assert.ok((await encodeInTurns(text, encoding, new TurnTaking())).equals(encodeText(text, encoding)), encoding);
            }
            for (const half of [`${characters}\ud83d`, `x${characters.slice(1)}`, `${characters}x\ude00${characters}`]) {
                await assert.rejects(encodeInTurns(half, encoding, new TurnTaking()), /half of a character/);
            }
        }
    });

    it('lets others run again and again while it stores a long text, whatever its characters are', async () => {
        const text = 'eine Zeile mit Umlauten äöü und einem Zeichen, das für andere steht: \ufffd\n'.repeat(120_000);
        const turns = new CountedTurns();
        await encodeInTurns(text, 'utf8', turns);
        assert.ok(turns.count >= 4, `others were let in ${turns.count} times`);
    });

    it('counts line ends of long and of short lines, also where one kind follows the other', () => {
        const lines = fc.array(fc.tuple(fc.constantFrom('\n', 'ab\n', `${'c'.repeat(40)}\n`, 'd'), fc.integer({ min: 1, max: 2000 })));
        fc.assert(
            fc.property(lines, fc.nat(100), (parts, start) => {
                const text = parts.map(([part, times]) => part.repeat(times)).join('');
                const end = Math.max(start, text.length - 1);
                assert.equal(countLineFeeds(Buffer.from(text), start, end), text.slice(start, end).split('\n').length - 1);
            })
        );
    });

    it('counts lines as a person does', () => {
        assert.deepEqual(['', 'a', 'a\n', 'a\nb', '\n', 'a\r\nb\r\n'].map(countLines), [0, 1, 1, 2, 1, 2]);
    });
});
