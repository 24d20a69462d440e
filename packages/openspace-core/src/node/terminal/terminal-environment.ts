import { withCautiousGit } from '@openspace/workspace-tools';
import { EnvironmentUtils } from '@theia/core/lib/node/environment-utils';
import { injectable } from '@theia/core/shared/inversify';
import { AGENT_TERMINAL_VARIABLE } from '../../common';

/** Our settings for this backend, keys and passwords among them. */
const OWN_PREFIX = 'OPENSPACE_';
/** What our startup files of the shells are told. */
const SHELL_PREFIX = 'OPENSPACE_SHELL_';

/** The environment that terminals get: the backend's own without our settings. In one that an agent starts, git runs nothing that a folder names. */
@injectable()
export class TerminalEnvironment extends EnvironmentUtils {
    override mergeProcessEnv(env?: Record<string, string | null>): Record<string, string> {
        const merged = super.mergeProcessEnv(env);
        const passedOn = Object.fromEntries(
            Object.entries(merged).filter(([name]) => !name.startsWith(OWN_PREFIX) || (name.startsWith(SHELL_PREFIX) && env?.[name]))
        );
        return env?.[AGENT_TERMINAL_VARIABLE] ? withCautiousGit(passedOn) : passedOn;
    }
}
