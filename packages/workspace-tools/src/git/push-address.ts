import { isLoopbackHost } from '../own-address';
import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import { isBranchName } from './branch-name';
import type { Repository } from './open-repository';

/** Where a branch is pushed to. */
export interface PushTarget {
    readonly remote: string;
    readonly address: URL;
    /** Where git remembers what the remote has; undefined when the remote is not set up so. */
    readonly trackingReference?: string;
}

/**
 * Finds where to push a branch to, by the repository's own configuration alone.
 * @throws WorkspaceError `repository-state` when there is no such remote, `remote-refused` when nothing is sent to its address
 */
export function pushTarget({ settings }: Repository, branch: string, requested: string | undefined): PushTarget {
    const valuesOf = (name: string): string[] => settings.filter(setting => setting.name === name).map(({ value }) => value);
    const remotes = new Set(settings.map(({ name }) => /^remote\.(.+)\.(?:push)?url$/s.exec(name)?.[1]).filter(name => name !== undefined));
    if (remotes.size === 0) {
        throw new WorkspaceError(
            'repository-state',
            'The repository has no remote to push to. Ask the person to add one ("git remote add").'
        );
    }
    const preferred = [`branch.${branch}.pushremote`, 'remote.pushdefault', `branch.${branch}.remote`].flatMap(name =>
        valuesOf(name).slice(-1)
    );
    const candidates = [...preferred, 'origin', ...(remotes.size === 1 ? remotes : [])];
    const remote = requested ?? candidates.find(name => remotes.has(name));
    if (remote === undefined || !remotes.has(remote)) {
        const names = [...remotes].map(quotePath).join(', ');
        throw new WorkspaceError('repository-state', `It is not clear which remote is meant. Name one of these in "remote": ${names}.`);
    }
    const own = valuesOf(`remote.${remote}.pushurl`);
    const urls = own.length > 0 ? own : valuesOf(`remote.${remote}.url`);
    if (urls.length !== 1) {
        throw refused('The remote has several addresses');
    }
    const reference = `refs/remotes/${remote}/`;
    const isTracked = isBranchName(remote) && valuesOf(`remote.${remote}.fetch`).includes(`+refs/heads/*:${reference}*`);
    return { remote, address: checkAddress(urls[0]), ...(isTracked && { trackingReference: reference + branch }) };
}

function checkAddress(text: string): URL {
    const address = URL.canParse(text) && /^https?:\/\/[!-~]+$/.test(text) ? new URL(text) : undefined;
    if (address === undefined) {
        throw refused('The address of the remote does not begin with "https://"');
    }
    if (!isDecodable(address.pathname)) {
        throw refused('The address of the remote has a "%" that encodes nothing');
    }
    if (address.username !== '' || address.password !== '') {
        throw refused('The address of the remote holds a name or a password');
    }
    if (address.protocol === 'http:' && !isLoopbackHost(address.hostname)) {
        throw refused('The address of the remote begins with "http://", which everyone on the way can read');
    }
    return address;
}

function isDecodable(path: string): boolean {
    try {
        return decodeURIComponent(path) !== '';
    } catch {
        return false;
    }
}

function refused(what: string): WorkspaceError {
    return new WorkspaceError(
        'remote-refused',
        `${what}, so nothing is pushed there. Ask the person to push, or to set a plain address such as "https://github.com/owner/name.git" ("git remote set-url").`
    );
}
