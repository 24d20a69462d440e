import assert from 'node:assert/strict';
import type { SandboxProvider } from '@openspace/workspace-tools';
import { signalGroup, startChild } from '@openspace/workspace-tools/lib/sandbox/child-process';
import type { SandboxCommand, SandboxProcess } from '@openspace/workspace-tools/lib/sandbox/sandbox-provider';
import { useHub, WorkspaceHub } from '../testing/workspace-hub';

/** A provider as `docs/sandbox-providers.md` has one made: another program starts the given one, here a shell in the place of `docker`. */
class ShellSandbox implements SandboxProvider {
    readonly name = 'shell';
    readonly isolates = { files: false, network: false, processes: false };
    readonly started: SandboxCommand[] = [];
    readonly signals: string[] = [];

    start(command: SandboxCommand): Promise<SandboxProcess> {
        this.started.push(command);
        const { args, cwd, env, input } = command;
        const signal = (pid: number | undefined, name: 'SIGTERM' | 'SIGKILL'): void => {
            this.signals.push(name);
            signalGroup(pid, name);
        };
        return startChild({
            file: '/bin/sh',
            args: ['-c', 'cd "$1" && shift && "$@"', 'sandbox', cwd, ...args],
            env,
            input,
            terminate: ({ pid }) => signal(pid, 'SIGTERM'),
            kill: ({ pid }) => signal(pid, 'SIGKILL'),
            cleanUp: ({ pid }) => signalGroup(pid, 'SIGKILL')
        });
    }
}

describe('A sandbox provider that was added', () => {
    const workspace = useHub(new WorkspaceHub());
    let provider: ShellSandbox;

    beforeEach(async () => {
        provider = new ShellSandbox();
        await workspace.restart({ sandbox: provider });
    });

    it('is named in the health and in the log, with what it keeps apart', async () => {
        const { providers } = JSON.parse((await workspace.hub.send({ path: '/health' })).text) as { providers: unknown };
        assert.deepEqual(providers, [{ name: 'shell', isolates: provider.isolates }]);
        assert.ok(workspace.hub.logLines.some(line => line.includes('commands run in the sandbox \\"shell\\"')));
    });

    it('runs the commands of every door, where and with what the caller asks for', async () => {
        workspace.file('sub/a.txt', 'a');
        const bash = await workspace.post('/tools/bash', { command: 'pwd; ls; echo trouble >&2; exit 3', workdir: 'sub' });
        assert.deepEqual(
            [bash.body['stdout'], bash.body['stderr'], bash.body['exit_code']],
            [`${workspace.path('sub')}\na.txt\n`, 'trouble\n', 3]
        );
        const wap = await workspace.post('/wap/executeCommand', { command: 'echo $TEA', environment: { TEA: 'green' } });
        assert.equal(wap.body['stdout'], 'green\n');
        assert.deepEqual(
            provider.started.map(({ cwd, access }) => [cwd, access.workspace]),
            [workspace.path('sub'), workspace.path()].map(cwd => [cwd, workspace.path()])
        );
    });

    it('is told to end a command whose time is up', async () => {
        const { status } = await workspace.post('/tools/bash', { command: 'sleep 600', timeout_ms: 50 });
        assert.deepEqual([status, provider.signals[0]], [408, 'SIGTERM']);
    });
});
