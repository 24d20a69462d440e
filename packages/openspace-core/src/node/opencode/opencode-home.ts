import { makePrivateDirectory, stateDirectory } from '@openspace/workspace-tools';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The environment of our own server: a home of its own below the state directory, made if need be, and this configuration alone. */
export async function ownHome(configuration: string): Promise<NodeJS.ProcessEnv> {
    const home = openCodeHome();
    await prepareConfiguration();
    return {
        ...withoutOpenCodeSettings(process.env),
        HOME: home,
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_DATA_HOME: join(home, 'data'),
        XDG_STATE_HOME: join(home, 'state'),
        XDG_CACHE_HOME: join(home, 'cache'),
        OPENCODE_CONFIG_CONTENT: configuration,
        OPENCODE_DISABLE_PROJECT_CONFIG: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1'
    };
}

/**
 * OpenCode would download a package for authors of plugins into its configuration folder and wait for that before its first session.
 * A folder that looks as if it had the package keeps it from the network.
 */
async function prepareConfiguration(): Promise<void> {
    const directory = configurationDirectory();
    makePrivateDirectory(openCodeHome());
    await mkdir(join(directory, 'node_modules'), { recursive: true, mode: 0o700 });
    const lock = { lockfileVersion: 3, packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } };
    await writeFile(join(directory, 'package-lock.json'), JSON.stringify(lock));
}

/** The folder from which our own server reads its configuration. It looks in no folder above it. */
export function configurationDirectory(): string {
    return join(openCodeHome(), 'config', 'opencode');
}

function openCodeHome(): string {
    return join(stateDirectory(), 'opencode');
}

/** What the person set for an OpenCode of their own could lift our denials or load programs into our server; the key is in the configuration. */
function withoutOpenCodeSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return Object.fromEntries(
        Object.entries(environment).filter(([name]) => !name.startsWith('OPENCODE_') && name !== 'OPENSPACE_LLM_API_KEY')
    );
}
