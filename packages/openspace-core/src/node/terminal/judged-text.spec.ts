import assert from 'node:assert/strict';
import { Policy } from '@openspace/workspace-tools';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { judgedText, shellFolder } from './judged-text';

const policy = new Policy();
const judge = (text: string) => judgedText(policy.judgeTerminalText(text), policy, '', '/tea');

describe('Text for a terminal', () => {
    it('is shown whole, with what a reader would not see escaped, and can be allowed as it stands', () => {
        const judged = judge('rm -rf build/*\n');
        assert.deepEqual([judged.decision, judged.action, judged.text, judged.place], ['ask', 'run', 'rm -rf build/*', '/tea']);
        assert.equal(judged.pattern, 'rm -rf build/\\*');
        assert.ok(judged.reason.length > 0);
        assert.match(judge('rm -rf x\u202e\n').text, /\\u\{202e\}/);
    });

    it('is covered by a pattern only when every line is', () => {
        assert.ok(judge('rm -rf build\n').isCoveredBy(['rm -rf build']));
        assert.ok(judge('rm -rf build\n').isCoveredBy(['ls', 'rm -rf *']));
        assert.ok(!judge('rm -rf build\n').isCoveredBy([]));
        assert.ok(!judge('rm -rf build\nsudo reboot\n').isCoveredBy(['rm -rf *']));
        assert.equal(judge('rm -rf build\nsudo reboot\n').pattern, undefined);
        assert.ok(!judge('rm -rf build; sudo reboot\n').isCoveredBy(['rm -rf *']));
    });

    it('runs where the shell is, or nobody knows where', async () => {
        const folder = await realpath(await mkdtemp(`${tmpdir()}/openspace-text-`));
        try {
            assert.equal(await shellFolder(process.pid, process.cwd()), '');
            assert.match(await shellFolder(process.pid, folder), /^\.\./);
            assert.equal(await shellFolder(2 ** 30, folder), '..');
        } finally {
            await rm(folder, { recursive: true });
        }
    });
});
