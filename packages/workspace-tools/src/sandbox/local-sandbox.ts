import { signalGroup, startChild } from './child-process';
import type { SandboxCommand, SandboxProcess, SandboxProvider } from './sandbox-provider';

/** Runs commands with the rights of this process. Only the policy's judgement stands between them and the machine. */
export class LocalSandbox implements SandboxProvider {
    readonly name = 'local';
    readonly isolates = { files: false, network: false, processes: false };

    start({ args: [file, ...args], cwd, env, input }: SandboxCommand): Promise<SandboxProcess> {
        return startChild({
            file,
            args,
            cwd,
            env,
            input,
            terminate: ({ pid }) => signalGroup(pid, 'SIGTERM'),
            kill: ({ pid }) => signalGroup(pid, 'SIGKILL'),
            cleanUp: ({ pid }) => signalGroup(pid, 'SIGKILL')
        });
    }
}
