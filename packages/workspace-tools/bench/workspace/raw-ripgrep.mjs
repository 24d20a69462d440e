import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

const { rgPath } = createRequire(import.meta.url)('@vscode/ripgrep');

/** What a program does that asks ripgrep itself: starts it, reads its output, makes objects of the lines and sorts them. */
export async function rawRipgrep(root, pattern) {
    const args = [
        '--no-config',
        '--no-messages',
        '--color=never',
        '--hidden',
        '--glob=!.git',
        '--no-require-git',
        '--line-number',
        '--null'
    ];
    const child = spawn(rgPath, [...args, '--with-filename', '--no-heading', '--regexp', pattern, '--', '.'], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'ignore']
    });
    const chunks = [];
    for await (const chunk of child.stdout) {
        chunks.push(chunk);
    }
    const matches = [];
    for (const line of Buffer.concat(chunks).toString('utf8').split('\n')) {
        const nameEnd = line.indexOf('\0');
        const numberEnd = line.indexOf(':', nameEnd);
        if (nameEnd > 0) {
            matches.push({
                path: line.slice(2, nameEnd),
                line: Number(line.slice(nameEnd + 1, numberEnd)),
                content: line.slice(numberEnd + 1)
            });
        }
    }
    return matches.sort((one, other) => (one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1));
}
