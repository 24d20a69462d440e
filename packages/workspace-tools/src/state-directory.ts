import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

const ROOT = 0;

/**
 * The folder in which every part of the product keeps what outlives it: tokens, audit, approvals, pauses, artifacts. No workspace
 * tool may reach it, so whoever opens a workspace names it to the policy. The folder need not exist yet; whoever writes into it calls
 * {@link makePrivateDirectory} first.
 *
 * @throws when `OPENSPACE_STATE_DIR` is relative, since the processes that share the folder run in different working directories.
 */
export function stateDirectory(environment: NodeJS.ProcessEnv = process.env): string {
    const configured = environment.OPENSPACE_STATE_DIR;
    if (configured) {
        if (!isAbsolute(configured)) {
            throw new Error(`OPENSPACE_STATE_DIR must be an absolute path, but is "${configured}". Set it to a full path or unset it.`);
        }
        return configured;
    }
    // The XDG specification asks to ignore relative values.
    const xdg = environment.XDG_STATE_HOME;
    const base = xdg && isAbsolute(xdg) ? xdg : join(environment.HOME ?? homedir(), '.local', 'state');
    return join(base, 'openspace');
}

/**
 * Makes sure that a folder of the state exists and is closed to other users, whoever created it. A folder that is meant for everybody,
 * such as `/tmp`, stays as it is: what the product writes into it is closed by itself.
 *
 * @param user who runs the product, where the system has users
 * @throws when the folder belongs to someone else than the user and root, who could read and replace all that is in it
 */
export function makePrivateDirectory(directory: string, user = process.getuid?.()): void {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const { mode, uid } = statSync(directory);
    if (user !== undefined && uid !== user && uid !== ROOT) {
        throw new Error(
            `The state directory ${directory} belongs to another user (${uid}), who could read and replace what is in it. ` +
                'Set OPENSPACE_STATE_DIR to a folder of your own.'
        );
    }
    const isShared = (mode & 0o1000) !== 0;
    if ((mode & 0o077) !== 0 && !isShared && uid === user) {
        chmodSync(directory, 0o700);
    }
}

/** Where the Hub on this port keeps its token, unless it is told otherwise. */
export function hubTokenFile(port: number | string, environment: NodeJS.ProcessEnv = process.env): string {
    return join(stateDirectory(environment), `hub-${port}.token`);
}

/**
 * Where the Hub with this token file keeps the key of its link. Over the link persons answer for agents, so the token, which agents
 * have, does not open it: the Hub creates the key, and only IDEs read it.
 */
export function hubLinkKeyFile(tokenFile: string): string {
    return `${tokenFile}.link`;
}

/**
 * Every place where this process knows secrets of the product: whoever opens a workspace names them to the policy, so that no agent
 * may use them even if a person opens a folder around them.
 *
 * @param tokenFiles of Hubs, beside the one that the environment names
 */
export function secretPaths(tokenFiles: readonly string[] = [], environment: NodeJS.ProcessEnv = process.env): string[] {
    const { OPENSPACE_HUB_TOKEN_FILE: hubToken, OPENSPACE_GITHUB_APP_KEY_FILE: appKey } = environment;
    const tokens = [...tokenFiles, ...(hubToken ? [hubToken] : [])].map(file => resolve(file));
    return [stateDirectory(environment), ...tokens.flatMap(file => [file, hubLinkKeyFile(file)]), ...(appKey ? [resolve(appKey)] : [])];
}
