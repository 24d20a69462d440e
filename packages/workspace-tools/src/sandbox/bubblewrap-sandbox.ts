import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { signalGroup, startChild } from './child-process';
import type { SandboxAccess, SandboxCommand, SandboxProcess, SandboxProvider } from './sandbox-provider';
import { systemView } from './system-view';

const NAMESPACES = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'];
/** Where bubblewrap tells which process is the first one inside. */
const INFO_DESCRIPTOR = 3;

/** Runs commands in namespaces of their own by `bwrap`: the system read-only, people's folders empty, the workspace writable. */
export class BubblewrapSandbox implements SandboxProvider {
    readonly name = 'bubblewrap';
    readonly isolates = { files: true, network: true, processes: true };

    constructor(private readonly program = 'bwrap') {}

    async start({ args, cwd, env, access }: SandboxCommand): Promise<SandboxProcess> {
        // The leader of the session inside. Ended by SIGTERM, `bwrap` itself would take everything with it at once.
        let leader: number | undefined;
        let wanted: NodeJS.Signals | undefined;
        const signal = (name: NodeJS.Signals): void => {
            wanted = name;
            signalGroup(leader, name);
        };
        const process = await startChild({
            file: this.program,
            args: [...sandboxArguments(access, env), '--chdir', cwd, '--', ...args],
            cwd: '/',
            env,
            stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
            terminate: () => signal('SIGTERM'),
            kill: child => {
                signal('SIGKILL');
                signalGroup(child.pid, 'SIGKILL');
            },
            // Its end is the end of the first process inside, and so of all others.
            cleanUp: child => signalGroup(child.pid, 'SIGKILL')
        });
        onLeader(process.child, pid => {
            leader = pid;
            if (wanted) {
                signalGroup(leader, wanted);
            }
        });
        return process;
    }
}

function sandboxArguments(access: SandboxAccess, env: Readonly<Record<string, string>>): string[] {
    const view = systemView(env);
    const git = join(access.workspace, '.git');
    return [
        ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--info-fd', String(INFO_DESCRIPTOR)],
        ...NAMESPACES,
        ...(access.network ? [] : ['--unshare-net']),
        ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
        ...view.emptied.flatMap(folder => ['--tmpfs', folder]),
        ...view.hiddenFiles.flatMap(file => ['--ro-bind', '/dev/null', file]),
        ...view.programs.flatMap(folder => ['--ro-bind', folder, folder]),
        ...(existsSync(env.HOME) ? [] : ['--dir', env.HOME]),
        ...['--bind', access.workspace, access.workspace],
        // A mount cannot be moved away, so the folder cannot be replaced by one with other settings.
        ...(existsSync(git) ? ['--bind', git, git] : []),
        ...access.readOnly.flatMap(path => ['--ro-bind', path, path]),
        ...access.masked.flatMap(({ path, kind }) =>
            kind === 'file' ? ['--ro-bind', '/dev/null', path] : ['--tmpfs', path, '--remount-ro', path]
        )
    ];
}

function onLeader(child: ChildProcess, use: (pid: number) => void): void {
    const info = child.stdio[INFO_DESCRIPTOR];
    if (!(info instanceof Readable)) {
        throw new Error('bubblewrap was started without its info descriptor.');
    }
    let text = '';
    info.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const pid = /"child-pid":\s*(\d+)\s*[,}]/.exec(text)?.[1];
        if (pid !== undefined) {
            use(Number(pid));
        }
    });
}
