import { strict as assert } from 'node:assert';
import type { PersonQuestion } from '../person-consent';
import type { SandboxProvider } from '../sandbox/sandbox-provider';
import { refusalOf, useWorkspace } from '../test/test-workspace';
import type { ExecRequest } from './exec-request';
import { executeCommand } from './execute-command';

/** Nothing gets as far as being started. */
const NEVER_STARTED: SandboxProvider = {
    name: 'none',
    isolates: { files: false, network: false, processes: false },
    start: () => Promise.reject(new Error('started'))
};

describe('A command that needs a consent', () => {
    const workspace = useWorkspace();

    it('is asked about with the variables that it would get', async () => {
        const asked: PersonQuestion[] = [];
        const ask = (question: PersonQuestion) => {
            asked.push(question);
            return Promise.resolve({ allowed: false, reason: 'No.' } as const);
        };
        const { guard } = await workspace.tools();
        const command = 'rm -rf build';
        const requests: ExecRequest[] = [{ command, environment: { BASH_ENV: './evil.sh' } }, { command, environment: {} }, { command }];
        for (const request of requests) {
            await refusalOf('needs-consent', executeCommand(guard, NEVER_STARTED, request, { ask }));
        }
        assert.deepEqual(
            asked.map(question => question.action === 'run' && question.environment),
            [{ BASH_ENV: './evil.sh' }, undefined, undefined]
        );
    });
});

describe('A command that is too long', () => {
    const workspace = useWorkspace();

    it('is refused as it was given, before anything is looked up in it', async () => {
        const { guard } = await workspace.tools();
        const command = 'cat /project/a '.repeat(10_000);
        const { details } = await refusalOf('too-large', executeCommand(guard, NEVER_STARTED, { command }, { rootName: '/project' }));
        assert.equal(details.size, command.length);
    });

    it('is refused as well when it is so only with the real name of the workspace', async () => {
        const { guard } = await workspace.tools();
        const command = ' /p'.repeat(40_000);
        const { details } = await refusalOf('too-large', executeCommand(guard, NEVER_STARTED, { command }, { rootName: '/p' }));
        assert.equal(details.size, ` ${guard.root}`.length * 40_000);
    });
});
