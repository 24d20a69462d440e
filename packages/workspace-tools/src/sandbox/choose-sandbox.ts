import { commandEnvironment } from '../exec/command-environment';
import { runCommand } from '../exec/run-command';
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder';
import { WorkspaceError, toWorkspaceError } from '../workspace-error';
import { BubblewrapSandbox } from './bubblewrap-sandbox';
import { GvisorSandbox } from './gvisor-sandbox';
import { LocalSandbox } from './local-sandbox';
import type { SandboxProvider } from './sandbox-provider';

/** The providers that come with the product, strongest first. */
export const SANDBOX_NAMES = ['gvisor', 'bubblewrap', 'local'] as const;

export type SandboxName = (typeof SANDBOX_NAMES)[number];

const PROVIDERS: Readonly<Record<SandboxName, () => SandboxProvider>> = {
    gvisor: () => new GvisorSandbox(),
    bubblewrap: () => new BubblewrapSandbox(),
    local: () => new LocalSandbox()
};

const TRIAL_TIMEOUT_MS = 20_000;
/** What every provider must be able to do, and what it must not break to be taken without being asked for. */
const BASIC_TRIAL = 'echo works';
const EVERYDAY_TRIAL = 'ls -d . > listing && cat listing && echo works';

/**
 * The provider of this name, after a trial that it works; without a name, the strongest one that runs everyday programs on this machine.
 * @param passOver told of each stronger one that does not, and why
 * @throws WorkspaceError `sandbox-failed` when the provider that was asked for does not work: never another one instead
 */
export async function chooseSandbox(
    name?: SandboxName,
    passOver: (name: SandboxName, reason: string) => void = () => undefined
): Promise<SandboxProvider> {
    if (name !== undefined) {
        const provider = PROVIDERS[name]();
        await tryOut(provider, BASIC_TRIAL);
        return provider;
    }
    for (const candidate of SANDBOX_NAMES) {
        const provider = PROVIDERS[candidate]();
        try {
            await tryOut(provider, candidate === 'local' ? BASIC_TRIAL : EVERYDAY_TRIAL);
            return provider;
        } catch (error) {
            passOver(candidate, toWorkspaceError(error, '.').message);
        }
    }
    throw new WorkspaceError('sandbox-failed', 'No command can be run on this machine. Check that "/bin/sh" works.');
}

async function tryOut(provider: SandboxProvider, trial: string): Promise<void> {
    const workspace = await makeTemporaryFolder('trial');
    try {
        const { stdout, stderr } = await runCommand(
            provider,
            {
                args: ['/bin/sh', '-c', trial],
                cwd: workspace,
                env: commandEnvironment(),
                access: { workspace, readOnly: [], pinned: [], masked: [], shown: [], hidden: [], network: false }
            },
            { timeoutMs: TRIAL_TIMEOUT_MS, outputBytes: 4096 }
        );
        if (!stdout.endsWith('works\n')) {
            throw new WorkspaceError(
                'sandbox-failed',
                `The sandbox provider "${provider.name}" does not work on this machine: ${stderr.trim() || 'its trial command failed'}. ` +
                    'Install what it needs (bubblewrap, or runsc as root), or choose another one.'
            );
        }
    } finally {
        await removeTemporaryFolder(workspace);
    }
}
