import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder';
import { containerCallFilter } from './call-filter';
import { ownEnvironment, startChild } from './child-process';
import { PlannedMount, mountPlan } from './mount-plan';
import type { SandboxCommand, SandboxProcess, SandboxProvider } from './sandbox-provider';
import { ResourceUse, withinLimits } from './within-limits';

const execute = promisify(execFile);
/** The folder of the container's root, beside its description. */
const ROOT = 'root';

/** How long after a look it is looked again what a command takes: each takes a program and some ten milliseconds. */
const LOOK_MS = 1000;
/** A look that takes longer is given up. */
const LONGEST_LOOK_MS = 10_000;

interface Mount {
    readonly destination: string;
    readonly type: string;
    readonly source: string;
    readonly options?: readonly string[];
}

/** Runs commands on a kernel of their own by gVisor's `runsc`: the same view of the machine as under bubblewrap. */
export class GvisorSandbox implements SandboxProvider {
    readonly name = 'gvisor';
    readonly isolates = { files: true, network: true, processes: true };

    constructor(private readonly program = 'runsc') {}

    async start(command: SandboxCommand): Promise<SandboxProcess> {
        const folder = await makeTemporaryFolder('gvisor');
        const id = `openspace-${randomBytes(8).toString('hex')}`;
        const global = [
            '--root',
            join(folder, 'state'),
            `--network=${command.access.network ? 'host' : 'none'}`,
            '--ignore-cgroups',
            '--oci-seccomp'
        ];
        const tell = (...args: string[]): Promise<void> =>
            execute(this.program, [...global, ...args], { env: ownEnvironment() }).then(
                () => undefined,
                () => undefined // The container may be gone already, which is what is wanted.
            );
        try {
            const plan = mountPlan(command);
            await mkdir(join(folder, 'state'));
            await makeRoot(join(folder, ROOT), plan);
            const texts = await writeTexts(folder, plan);
            await writeFile(join(folder, 'config.json'), JSON.stringify(containerConfig(command, plan, texts)), { mode: 0o600 });
            const started = await startChild({
                // Unlike bubblewrap, it would not end with us.
                file: 'setpriv',
                args: ['--pdeathsig', 'KILL', this.program, ...global, 'run', '--bundle', folder, id],
                cwd: '/',
                env: ownEnvironment(),
                input: command.input,
                terminate: () => void tell('kill', '--all', id, 'TERM'),
                kill: () => void tell('kill', '--all', id, 'KILL'),
                cleanUp: async () => {
                    await tell('delete', '--force', id);
                    await removeTemporaryFolder(folder);
                }
            });
            return withinLimits(started, command, LOOK_MS, () => this.use([...global, 'events', '--stats', id]));
        } catch (error) {
            await removeTemporaryFolder(folder);
            throw error;
        }
    }

    /** What a container takes; undefined when it does not run yet, or any more. */
    private async use(args: readonly string[]): Promise<ResourceUse | undefined> {
        const bounds = { timeout: LONGEST_LOOK_MS, killSignal: 'SIGKILL' } as const;
        const answer = await execute(this.program, args, { env: ownEnvironment(), ...bounds }).catch(() => undefined);
        const figure = (name: RegExp): number => Number(name.exec(answer?.stdout ?? '')?.[1] ?? 0);
        return answer && { processes: figure(/"pids":\{"current":(\d+)/), memoryBytes: figure(/"memory":\{"usage":\{[^}]*"usage":(\d+)/) };
    }
}

/** The container as the Open Container Initiative describes it. */
function containerConfig(
    { args, cwd, env, access }: SandboxCommand,
    plan: readonly PlannedMount[],
    texts: ReadonlyMap<string, string>
): object {
    return {
        ociVersion: '1.0.2',
        process: {
            user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
            args,
            env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
            cwd,
            capabilities: { bounding: [], effective: [], permitted: [] }
        },
        root: { path: ROOT, readonly: true },
        hostname: 'sandbox',
        mounts: [{ destination: '/proc', type: 'proc', source: 'proc' }, ...plan.flatMap(mount => toMount(mount, texts) ?? [])],
        // A network of its own would be one without a way out.
        linux: {
            namespaces: ['pid', 'ipc', 'uts', 'mount', ...(access.network ? [] : ['network'])].map(type => ({ type })),
            seccomp: containerCallFilter()
        }
    };
}

function toMount(mount: PlannedMount, texts: ReadonlyMap<string, string>): Mount | undefined {
    const destination = mount.path;
    switch (mount.kind) {
        case 'link':
        case 'copy':
            return undefined;
        case 'bind':
            return { destination, type: 'bind', source: mount.path, options: ['rbind', mount.writable ? 'rw' : 'ro'] };
        case 'empty-file':
        case 'text':
            return { destination, type: 'bind', source: texts.get(mount.path) ?? '/dev/null', options: ['rbind', 'ro'] };
        case 'empty-folder':
            return { destination, type: 'tmpfs', source: 'tmpfs', options: mount.writable ? [] : ['ro'] };
    }
}

/** Writes what files are to read as; answers where, by the path of each inside. */
async function writeTexts(folder: string, plan: readonly PlannedMount[]): Promise<ReadonlyMap<string, string>> {
    const texts = plan.filter(mount => mount.kind === 'text');
    const written = texts.map(async ({ path, content }, index) => {
        const file = join(folder, `text-${index}`);
        await writeFile(file, content, { mode: 0o444 });
        return [path, file] as const;
    });
    return new Map(await Promise.all(written));
}

/** Makes the root of the container: links and settings of the system, and a place for every mount. */
async function makeRoot(root: string, plan: readonly PlannedMount[]): Promise<void> {
    await mkdir(join(root, 'proc'), { recursive: true });
    await mkdir(join(root, 'dev'));
    for (const mount of plan) {
        const place = join(root, mount.path);
        await mkdir(dirname(place), { recursive: true });
        if (mount.kind === 'link') {
            await symlink(mount.target, place);
        } else if (mount.kind === 'copy') {
            await copyFile(mount.path, place);
        } else if (
            mount.kind === 'empty-file' ||
            mount.kind === 'text' ||
            (mount.kind === 'bind' && !(await stat(mount.path)).isDirectory())
        ) {
            await writeFile(place, '');
        } else {
            await mkdir(place, { recursive: true });
        }
    }
}
