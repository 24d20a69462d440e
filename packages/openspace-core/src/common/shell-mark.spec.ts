import assert from 'node:assert/strict';
import { parseShellMark } from './shell-mark';

describe('A mark of a shell', () => {
    it('tells of a command, a prompt and an unfinished line', () => {
        assert.deepEqual(parseShellMark('C;s3', 's3'), { kind: 'begin' });
        assert.deepEqual(parseShellMark('C;s3;6563686f20c3a4', 's3'), { kind: 'begin', commandLine: 'echo ä' });
        assert.deepEqual(parseShellMark('P;s3;7;12', 's3'), { kind: 'prompt', status: 7, number: 12 });
        assert.deepEqual(parseShellMark('Q;s3;13', 's3'), { kind: 'rest', number: 13 });
    });

    it('tells no status where the shell gave none', () => {
        assert.deepEqual(parseShellMark('P;s3;$?;$((n += 1))', 's3'), { kind: 'prompt', number: 0 });
    });

    for (const [what, content, secret] of [
        ['another secret', 'P;s4;0;1', 's3'],
        ['no secret', 'P', 's3'],
        ['an unknown kind', 'X;s3', 's3'],
        ['a secret where the shell has none', 'P;undefined;0;1', undefined]
    ] as const) {
        it(`with ${what} is none`, () => assert.equal(parseShellMark(content, secret), undefined));
    }
});
