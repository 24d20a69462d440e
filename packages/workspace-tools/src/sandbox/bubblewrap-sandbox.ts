import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { callFilter } from './call-filter';
import { ownEnvironment, signalGroup, startChild } from './child-process';
import { PlannedMount, mountPlan } from './mount-plan';
import { watchProcesses } from './process-watch';
import type { SandboxCommand, SandboxProcess, SandboxProvider } from './sandbox-provider';

const NAMESPACES = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'];
/** Where bubblewrap tells which process is the first one inside. */
const INFO_DESCRIPTOR = 3;
/** Where bubblewrap reads its options from: the variables among them are nothing for a list of processes. */
const OPTIONS_DESCRIPTOR = 4;
/** Where bubblewrap reads from which calls of the kernel fail. */
const FILTER_DESCRIPTOR = 5;
/** Where bubblewrap reads the files from of which it makes a copy, one after the other. */
const FIRST_FILE_DESCRIPTOR = 6;

/** Runs commands in namespaces of their own by `bwrap`: the system read-only, people's folders empty, the workspace writable. */
export class BubblewrapSandbox implements SandboxProvider {
    readonly name = 'bubblewrap';
    readonly isolates = { files: true, network: true, processes: true };

    constructor(private readonly program = 'bwrap') {}

    async start(command: SandboxCommand): Promise<SandboxProcess> {
        // The leader of the session inside. Ended by SIGTERM, `bwrap` itself would take everything with it at once.
        let leader: number | undefined;
        let wanted: NodeJS.Signals | undefined;
        const signal = (name: NodeJS.Signals): void => {
            wanted = name;
            signalGroup(leader, name);
        };
        const plan = mountPlan(command);
        const copied = plan.filter(mount => mount.kind === 'copy').map(({ path }) => path);
        const texts = plan.filter(mount => mount.kind === 'text');
        const files = copied.map(path => openSync(path, 'r'));
        const process = await startChild({
            file: this.program,
            args: ['--args', String(OPTIONS_DESCRIPTOR), '--', ...command.args],
            cwd: '/',
            env: ownEnvironment(),
            input: command.input,
            descriptors: ['pipe', 'pipe', 'pipe', ...files, ...texts.map(() => 'pipe' as const)],
            terminate: () => signal('SIGTERM'),
            kill: child => {
                signal('SIGKILL');
                signalGroup(child.pid, 'SIGKILL');
            },
            // Its end is the end of the first process inside, and so of all others.
            cleanUp: child => signalGroup(child.pid, 'SIGKILL')
        }).finally(() => files.forEach(file => closeSync(file)));
        const given = [...copied, ...texts.map(({ path }) => path)];
        const descriptorOf = (path: string): number => FIRST_FILE_DESCRIPTOR + given.indexOf(path);
        const options = sandboxOptions(
            command,
            plan.flatMap(mount => mountOptions(mount, descriptorOf))
        );
        send(process.child, OPTIONS_DESCRIPTOR, options.map(option => `${option}\0`).join(''));
        send(process.child, FILTER_DESCRIPTOR, callFilter() ?? '');
        texts.forEach(({ path, content }) => send(process.child, descriptorOf(path), content));
        let stopWatching: (() => void) | undefined;
        let hadTooManyProcesses = false;
        let isOver = false;
        onLeader(process.child, pid => {
            leader = pid;
            if (wanted) {
                signalGroup(leader, wanted);
            }
            if (command.mostProcesses !== undefined && !isOver) {
                stopWatching ??= watchProcesses(pid, command.mostProcesses, () => {
                    hadTooManyProcesses = true;
                    process.kill();
                });
            }
        });
        const ended = process.ended.then(exit => {
            isOver = true;
            stopWatching?.();
            return { ...exit, hadTooManyProcesses };
        });
        return { ...process, ended };
    }
}

function sandboxOptions(command: SandboxCommand, mounts: readonly string[]): string[] {
    return [
        ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--info-fd', String(INFO_DESCRIPTOR)],
        ...NAMESPACES,
        ...(command.access.network ? [] : ['--unshare-net']),
        ...['--clearenv', ...Object.entries(command.env).flatMap(([name, value]) => ['--setenv', name, value])],
        ...['--dev', '/dev', '--proc', '/proc'],
        ...mounts,
        // The settings of the kernel lie there, and ask no more of who changes them than to be root.
        ...['--remount-ro', '/proc', '--remount-ro', '/'],
        ...(callFilter() ? ['--seccomp', String(FILTER_DESCRIPTOR)] : []),
        ...['--chdir', command.cwd]
    ];
}

function mountOptions(mount: PlannedMount, descriptorOf: (path: string) => number): string[] {
    switch (mount.kind) {
        case 'copy':
            return ['--perms', '0444', '--file', String(descriptorOf(mount.path)), mount.path];
        case 'text':
            return ['--perms', '0444', '--ro-bind-data', String(descriptorOf(mount.path)), mount.path];
        case 'link':
            return ['--symlink', mount.target, mount.path];
        case 'bind':
            return [mount.writable ? '--bind' : '--ro-bind', mount.path, mount.path];
        case 'empty-file':
            return ['--ro-bind', '/dev/null', mount.path];
        case 'empty-folder':
            return ['--tmpfs', mount.path, ...(mount.writable ? [] : ['--remount-ro', mount.path])];
    }
}

function send(child: ChildProcess, descriptor: number, content: string | Buffer): void {
    const stream = child.stdio[descriptor];
    if (!(stream instanceof Writable)) {
        throw new Error(`bubblewrap was started without its descriptor ${descriptor}.`);
    }
    // It may have ended already, which its exit code tells.
    stream.on('error', () => undefined);
    stream.end(content);
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
