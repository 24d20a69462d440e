import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { orGone } from '../or-gone';
import { callFilter } from './call-filter';
import { ownEnvironment, signalGroup, startChild } from './child-process';
import { PlannedMount, mountPlan } from './mount-plan';
import { namespaceUse } from './namespace-use';
import type { SandboxCommand, SandboxProcess, SandboxProvider } from './sandbox-provider';
import { withinLimits } from './within-limits';

const NAMESPACES = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'];
/** Where bubblewrap tells which process is the first one inside. */
const INFO_DESCRIPTOR = 3;
/** Where bubblewrap reads its options from: the variables among them are nothing for a list of processes. */
const OPTIONS_DESCRIPTOR = 4;
/** Where bubblewrap reads from which calls of the kernel fail. */
const FILTER_DESCRIPTOR = 5;
/** Where bubblewrap reads the files from of which it makes a copy, one after the other. */
const FIRST_FILE_DESCRIPTOR = 6;

/** The one folder in memory that is in no plan. */
const SHARED_MEMORY = '/dev/shm';

/** How often it is looked what a command takes. */
const LOOK_MS = 200;
/** How often it is looked whether a killed command has ended, and for how long at most. */
const END_LOOK_MS = 5;
const LONGEST_END_MS = 1000;

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
            // Its end is the end of the first process inside, and so of all others, which may take a moment.
            cleanUp: async child => {
                signalGroup(child.pid, 'SIGKILL');
                await untilGone(leader);
            }
        }).finally(() => files.forEach(file => closeSync(file)));
        const given = [...copied, ...texts.map(({ path }) => path)];
        const descriptorOf = (path: string): number => FIRST_FILE_DESCRIPTOR + given.indexOf(path);
        const size = folderSize(command, plan);
        const mounts = plan.flatMap(mount => mountOptions(mount, descriptorOf, size));
        const options = sandboxOptions(command, mounts, size);
        send(process.child, OPTIONS_DESCRIPTOR, options.map(option => `${option}\0`).join(''));
        send(process.child, FILTER_DESCRIPTOR, callFilter() ?? '');
        texts.forEach(({ path, content }) => send(process.child, descriptorOf(path), content));
        onLeader(process.child, pid => {
            leader = pid;
            if (wanted) {
                signalGroup(leader, wanted);
            }
        });
        return withinLimits(process, command, LOOK_MS, () =>
            leader === undefined ? Promise.resolve(undefined) : namespaceUse(leader, command.mostMemoryBytes)
        );
    }
}

/** Resolves when a process has ended, but waits for none that cannot. */
async function untilGone(pid: number | undefined): Promise<void> {
    const giveUpMs = performance.now() + LONGEST_END_MS;
    const isThere = (): boolean =>
        /^ [^Z]/.test(
            orGone(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
                ?.split(')')
                .pop() ?? ''
        );
    while (pid !== undefined && isThere() && performance.now() < giveUpMs) {
        await wait(END_LOOK_MS);
    }
}

function sandboxOptions(command: SandboxCommand, mounts: readonly string[], size: readonly string[]): string[] {
    return [
        ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--info-fd', String(INFO_DESCRIPTOR)],
        ...NAMESPACES,
        ...(command.access.network ? [] : ['--unshare-net']),
        ...['--clearenv', ...Object.entries(command.env).flatMap(([name, value]) => ['--setenv', name, value])],
        ...['--dev', '/dev', ...size, '--perms', '1777', '--tmpfs', SHARED_MEMORY, '--proc', '/proc'],
        ...mounts,
        // The settings of the kernel lie there, and ask no more of who changes them than to be root.
        ...['--remount-ro', '/proc', '--remount-ro', '/dev', '--remount-ro', '/'],
        ...(callFilter() ? ['--seccomp', String(FILTER_DESCRIPTOR)] : []),
        ...['--chdir', command.cwd]
    ];
}

/** The option that bounds the next folder in memory: of the command's memory, all that it may write have an equal part. */
function folderSize({ mostMemoryBytes }: SandboxCommand, plan: readonly PlannedMount[]): string[] {
    const writable = plan.filter(mount => mount.kind === 'empty-folder' && mount.writable).map(({ path }) => path);
    const folders = new Set([SHARED_MEMORY, ...writable]);
    return mostMemoryBytes === undefined ? [] : ['--size', String(Math.ceil(mostMemoryBytes / folders.size))];
}

function mountOptions(mount: PlannedMount, descriptorOf: (path: string) => number, size: readonly string[]): string[] {
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
            return mount.writable ? [...size, '--tmpfs', mount.path] : ['--tmpfs', mount.path, '--remount-ro', mount.path];
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
