import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TOUR_STOPS } from './tour';

const SAMPLE_PROJECT = join(__dirname, '../../../../examples/sample-project');

describe('tour of the sample project', () => {
    it('stops where there is something to see', () => {
        const seen = TOUR_STOPS.map(({ path, line }) =>
            readFileSync(join(SAMPLE_PROJECT, path), 'utf8')
                .split('\n')
                .at(line - 1)
        );
        const expected = ['# Tea tasting', 'export const SHELF', 'export function planTasting', 'export function steepSeconds'];
        assert.deepEqual(
            seen.map((text, index) => text?.slice(0, expected[index].length)),
            expected
        );
    });

    it('leads through a project whose tests pass', async () => {
        const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap'], { cwd: SAMPLE_PROJECT });
        assert.match(stdout, /^# pass [1-9]\d*$/m);
        assert.match(stdout, /^# fail 0$/m);
    });
});
