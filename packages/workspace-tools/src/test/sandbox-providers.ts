import { SANDBOX_NAMES, SandboxName, chooseSandbox } from '../sandbox/choose-sandbox';
import type { SandboxProvider } from '../sandbox/sandbox-provider';

/** What the set-up of the tests installs: bubblewrap needs Linux, and gVisor needs root as well. */
export const TESTED_SANDBOXES: readonly SandboxName[] = SANDBOX_NAMES.filter(
    name => name === 'local' || (process.platform === 'linux' && (name === 'bubblewrap' || process.getuid?.() === 0))
);

/** A person who agrees to everything. */
export const agree = { ask: () => Promise.resolve({ allowed: true } as const) };

/** Every provider for the tests of the surrounding suite, which fail when one of them does not work. */
export function useProviders(): { readonly all: readonly SandboxProvider[]; readonly isolating: readonly SandboxProvider[] } {
    const providers: SandboxProvider[] = [];
    before(async function () {
        this.timeout(60_000);
        providers.push(...(await Promise.all(TESTED_SANDBOXES.map(name => chooseSandbox(name)))));
    });
    return {
        all: providers,
        get isolating() {
            return providers.filter(({ isolates }) => isolates.files);
        }
    };
}
