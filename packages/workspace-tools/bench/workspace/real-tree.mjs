import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../../../node_modules/@theia', import.meta.url));
const FEWEST_FILES = 5_000;
const IGNORED = 'lib/\n*.map\n';

/** A workspace with the sources of a real project, thousands of files, in a folder that is removed by `remove`. */
export function copyRealTree() {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'openspace-bench-workspace-')));
    const root = join(base, 'workspace');
    cpSync(SOURCE, join(root, 'packages'), { recursive: true });
    writeFileSync(join(root, '.gitignore'), IGNORED);
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
    if (files.length < FEWEST_FILES) {
        throw new Error(`Only ${files.length} files were found for the benchmark; it takes ${FEWEST_FILES}.`);
    }
    return { base, root, count: files.length, remove: () => rmSync(base, { recursive: true, force: true }) };
}
