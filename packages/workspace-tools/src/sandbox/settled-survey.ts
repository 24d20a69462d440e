import { KeyedQueue } from '../keyed-queue';
import type { PathGuard } from '../path-guard';
import { refuseUnkept } from './refuse-unkept';
import { MaskedPath } from './sandbox-provider';
import { WorkspaceSurvey, surveyWorkspace } from './workspace-survey';

/** What running commands cannot move, swap or change, each on its own, by workspace. */
const running = new Map<string, Set<ReadonlySet<string>>>();
/** One look at a workspace at a time: each knows of the commands whose look came first. */
const looks = new KeyedQueue();

/** A survey of what stays in its place while commands run. */
export interface SettledSurvey extends WorkspaceSurvey {
    /** What must not be seen, but could be moved by a running command: it came after that had begun. */
    readonly unsettled: readonly MaskedPath[];
}

/**
 * Calls `use` with a survey of the workspace without what came while another command was running: that one could swap it for a link to
 * another place before it is mounted. It counts as new, so it is judged when the commands end.
 * @throws WorkspaceError when a command cannot be kept from all that it has to be kept from
 */
export async function withSettledSurvey<T>(guard: PathGuard, use: (survey: SettledSurvey) => Promise<T>): Promise<T> {
    const { root } = guard;
    const others = running.get(root) ?? new Set();
    running.set(root, others);
    const { survey, own } = await looks.run(root, async () => {
        const othersRun = others.size > 0;
        const found = settled(await surveyWorkspace(guard), others);
        refuseUnkept(found, root, othersRun);
        const kept = new Set([
            ...found.readOnly,
            ...found.active.keys(),
            ...found.repositories.keys(),
            ...found.masked.map(({ path }) => path)
        ]);
        others.add(kept);
        return { survey: found, own: kept };
    });
    try {
        return await use(survey);
    } finally {
        others.delete(own);
    }
}

function settled(
    { masked, readOnly, repositories, active, closed, unnamed }: WorkspaceSurvey,
    others: ReadonlySet<ReadonlySet<string>>
): SettledSurvey {
    const isSettled = (path: string): boolean => [...others].every(kept => kept.has(path));
    return {
        masked: masked.filter(({ path }) => isSettled(path)),
        unsettled: masked.filter(({ path }) => !isSettled(path)),
        readOnly: readOnly.filter(isSettled),
        repositories: new Map([...repositories].filter(([path]) => isSettled(path))),
        active: new Map([...active].filter(([path]) => isSettled(path))),
        closed: new Map([...closed].filter(([path]) => isSettled(path))),
        unnamed
    };
}
