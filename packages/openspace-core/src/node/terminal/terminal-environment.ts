import { EnvironmentUtils } from '@theia/core/lib/node/environment-utils';
import { injectable } from '@theia/core/shared/inversify';

/** Our settings for this backend, keys and passwords among them. */
const OWN_PREFIX = 'OPENSPACE_';
/** What our startup files of the shells are told. */
const SHELL_PREFIX = 'OPENSPACE_SHELL_';

/** The environment that terminals get: the backend's own without our settings. */
@injectable()
export class TerminalEnvironment extends EnvironmentUtils {
    override mergeProcessEnv(env?: Record<string, string | null>): Record<string, string> {
        const merged = super.mergeProcessEnv(env);
        return Object.fromEntries(
            Object.entries(merged).filter(([name]) => !name.startsWith(OWN_PREFIX) || (name.startsWith(SHELL_PREFIX) && env?.[name]))
        );
    }
}
