import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { isBranchName } from './branch-name';

function gitAccepts(name: string): boolean {
    return spawnSync('git', ['check-ref-format', `refs/heads/${name}`]).status === 0;
}

describe('A name for a branch', () => {
    it('is what git takes for one, but for names that mean something else', () => {
        const piece = fc.constantFrom(
            'a',
            'B',
            'ü',
            '-',
            '.',
            '..',
            '/',
            '@',
            '{',
            '@{',
            '~',
            '^',
            ':',
            '?',
            '*',
            '[',
            '\\',
            ' ',
            '.lock',
            'x.lock',
            'HEAD',
            '$',
            '"'
        );
        fc.assert(
            fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), pieces => {
                const name = pieces.join('');
                const meansMore = name.startsWith('-') || name === 'HEAD' || name === '@';
                assert.equal(isBranchName(name), gitAccepts(name) && !meansMore, JSON.stringify(name));
            }),
            { numRuns: 200 }
        );
    }).timeout(60_000);

    it('holds no control character, none that nobody sees, and no half of a character', () => {
        for (const name of ['a\nb', 'a\x7f', 'a\0b', 'ma\u200bin', '\u202emain', 'a\u2028', 'a\ud800', '']) {
            assert.equal(isBranchName(name), false);
        }
    });
});
