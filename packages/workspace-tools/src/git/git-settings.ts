import { chmod, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownEnvironment } from '../sandbox/child-process';
import { ConfigurationSetting, configurationText, isHarmlessSetting } from '../sandbox/repository-configuration';
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder';
import type { GitIdentity } from './git-request';
import type { Repository } from './open-repository';

/** What git shares between the working trees of a repository: it looks for these where it finds its configuration. */
const SHARED_ENTRIES = ['objects', 'refs', 'logs', 'info', 'packed-refs', 'shallow'];

/** What holds whatever a repository says. */
const OWN_SETTINGS: Readonly<Record<string, string>> = {
    'advice.graftfiledeprecated': 'false',
    'core.bare': 'false',
    'core.fsmonitor': 'false',
    'core.hookspath': '/dev/null',
    'core.logallrefupdates': 'true',
    'core.protecthfs': 'true',
    'core.protectntfs': 'true',
    'core.quotepath': 'false',
    'gc.auto': '0',
    'maintenance.auto': 'false',
    'commit.gpgsign': 'false',
    'push.gpgsign': 'false',
    'submodule.recurse': 'false',
    'credential.helper': '',
    'http.followredirects': 'false',
    'http.lowspeedlimit': '1',
    'http.lowspeedtime': '60',
    'transfer.credentialsinurl': 'die',
    'protocol.allow': 'never',
    'protocol.https.allow': 'always',
    'protocol.http.allow': 'always'
};

/** Where no settings and no passwords (.netrc) of a person are found. */
const NO_HOME = '/nonexistent';

/** Hands the password on that was sent to the standard input of git, once: it is a pipe that nothing else is at the end of. */
const ASKPASS = '#!/bin/sh\nread -r password <&3 && printf "%s\\n" "$password"\n';

/** What git gets instead of the settings of the repository, of the person and of the system. */
export interface GitSettings {
    /** Folder that git has to see. */
    readonly folder: string;
    /** The whole environment of git. */
    readonly environment: Readonly<Record<string, string>>;
    /** Program that answers the question for a password from descriptor 3. */
    readonly askpass: string;
}

/**
 * Calls `use` with settings under which git runs no program of others. Git reads no configuration but a copy, in a folder of ours, of what is
 * harmless in that of the repository: `GIT_COMMON_DIR` makes it look there, and links lead from there to the shared data.
 */
export async function withGitSettings<T>(
    guardRoot: string,
    repository: Repository,
    { identity, without }: { readonly identity: GitIdentity; readonly without?: RegExp },
    use: (settings: GitSettings) => Promise<T>
): Promise<T> {
    const folder = await makeTemporaryFolder('git');
    try {
        const askpass = join(folder, 'askpass');
        const kept = repository.settings.filter(setting => isHarmlessSetting(setting) && !without?.test(setting.name));
        const own = Object.entries(OWN_SETTINGS).map(([name, value]): ConfigurationSetting => ({ name, value }));
        await Promise.all([
            writeFile(join(folder, 'config'), configurationText([...kept, ...own])),
            writeFile(askpass, ASKPASS, { mode: 0o500 }),
            ...SHARED_ENTRIES.map(name => symlink(join(repository.folder, name), join(folder, name)))
        ]);
        await chmod(folder, 0o500);
        return await use({ folder, askpass, environment: environment(guardRoot, repository, folder, identity) });
    } finally {
        await removeTemporaryFolder(folder);
    }
}

function environment(root: string, repository: Repository, folder: string, { name, email }: GitIdentity): Record<string, string> {
    return {
        ...ownEnvironment(),
        HOME: NO_HOME,
        LC_ALL: 'C',
        TERM: 'dumb',
        ...(process.env.TZ !== undefined && { TZ: process.env.TZ }),
        GIT_DIR: repository.folder,
        GIT_COMMON_DIR: folder,
        GIT_WORK_TREE: root,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_ATTR_NOSYSTEM: '1',
        GIT_NO_REPLACE_OBJECTS: '1',
        GIT_GRAFT_FILE: '/dev/null',
        GIT_LITERAL_PATHSPECS: '1',
        GIT_ALLOW_PROTOCOL: '',
        GIT_TERMINAL_PROMPT: '0',
        GIT_PAGER: 'cat',
        GIT_EDITOR: 'false',
        GIT_AUTHOR_NAME: name,
        GIT_AUTHOR_EMAIL: email,
        GIT_COMMITTER_NAME: name,
        GIT_COMMITTER_EMAIL: email
    };
}
