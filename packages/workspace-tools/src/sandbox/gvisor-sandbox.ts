import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild } from './child-process';
import type { SandboxCommand, SandboxProcess, SandboxProvider } from './sandbox-provider';
import { systemView } from './system-view';

const execute = promisify(execFile);

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
        const folder = await mkdtemp(join(tmpdir(), 'openspace-gvisor-'));
        const id = `openspace-${randomBytes(8).toString('hex')}`;
        const global = ['--root', join(folder, 'state'), `--network=${command.access.network ? 'host' : 'none'}`, '--ignore-cgroups'];
        const tell = (...args: string[]): Promise<void> =>
            execute(this.program, [...global, ...args]).then(
                () => undefined,
                () => undefined // The container may be gone already, which is what is wanted.
            );
        await mkdir(join(folder, 'state'));
        await writeFile(join(folder, 'config.json'), JSON.stringify(containerConfig(command)), { mode: 0o600 });
        try {
            return await startChild({
                file: this.program,
                args: [...global, 'run', '--bundle', folder, id],
                cwd: '/',
                env: { PATH: command.env.PATH },
                terminate: () => void tell('kill', '--all', id, 'TERM'),
                kill: () => void tell('kill', '--all', id, 'KILL'),
                cleanUp: async () => {
                    await tell('delete', '--force', id);
                    await rm(folder, { recursive: true, force: true });
                }
            });
        } catch (error) {
            await rm(folder, { recursive: true, force: true });
            throw error;
        }
    }
}

/** The container as the Open Container Initiative describes it. */
function containerConfig({ args, cwd, env, access }: SandboxCommand): object {
    return {
        ociVersion: '1.0.2',
        process: {
            user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
            args,
            env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
            cwd,
            capabilities: { bounding: [], effective: [], permitted: [] }
        },
        root: { path: '/', readonly: true },
        hostname: 'sandbox',
        mounts: mounts(access, env),
        linux: { namespaces: ['pid', 'network', 'ipc', 'uts', 'mount'].map(type => ({ type })) }
    };
}

function mounts(access: SandboxCommand['access'], env: Readonly<Record<string, string>>): Mount[] {
    const view = systemView(env);
    const empty = (destination: string, ...options: string[]): Mount => ({ destination, type: 'tmpfs', source: 'tmpfs', options });
    const bind = (source: string, destination: string, mode: 'ro' | 'rw'): Mount => ({
        destination,
        type: 'bind',
        source,
        options: ['rbind', mode]
    });
    const git = join(access.workspace, '.git');
    return [
        { destination: '/proc', type: 'proc', source: 'proc' },
        ...view.emptied.map(folder => empty(folder)),
        ...view.hiddenFiles.map(file => bind('/dev/null', file, 'ro')),
        ...view.programs.map(folder => bind(folder, folder, 'ro')),
        bind(access.workspace, access.workspace, 'rw'),
        ...(existsSync(git) ? [bind(git, git, 'rw')] : []),
        ...access.readOnly.map(path => bind(path, path, 'ro')),
        ...access.masked.map(({ path, kind }) => (kind === 'file' ? bind('/dev/null', path, 'ro') : empty(path, 'ro')))
    ];
}
