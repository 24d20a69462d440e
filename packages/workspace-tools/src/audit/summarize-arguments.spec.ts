import assert from 'node:assert/strict';
import { summarizeArguments, summarizeMessage } from './summarize-arguments';

describe('summarizeArguments', () => {
    it('keeps what was done to what, and of contents only their size', () => {
        assert.deepEqual(
            summarizeArguments({ path: 'a.ts', line: 3, content: 'secret', text: 'npm test', options: { Content: 'secret' } }),
            {
                path: 'a.ts',
                line: 3,
                content: '(6 characters)',
                text: 'npm test',
                options: { Content: '(6 characters)' }
            }
        );
        assert.deepEqual(summarizeArguments({ data: { secret: 1 }, patch: undefined }), {
            data: '(12 characters)',
            patch: '(2 characters)'
        });
    });

    it('takes secrets out of what it keeps, wherever they stand and where the text is cut', () => {
        const token = `ghp_${'a1'.repeat(18)}`;
        const secrets = { text: `export TOKEN=${token}\n`, argv: ['curl', `https://ada:${token}@example.com`], deep: { command: token } };
        const cut = { command: `${'x'.repeat(190)} ${token}` };
        const summary = JSON.stringify([summarizeArguments(secrets), summarizeArguments(cut)]);
        assert.ok(!summary.includes('ghp_'), summary);
        assert.match(summary, /https:\/\/ada:\[redacted\]@example\.com/);
    });

    it('is bounded in every direction', () => {
        let deep: unknown = 'end';
        for (let depth = 0; depth < 1000; depth++) {
            deep = [deep];
        }
        const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}`.repeat(1000), 'x'.repeat(1000)]));
        const summary = summarizeArguments({ deep, long: 'x'.repeat(100_000), list: Array.from({ length: 1000 }, () => many) });
        assert.ok(JSON.stringify(summary).length < 100_000);
        assert.deepEqual(summary['deep'], [[['(more)']]]);
    });

    it('keeps messages whole unless they are very long', () => {
        const said = 'It does not exist. '.repeat(10);
        assert.equal(summarizeMessage(said), said);
        assert.equal(summarizeMessage('x'.repeat(100_000)), `${'x'.repeat(500)}… (100000 characters)`);
    });
});
