import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { orGone } from '../or-gone';
import { isInRepository } from '../ripgrep';

/**
 * Whether more than the `.gitignore` files of a workspace may tell what is ignored in it: a repository that it is a part of, a list
 * that is not shared with others, or one of the person for all repositories.
 */
export function hasOtherRules(root: string): boolean {
    const repository = orGone(() => lstatSync(join(root, '.git')));
    return (
        (repository ? !repository.isDirectory() || hasRules(join(root, '.git/info/exclude')) : isInRepository(root)) || hasPersonalRules()
    );
}

/** Whether a file has a line that is no comment. */
function hasRules(path: string): boolean {
    return /^[^#\s]/m.test(contentOf(path));
}

function hasPersonalRules(): boolean {
    const settings = process.env.XDG_CONFIG_HOME || join(homedir(), '.config');
    const configurations = [join(homedir(), '.gitconfig'), join(settings, 'git/config')];
    return existsSync(join(settings, 'git/ignore')) || configurations.some(path => /excludesfile/i.test(contentOf(path)));
}

function contentOf(path: string): string {
    return orGone(() => readFileSync(path, 'utf8')) ?? '';
}
