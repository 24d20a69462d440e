import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whileSwapped } from '../application/link-swapper';
import { expect, test } from '../application/openspace-test';

const SECRET = 'TEA_SECRET=oolong-7777\n';
const PLAIN = 'plain text\n';

test('a link in the place of an open file lets the agent neither read nor write elsewhere', async ({ run, application }) => {
    const outside = await mkdtemp(join(tmpdir(), 'openspace-outside-'));
    try {
        const [outsidePlace, secretPlace] = [join(outside, 'secret.txt'), join(application.workspace, '.env')];
        await Promise.all([outsidePlace, secretPlace].map(place => writeFile(place, SECRET)));
        await writeFile(join(application.workspace, 'x.txt'), PLAIN);
        await run(['editor.open', { path: 'x.txt' }]);
        const reads = Array.from({ length: 10 }, () => ['editor.read_file', { path: 'x.txt' }] as const);
        const writes = Array.from({ length: 10 }, (_, round) => ['file.write', { path: 'x.txt', content: `mine ${round}\n` }] as const);
        // In these settings nobody is asked about a write, so that agents may write the file with the secret, but never read it.
        for (const [place, calls] of [
            [outsidePlace, [reads, writes, reads, writes]],
            [secretPlace, [reads, reads]]
        ] as const) {
            const told = await whileSwapped(join(application.workspace, 'x.txt'), place, PLAIN, async () => {
                const answers = [];
                for (const round of calls) {
                    answers.push(...(await run(...round)));
                }
                return answers;
            });
            expect(JSON.stringify(told)).not.toContain('oolong');
            expect(await readFile(place, 'utf8')).toBe(SECRET);
        }
        const after = await run(['editor.read_file', { path: 'x.txt' }], ['file.write', { path: 'x.txt', content: 'mine\n' }]);
        expect(after.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    } finally {
        await rm(outside, { recursive: true, force: true });
    }
});
