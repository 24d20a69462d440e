import { strict as assert } from 'node:assert';
import { Policy } from '../policy';

const policy = new Policy();
const decision = (command: string, isolated = false): string => policy.judgeCommand(command, { isolated }).decision;

/** Calls of build tools that run what no file of the project says. A sandbox is not enough. */
const ALWAYS_ASKED = [
    // The options of make, however they are joined, and variables that decide what it runs.
    "echo 'all:;touch x' | make -sf-", 'make -sf /dev/stdin', 'make -sC/other/dir', 'make -f-', 'make -j4f-', 'make -Csub', 'make -nf x', 'make --eval=x', 'make -E x', 'make --file=x', 'make -I/tmp', 'make -', 'make SHELL=x', 'make all MAKEFLAGS=-fx', 'make -e', 'gmake -sf-', 'ninja -C/tmp', 'ninja -tx',
    'make --jobs=2 -f x', 'make .SHELLFLAGS=x', 'make a:=b'
]; // prettier-ignore

const STILL_EVERYDAY = [
    'make', 'make all', 'make -j', 'make -j8 test', 'make -sk', 'make -sj4 build/a.o', 'make -n clean', 'make --version', 'make --silent lint', 'make test:unit', 'ninja', 'ninja -j4', 'make ./a.out'
]; // prettier-ignore

describe('Policy: the tools of a project', () => {
    for (const command of ALWAYS_ASKED) {
        it(`asks, sandbox or not: ${JSON.stringify(command)}`, () =>
            assert.deepEqual([decision(command), decision(command, true)], ['ask', 'ask']));
    }

    for (const command of STILL_EVERYDAY) {
        it(`lets everyday work run: ${command}`, () => assert.deepEqual(policy.judgeCommand(command), { decision: 'allow' }));
    }
});
