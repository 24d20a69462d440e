import type { ShellProcessOptions } from '@theia/terminal/lib/node/shell-process';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';

/** How to start a shell that marks its prompts and commands. */
export interface IntegratedShell {
    readonly options: ShellProcessOptions;
    /** What the marks carry, so that a program's output cannot pass for one; absent for a shell that sets no marks. */
    readonly markSecret?: string;
}

/** Adds our startup file to a shell that is to be started, where the shell is one that we have a startup file for. */
export function integrateShell(options: ShellProcessOptions, environment: NodeJS.ProcessEnv = process.env): IntegratedShell {
    const args = typeof options.args === 'string' ? options.args.split(/\s+/).filter(arg => arg !== '') : (options.args ?? []);
    const login = args.some(isLogin);
    // With arguments of its own, such as a command to run, a shell is left as it is.
    if (options.isPseudo || options.shell === undefined || !args.every(arg => isLogin(arg) || arg === '-i')) {
        return { options };
    }
    const markSecret = randomBytes(12).toString('hex');
    const env = { ...options.env, OPENSPACE_SHELL_NONCE: markSecret };
    switch (basename(options.shell)) {
        case 'bash':
            return {
                // A login shell would not read the file, so the file does what a login shell does.
                options: {
                    ...options,
                    args: ['--rcfile', resource('bash.sh')],
                    env: { ...env, ...(login ? { OPENSPACE_SHELL_LOGIN: '1' } : {}) }
                },
                markSecret
            };
        case 'zsh': {
            const folder = options.env?.['ZDOTDIR'] ?? environment['ZDOTDIR'];
            return {
                options: {
                    ...options,
                    env: { ...env, ZDOTDIR: dirname(resource('zsh/.zshrc')), ...(folder ? { OPENSPACE_SHELL_ZDOTDIR: folder } : {}) }
                },
                markSecret
            };
        }
        default:
            return { options };
    }
}

function isLogin(arg: string): boolean {
    return arg === '-l' || arg === '--login';
}

/** Found by the package's name, so that the bundled backend finds it too. */
function resource(file: string): string {
    return createRequire(__filename).resolve(`@openspace/core/resources/shell-integration/${file}`);
}
