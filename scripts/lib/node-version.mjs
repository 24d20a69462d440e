// This file and the entry points that import it must parse on any Node that knows modules: on an old one, a person has to see
// the message below, not a syntax error. Everything else is imported only after the check.
import { readFileSync } from 'fs';

const numbers = version => version.replace(/^\D+/, '').split('.').map(Number);

/** Whether `version` (such as `v20.19.0`) satisfies `range` (such as `>=20.19.0`, the only form that our `engines` field uses). */
export function satisfies(version, range) {
    const actual = numbers(version);
    const wanted = numbers(range);
    const index = wanted.findIndex((part, position) => part !== actual[position]);
    return index === -1 || actual[index] > wanted[index];
}

/** Checks the running Node against `engines` in package.json. When it is too old, says so, sets the exit code and answers false. */
export function nodeIsRecentEnough() {
    const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    if (satisfies(process.version, engines.node)) {
        return true;
    }
    const wanted = numbers(engines.node).join('.');
    process.stderr.write(
        `Theia OpenSpace needs Node ${wanted} or newer, but this is Node ${process.version} (${process.execPath}).\n` +
            'Install a current Node from https://nodejs.org, or with nvm: nvm install 22 && nvm use 22. Then run the same command again.\n'
    );
    process.exitCode = 1;
    return false;
}
