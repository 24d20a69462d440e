import { WorkspaceError } from '../workspace-error';
import { LocalSandbox } from './local-sandbox';
import type { SandboxProvider } from './sandbox-provider';

/** The providers that come with the product, strongest first. */
export const SANDBOX_NAMES = ['gvisor', 'bubblewrap', 'local'] as const;

export type SandboxName = (typeof SANDBOX_NAMES)[number];

const FINDERS: Readonly<Record<SandboxName, () => Promise<SandboxProvider>>> = {
    gvisor: () => Promise.reject(new WorkspaceError('sandbox-failed', 'gVisor is not supported yet.')),
    bubblewrap: () => Promise.reject(new WorkspaceError('sandbox-failed', 'bubblewrap is not supported yet.')),
    local: () => Promise.resolve(new LocalSandbox())
};

/**
 * The provider of this name, after a trial that it works; without a name, the strongest one that works on this machine.
 * @throws WorkspaceError `sandbox-failed` when the provider that was asked for does not work: never another one instead
 */
export async function chooseSandbox(name?: SandboxName): Promise<SandboxProvider> {
    return name === undefined ? (await findSandboxes())[0] : FINDERS[name]();
}

/** All providers that work on this machine, strongest first. `local` always does. */
export async function findSandboxes(): Promise<[SandboxProvider, ...SandboxProvider[]]> {
    const trials = await Promise.allSettled(SANDBOX_NAMES.map(name => FINDERS[name]()));
    const [first = new LocalSandbox(), ...others] = trials.flatMap(trial => (trial.status === 'fulfilled' ? [trial.value] : []));
    return [first, ...others];
}
