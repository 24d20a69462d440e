import { basename, dirname, relative } from 'node:path';
import type { PathGuard } from '../path-guard';
import { giveHarmlessName } from './harmless-name';
import { neutraliseRepository } from './neutralise-repository';
import { removePlaceholder } from './placeholders';
import { interruptedRuns } from './run-journal';
import { Identity, WorkspaceSurvey, surveyWorkspace } from './workspace-survey';

/** What was there before a command: nothing of it is the command's doing. */
export interface KnownEntries {
    /** The name and the identity of everything that runs or approves something by itself. */
    readonly active: ReadonlySet<string>;
    readonly repositories: ReadonlySet<Identity>;
}

export function knownEntries({ active, repositories }: WorkspaceSurvey): KnownEntries {
    return {
        active: new Set(Array.from(active, ([path, identity]) => `${basename(path)}:${identity}`)),
        repositories: new Set(repositories.values())
    };
}

/** Takes away what commands made although they may not that were running when their process was killed. */
export async function refuseLeftovers(guard: PathGuard): Promise<void> {
    for (const { known, placeholders, forget } of interruptedRuns(guard.root)) {
        await refuseChanges(guard, known, placeholders);
        await Promise.all(placeholders.map(removePlaceholder));
        forget();
    }
}

/**
 * Takes away what a command made although it may not: files that run or approve something by themselves get another name, and new
 * repositories lose the settings that run programs. Nothing is removed, since a command may have renamed a person's file.
 * @param placeholders what stands there for the command's sake only
 * @returns what was taken away, from the workspace root
 */
export async function refuseChanges(guard: PathGuard, known: KnownEntries, placeholders: readonly string[]): Promise<string[]> {
    const after = await surveyWorkspace(guard.root, guard.policy);
    const refused: string[] = [];
    for (const [path, identity] of after.repositories) {
        if (!known.repositories.has(identity) && (await neutraliseRepository(guard, path))) {
            refused.push(path);
        }
    }
    for (const [path, identity] of after.active) {
        if (placeholders.includes(path)) {
            continue;
        }
        const isNewRepository = [...after.repositories].some(([folder, id]) => dirname(path) === folder && !known.repositories.has(id));
        // A folder further up may have been renamed; what is protected in it came along unchanged.
        if (!isNewRepository && !known.active.has(`${basename(path)}:${identity}`) && (await giveHarmlessName(guard, path))) {
            refused.push(path);
        }
    }
    return refused.map(path => relative(guard.root, path)).sort();
}
