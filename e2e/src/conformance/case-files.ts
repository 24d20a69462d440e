import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Node has no call for this; the program is part of every POSIX system. */
const MAKE_FIFO = 'mkfifo';

/** The folder of the workspace in which every case starts with the same files. */
const CASE = 'case';

/** Files with names or contents that are easily spoilt. */
export const ODD_FILES: Readonly<Record<string, string>> = {
    'empty.txt': '',
    'no-newline.txt': 'one\ntwo',
    'crlf.txt': 'one\r\ntwo\r\n',
    'with space.txt': 'space\n',
    'ünïcode-日本.txt': 'häßlich 日本\n',
    '-dash.txt': 'dash\n',
    '%2e%2e.txt': 'percent\n',
    'quo\'te".txt': 'quote\n',
    'a:b.txt': 'colon\n',
    'line\nbreak.txt': 'line break\n',
    '~tilde': 'tilde\n',
    $HOME: 'variable\n',
    'deep/er/file.txt': 'deep hello\n'
};

/** Files of which git ignores one. */
const IGNORING_FILES: Readonly<Record<string, string>> = {
    'ignoring/.gitignore': 'skipped.txt\n',
    'ignoring/kept.txt': 'some word\n',
    'ignoring/skipped.txt': 'some word\n'
};

/** Files whose content nobody may read. */
export const SENSITIVE_FILES: Readonly<Record<string, string>> = {
    '.env': 'KEY=hello-secret\n',
    '.env.local': 'KEY=hello-secret\n',
    'server.pem': 'hello-secret\n',
    'server.KEY': 'hello-secret\n',
    id_rsa: 'hello-secret\n',
    id_dsa: 'hello-secret\n',
    id_ecdsa: 'hello-secret\n',
    id_ed25519: 'hello-secret\n',
    'credentials.json': 'hello-secret\n',
    'secrets.yaml': 'hello-secret\n',
    '.npmrc': 'hello-secret\n',
    '.netrc': 'hello-secret\n',
    '.git-credentials': 'hello-secret\n',
    '.aws/config': 'hello-secret\n',
    '.kube/config': 'hello-secret\n',
    // By the person's own patterns.
    'teapot.kdbx': 'hello-secret\n',
    'private/plan.txt': 'hello-secret\n',
    // Not hidden from commands: git itself has to read it.
    '.git/config': 'internals\n'
};

const FILES: Readonly<Record<string, string | Buffer>> = {
    'a.txt': 'hello\nworld\n',
    ...ODD_FILES,
    ...IGNORING_FILES,
    'image.png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'wide.txt': Buffer.from('\ufeffwide\n', 'utf16le'),
    ...SENSITIVE_FILES,
    'node_modules/x/index.js': 'installed\n',
    // A file that is called like a folder that most searches leave out.
    'scripts/build': 'installed by hand\n'
};

/** What the person wants to be sensitive, too. */
export const OWN_PATTERNS = ['*.kdbx', 'case/private/**'];

/** What stands for a folder without files. */
export const EMPTY_FOLDER = '(empty folder)';

const LINKS: Readonly<Record<string, string>> = {
    'link.txt': 'a.txt',
    'link-folder': 'deep/er',
    'link-to-secret.txt': '.env',
    'link-out.txt': '../../outside/secret.txt',
    'link-out-folder': '../../outside',
    'links/away': '../../../outside',
    'links/file': '../a.txt',
    'links/folder': '../deep',
    'links/secret': '../.env',
    dangling: 'nowhere/at/all.txt',
    loop: 'loop'
};

/** The files that a case finds: those of its folder, and those beside the workspace that nobody may reach. */
export class CaseFiles {
    constructor(private readonly workspace: string) {}

    private get outside(): string {
        return join(dirname(this.workspace), 'outside');
    }

    async layOut(): Promise<void> {
        await Promise.all(
            [CASE, '../outside', '../sample-project-evil'].map(name => rm(join(this.workspace, name), { recursive: true, force: true }))
        );
        for (const [name, content] of Object.entries(FILES)) {
            await this.write(join(this.workspace, CASE, name), content);
        }
        await this.write(join(this.outside, 'secret.txt'), 'outside\n');
        await this.write(`${this.workspace}-evil/a.txt`, 'outside\n');
        for (const [name, target] of Object.entries(LINKS)) {
            await mkdir(dirname(join(this.workspace, CASE, name)), { recursive: true });
            await symlink(target, join(this.workspace, CASE, name));
        }
        execFileSync(MAKE_FIFO, [join(this.workspace, CASE, 'fifo')]);
    }

    async remove(): Promise<void> {
        await Promise.all(
            [join(this.workspace, CASE), this.outside, `${this.workspace}-evil`].map(path => rm(path, { recursive: true, force: true }))
        );
    }

    /** Every file and every empty folder of the workspace and beside it with its content, by its path from the root of the workspace. */
    async snapshot(): Promise<Record<string, string>> {
        const all: Record<string, string> = {};
        await this.collect('', all);
        await this.collect('../outside', all);
        await this.collect('../sample-project-evil', all);
        return all;
    }

    private async collect(folder: string, into: Record<string, string>): Promise<void> {
        const names = await readdir(join(this.workspace, folder));
        if (names.length === 0) {
            into[folder] = EMPTY_FOLDER;
        }
        for (const name of names) {
            const path = folder === '' ? name : `${folder}/${name}`;
            const stats = await lstat(join(this.workspace, path));
            if (stats.isDirectory()) {
                await this.collect(path, into);
            } else {
                into[path] = stats.isFile() ? await readFile(join(this.workspace, path), 'latin1') : '(no file)';
            }
        }
    }

    private async write(path: string, content: string | Buffer): Promise<void> {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, content);
    }
}
