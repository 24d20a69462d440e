import assert from 'node:assert/strict';
import { startChild } from './child-process';

const openTimers = (): number => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length;

describe('startChild', () => {
    it('leaves no timer behind when the program has ended', async () => {
        const nothing = (): void => undefined;
        const { stdout, stderr, ended } = await startChild({
            ...{ file: process.execPath, args: ['--version'], env: {} },
            ...{ terminate: nothing, kill: nothing, cleanUp: nothing }
        });
        const before = openTimers();
        [stdout, stderr].forEach(stream => stream.resume());
        assert.equal((await ended).exitCode, 0);
        assert.equal(openTimers(), before);
    });
});
