import { strict as assert } from 'node:assert';
import type { PersonQuestion } from '../person-consent';
import { Policy } from '../policy';
import type { SandboxProvider } from '../sandbox/sandbox-provider';
import { useProviders } from '../test/sandbox-providers';
import { refusalOf, useWorkspace } from '../test/test-workspace';
import { WorkspaceTools } from '../workspace-tools';
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

describe('A command that is not known to be harmless, in a sandbox', () => {
    const workspace = useWorkspace();
    const providers = useProviders();
    const UNPROVEN = ['curl http://127.0.0.1:9', 'git push', 'node send.js', 'bash send.sh'];

    /** What a person is asked about, who refuses it. */
    const askedAbout = async (
        sandbox: SandboxProvider,
        commands: readonly string[],
        { allowed, network }: { readonly allowed: boolean; readonly network?: boolean }
    ): Promise<string[]> => {
        const asked: string[] = [];
        const ask = (question: PersonQuestion) => {
            asked.push(question.action === 'run' ? question.command : question.action);
            return Promise.resolve({ allowed: false, reason: 'No.' } as const);
        };
        const tools = await WorkspaceTools.open(workspace.root, new Policy({ network: allowed }), { sandbox });
        for (const command of commands) {
            const ended = await tools.exec({ command }, { ask, network }).catch((error: unknown) => error);
            assert.equal(ended instanceof Error, asked.includes(command), String(ended));
        }
        return asked;
    };

    it('runs unasked where it has no network', async () => {
        for (const sandbox of providers.isolating) {
            assert.deepEqual(await askedAbout(sandbox, UNPROVEN, { allowed: false }), [], sandbox.name);
            assert.deepEqual(await askedAbout(sandbox, UNPROVEN, { allowed: true, network: false }), [], sandbox.name);
        }
    }).timeout(60_000);

    it('is asked about where it could send away what it reads', async () => {
        const commands = [...UNPROVEN, 'npm publish'];
        for (const sandbox of providers.isolating) {
            assert.deepEqual(await askedAbout(sandbox, [...commands, 'cat send.js'], { allowed: true }), commands, sandbox.name);
        }
        const leaking = { ...NEVER_STARTED, isolates: { files: true, network: false, processes: true } };
        assert.deepEqual(await askedAbout(leaking, commands, { allowed: false }), commands, 'it cannot keep commands from the network');
    }).timeout(60_000);
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
