import { FastifyBaseLogger } from 'fastify';
import { RunArtifacts } from './run-artifacts';

/**
 * Keeps what a step of a run has done. It has happened already, so what cannot be stored takes nothing back: it is logged, and the
 * answer has a remark.
 */
export class StepNotes {
    private isIncomplete = false;

    constructor(
        private readonly run: RunArtifacts,
        private readonly step: number,
        private readonly logger: FastifyBaseLogger
    ) {}

    /** Appends to the events of the run, as far as that can be done. */
    note(event: string, payload: object): void {
        this.attempt(() => this.run.note(event, this.step, payload));
    }

    /** @returns the path of the file in the folder of the run; null when it could not be stored */
    storeOutput(stream: 'stdout' | 'stderr', content: string | Uint8Array): string | null {
        return this.attempt(() => this.run.storeOutput(this.step, stream, content)) ?? null;
    }

    /** Removes the artifacts of steps that are long past, as far as that can be done. */
    removeOld(): void {
        this.attempt(() => this.run.removeOld());
    }

    /** For the data of the answer: whether artifacts are missing. */
    get remark(): { readonly artifacts_incomplete?: true } {
        return this.isIncomplete ? { artifacts_incomplete: true } : {};
    }

    private attempt<T>(store: () => T): T | undefined {
        try {
            return store();
        } catch (error) {
            this.isIncomplete = true;
            this.logger.error({ err: error }, 'Artifacts of AgentBench could not be stored.');
            return undefined;
        }
    }
}
