import { basename, dirname, join, relative } from 'node:path';
import type { PathGuard } from '../path-guard';
import { quotePath } from '../quote-path';
import { WorkspaceError, toWorkspaceError } from '../workspace-error';
import type { Identity } from './entry-identity';
import { giveHarmlessName } from './harmless-name';
import { neutraliseRepository } from './neutralise-repository';
import { enterOpening } from './open-folder';
import { removePlaceholder } from './placeholders';
import { unjudgedRuns } from './run-journal';
import type { UnnamedSpecial } from './unnamed-special';
import { WorkspaceSurvey, surveyWorkspace } from './workspace-survey';

/** One round gives everything a name that was there when it began; commands that still run may make more. */
const MOST_ROUNDS = 10;

/** Takes something away and notes it, if there was anything to take away. @returns what that answered */
type Refuse = <T>(path: string, takeAway: () => Promise<T>) => Promise<T | undefined>;

/** What was there before a command: nothing of it is the command's doing. */
export interface KnownEntries {
    /** The name and the identity of everything that runs or approves something by itself. */
    readonly active: ReadonlySet<string>;
    readonly repositories: ReadonlySet<Identity>;
    /** Folders of ours that were closed to us. */
    readonly closed: ReadonlySet<Identity>;
}

export function knownEntries({ active, repositories, closed }: WorkspaceSurvey): KnownEntries {
    return {
        active: new Set(Array.from(active, ([path, identity]) => `${basename(path)}:${identity}`)),
        repositories: new Set(repositories.values()),
        closed: new Set(closed.values())
    };
}

/** What was taken away of what a command left behind. */
export interface TakenAway {
    /** From the workspace root. */
    readonly refused: readonly string[];
    /** Why something else could not be. */
    readonly failure?: WorkspaceError;
}

/**
 * Takes away what commands made although they may not, but for those that are still to be judged at their end.
 * @throws WorkspaceError when something cannot be taken away
 */
export async function refuseLeftovers(guard: PathGuard): Promise<void> {
    for (const { known, placeholders, forget } of unjudgedRuns(guard.root)) {
        const { failure } = await refuseChanges(guard, known, placeholders);
        if (failure) {
            throw new WorkspaceError(
                'sandbox-failed',
                `No command runs now: an earlier one made something that it may not make, and that cannot be taken away. ${failure.message} Ask the person to rename or remove it, then try again.`,
                {},
                { cause: failure }
            );
        }
        await Promise.all(placeholders.map(removePlaceholder));
        forget();
    }
}

/**
 * Takes away what a command made although it may not: files that run or approve something by themselves get another name, and new
 * repositories lose the settings that run programs. Nothing is removed, since a command may have renamed a person's file.
 * @param placeholders what stands there for the command's sake only
 */
export async function refuseChanges(guard: PathGuard, known: KnownEntries, placeholders: readonly string[]): Promise<TakenAway> {
    const refused: string[] = [];
    const failures: WorkspaceError[] = [];
    /** What cannot be taken away keeps nothing else from being so. */
    const refuse: Refuse = async (path, takeAway) => {
        try {
            const taken = await takeAway();
            refused.push(...(taken ? [path] : []));
            return taken;
        } catch (error) {
            failures.push(toWorkspaceError(error, relative(guard.root, path)));
            return undefined;
        }
    };
    try {
        await refuseNew(guard, known, placeholders, refuse);
    } catch (error) {
        failures.push(toWorkspaceError(error, '.'));
    }
    const failure = failures.at(0);
    return { refused: refused.map(path => relative(guard.root, path)).sort(), ...(failure && { failure }) };
}

/** Has everything taken away that was not there before. */
async function refuseNew(guard: PathGuard, known: KnownEntries, placeholders: readonly string[], refuse: Refuse): Promise<void> {
    const after = await surveyNamed(guard, known, refuse);
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
    for (const [path, identity] of after.closed) {
        if (!known.closed.has(identity) && !newRepositories.has(path)) {
            await refuse(path, () => giveHarmlessName(guard, path));
        }
    }
}

/** Surveys the workspace once all that matters in it has a name: the rest could neither be judged nor be kept from the next command. */
async function surveyNamed(guard: PathGuard, { closed }: KnownEntries, refuse: Refuse): Promise<WorkspaceSurvey> {
    for (let round = 1; ; round++) {
        const survey = await surveyWorkspace(guard, enterOpening(guard, closed));
        const first = survey.unnamed.at(0);
        if (first && round > MOST_ROUNDS) {
            await refuse(first.path, () => Promise.reject(keepsComing(relative(guard.root, first.path))));
            return survey;
        }
        let hasNamed = false;
        for (const entry of survey.unnamed) {
            hasNamed = (await giveNames(guard, entry, dirname(entry.path), refuse)) || hasNamed;
        }
        // What could not get a name in this round gets none in the next one.
        if (!hasNamed) {
            return survey;
        }
    }
}

/** Gives an entry a name, then those in it, to which a text leads only now. @returns whether it has got one */
async function giveNames(guard: PathGuard, { path, name, inner }: UnnamedSpecial, directory: string, refuse: Refuse): Promise<boolean> {
    const current = join(directory, basename(path));
    const given = await refuse(current, () => giveHarmlessName(guard, current, name));
    if (given === undefined) {
        return false;
    }
    for (const entry of inner) {
        await giveNames(guard, entry, join(given, relative(path, dirname(entry.path))), refuse);
    }
    return true;
}

function keepsComing(path: string): WorkspaceError {
    return new WorkspaceError(
        'sandbox-failed',
        `Whenever ${quotePath(path)} and its like got a name that is valid UTF-8, others came. Stop the command that makes them, then try again.`
    );
}
