import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import type { ShellLocation } from './shell-location';

/** A larger package.json is not looked at. */
const LARGEST_MANIFEST_BYTES = 1024 * 1024;

/** Whether npx finds a tool among the packages of the project, wherever the command line may be: it fetches what it does not find. */
export function isInstalled(location: ShellLocation, tool: string): boolean {
    const { workspaceRoot, directories } = location;
    if (workspaceRoot === undefined) {
        return true;
    }
    const isFound = (directory: string): boolean =>
        foldersAbove(posix.join(workspaceRoot, directory)).some(folder => existsSync(posix.join(folder, 'node_modules/.bin', tool)));
    return directories?.every(directory => location.once(`installed ${directory} ${tool}`, () => isFound(directory))) ?? false;
}

/** Whether the project has a script of a name, wherever the command line may be. Without a workspace, nobody knows. */
export function hasScript(location: ShellLocation, name: string): boolean {
    const { workspaceRoot, directories } = location;
    if (workspaceRoot === undefined) {
        return false;
    }
    const scripts = (directory: string): readonly string[] => {
        const manifests = foldersAbove(posix.join(workspaceRoot, directory)).map(folder => posix.join(folder, 'package.json'));
        return scriptsIn(manifests.find(path => existsSync(path)));
    };
    return directories?.every(directory => location.once(`scripts ${directory}`, () => scripts(directory)).includes(name)) ?? false;
}

/** A folder and those above it. */
function foldersAbove(folder: string): string[] {
    return folder === '/' ? [folder] : [folder, ...foldersAbove(posix.dirname(folder))];
}

function scriptsIn(manifest: string | undefined): readonly string[] {
    try {
        if (manifest === undefined || statSync(manifest).size > LARGEST_MANIFEST_BYTES) {
            return [];
        }
        const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
        const scripts = typeof content === 'object' && content !== null && 'scripts' in content ? content.scripts : undefined;
        return typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : [];
    } catch {
        return []; // Not one that a package manager could read.
    }
}
