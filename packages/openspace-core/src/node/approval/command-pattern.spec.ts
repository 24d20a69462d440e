import assert from 'node:assert/strict';
import fc from 'fast-check';
import { coversCommand, exactPattern } from './command-pattern';

describe('A pattern of commands', () => {
    it('covers what its stars may stand for, and nothing that begins another command', () => {
        assert.ok(coversCommand('npm install *', 'npm install left-pad'));
        assert.ok(coversCommand('git * --stat', 'git log -3 --stat'));
        assert.ok(coversCommand('make*', 'make'));
        assert.ok(!coversCommand('npm install', 'npm install left-pad'));
        assert.ok(!coversCommand('npm test', 'npm tes'));
        for (const trick of ['x; rm -rf .', 'x && rm y', 'x | sh', 'x > .bashrc', '$(rm y)', '`rm y`', 'x\nrm y', '{rm,y}', 'x \\\nrm']) {
            assert.ok(!coversCommand('npm install *', `npm install ${trick}`), trick);
        }
    });

    it('covers a command alone when it was made of it, whatever it holds', () => {
        assert.equal(exactPattern('rm -rf *'), 'rm -rf \\*');
        assert.ok(!coversCommand(exactPattern('rm -rf *'), 'rm -rf src'));
        fc.assert(fc.property(fc.string(), command => coversCommand(exactPattern(command), command)));
        fc.assert(fc.property(fc.string(), fc.string(), (one, other) => coversCommand(exactPattern(one), other) === (one === other)));
    });
});
