import { basename, dirname, relative } from 'node:path';
import type { PathGuard } from '../path-guard';
import { giveHarmlessName } from './harmless-name';
import { neutraliseRepository } from './neutralise-repository';
import { removePlaceholder } from './placeholders';
import { interruptedRuns } from './run-journal';
import { toWorkspaceError } from '../workspace-error';
import { Identity, WorkspaceSurvey, surveyWorkspace } from './workspace-survey';

/** How deep folders without a name may lie in each other, each of which shows the next one only once it has got one. */
const MOST_ROUNDS = 100;

/** Takes something away and notes it, if there was anything to take away. */
type Refuse = (path: string, takeAway: () => Promise<boolean>) => Promise<void>;

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
    const refused: string[] = [];
    const failures: unknown[] = [];
    /** What cannot be taken away keeps nothing else from being so. */
    const refuse: Refuse = async (path, takeAway) => {
        try {
            refused.push(...((await takeAway()) ? [path] : []));
        } catch (error) {
            failures.push(error);
        }
    };
    const after = await surveyNamed(guard, refuse);
    const newRepositories = new Set<string>();
    for (const [path, identity] of after.repositories) {
        if (!known.repositories.has(identity)) {
            newRepositories.add(path);
            await refuse(path, () => neutraliseRepository(guard, path));
        }
    }
    for (const [path, identity] of after.active) {
        // A folder further up may have been renamed; what is protected in it came along unchanged.
        const isKnown = placeholders.includes(path) || known.active.has(`${basename(path)}:${identity}`);
        if (!isKnown && !newRepositories.has(dirname(path))) {
            await refuse(path, () => giveHarmlessName(guard, path));
        }
    }
    if (failures.length > 0) {
        throw toWorkspaceError(failures[0], '.');
    }
    return refused.map(path => relative(guard.root, path)).sort();
}

/** Surveys the workspace once all that matters in it has a name: the rest could neither be judged nor be kept from the next command. */
async function surveyNamed(guard: PathGuard, refuse: Refuse): Promise<WorkspaceSurvey> {
    for (let round = 1; ; round++) {
        const survey = await surveyWorkspace(guard.root, guard.policy);
        if (survey.unnamed.length === 0 || round > MOST_ROUNDS) {
            return survey;
        }
        for (const { path, name } of survey.unnamed) {
            await refuse(path, () => giveHarmlessName(guard, path, name));
        }
    }
}
