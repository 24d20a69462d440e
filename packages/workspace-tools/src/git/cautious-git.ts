/** What holds for git although a folder that it comes upon says otherwise: such a folder could be written by anyone a moment before. */
const SETTINGS: Readonly<Record<string, string>> = {
    // A folder that looks like a repository without a work tree is one only for whoever names it.
    'safe.bareRepository': 'explicit',
    'core.fsmonitor': 'false'
};

/**
 * An environment in which git, wherever it is started, takes no folder for a repository but one that has a `.git`, and runs no program to
 * find out what has changed. Settings that the environment gives to git already are kept.
 */
export function withCautiousGit(environment: Readonly<Record<string, string>>): Record<string, string> {
    const count = Number(environment['GIT_CONFIG_COUNT']);
    const given = Number.isSafeInteger(count) && count > 0 ? count : 0;
    const result = { ...environment };
    Object.entries(SETTINGS).forEach(([name, value], index) => {
        result[`GIT_CONFIG_KEY_${given + index}`] = name;
        result[`GIT_CONFIG_VALUE_${given + index}`] = value;
        result['GIT_CONFIG_COUNT'] = String(given + index + 1);
    });
    return result;
}
