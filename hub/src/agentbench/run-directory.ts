import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BoundedMap } from '@openspace/workspace-tools';
import { AGENTBENCH_LIMITS } from './agentbench-limits';
import { RunArtifacts } from './run-artifacts';
import { runFolderName } from './run-folder-name';

/** Folders of runs as this program names them; whatever else lies beside them is left alone. */
const RUN_FOLDER = /^[a-z0-9][a-z0-9_-]*$/;
/** Of callers that name no session. */
const UNNAMED = /^agentbench-[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** The folder in which every run has one of its own. */
export class RunDirectory {
    private readonly runs = new BoundedMap<string, RunArtifacts>(AGENTBENCH_LIMITS.keptRuns);

    constructor(private readonly directory: string) {}

    /** The artifacts of a session's run, which begins with its first call. */
    open(session: string): RunArtifacts {
        const name = runFolderName(session);
        let run = this.runs.get(name);
        // A person may have tidied up.
        if (!run || !existsSync(run.directory)) {
            mkdirSync(this.directory, { recursive: true, mode: 0o700 });
            run = new RunArtifacts(join(this.directory, name));
            this.removeOld(name);
        }
        this.runs.set(name, run);
        return run;
    }

    /** Removes the runs that nobody has used for longest. */
    private removeOld(newest: string): void {
        const runs = readdirSync(this.directory, { withFileTypes: true })
            .filter(entry => entry.isDirectory() && RUN_FOLDER.test(entry.name) && UNNAMED.test(entry.name) === UNNAMED.test(newest))
            .flatMap(({ name }) => (name === newest ? [] : this.lastUse(name)))
            .sort((a, b) => b.usedMs - a.usedMs);
        for (const { name } of runs.slice(AGENTBENCH_LIMITS.keptRuns - 1)) {
            rmSync(join(this.directory, name), { recursive: true, force: true });
        }
    }

    private lastUse(name: string): { name: string; usedMs: number }[] {
        try {
            return [{ name, usedMs: statSync(join(this.directory, name, 'events.jsonl')).mtimeMs }];
        } catch {
            // Without events it is no run of ours.
            return [];
        }
    }
}
