import { basename, dirname, relative } from 'node:path';
import type { PathGuard } from '../path-guard';
import { giveHarmlessName } from './harmless-name';
import { neutraliseRepository } from './neutralise-repository';
import { Identity, WorkspaceSurvey, surveyWorkspace } from './workspace-survey';

/**
 * Takes away what a command made although it may not: files that run or approve something by themselves get another name, and new
 * repositories lose the settings that run programs. Nothing is removed, since a command may have renamed a person's file.
 * @param placeholders what stands there for the command's sake only
 * @returns what was taken away, from the workspace root
 */
export async function refuseChanges(guard: PathGuard, before: WorkspaceSurvey, placeholders: readonly string[]): Promise<string[]> {
    const known = namesOf(before.active);
    const knownRepositories = new Set(before.repositories.values());
    const after = await surveyWorkspace(guard.root, guard.policy);
    const refused: string[] = [];
    for (const [path, identity] of after.repositories) {
        if (!knownRepositories.has(identity) && (await neutraliseRepository(guard, path))) {
            refused.push(path);
        }
    }
    for (const [path, identity] of after.active) {
        if (placeholders.includes(path)) {
            continue;
        }
        const isNewRepository = [...after.repositories].some(([folder, id]) => dirname(path) === folder && !knownRepositories.has(id));
        // A folder further up may have been renamed; what is protected in it came along unchanged.
        if (!isNewRepository && !known.has(`${basename(path)}:${identity}`) && (await giveHarmlessName(guard, path))) {
            refused.push(path);
        }
    }
    return refused.map(path => relative(guard.root, path)).sort();
}

function namesOf(entries: ReadonlyMap<string, Identity>): ReadonlySet<string> {
    return new Set(Array.from(entries, ([path, identity]) => `${basename(path)}:${identity}`));
}
