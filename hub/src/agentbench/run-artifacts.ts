import {
    appendFileSync,
    closeSync,
    fstatSync,
    mkdirSync,
    openSync,
    readdirSync,
    readSync,
    renameSync,
    rmSync,
    statSync,
    writeFileSync
} from 'node:fs';
import { join } from 'node:path';
import { AGENTBENCH_LIMITS } from './agentbench-limits';

const EVENTS = 'events.jsonl';
const EARLIER_EVENTS = 'events.1.jsonl';
const ARTIFACT = /^(?:tool_)?step_(\d{4,})(?:_std(?:out|err)\.txt|\.patch)$/;
const FOLDERS = ['logs', 'diffs'];
/** The step stands at the end of its line, behind parameters of any length and content. */
const LAST_STEPS = /,"step":(\d{1,15})\}$/gm;
const LAST_STEPS_BYTES = 64 * 1024;

/** The artifacts of one run: its events, the output of its commands and the patches that it applied. Readable by their owner only. */
export class RunArtifacts {
    private lastStep: number;

    constructor(readonly directory: string) {
        FOLDERS.forEach(folder => mkdirSync(join(directory, folder), { recursive: true, mode: 0o700 }));
        this.lastStep = Math.max(
            this.lastNotedStep(EVENTS),
            this.lastNotedStep(EARLIER_EVENTS),
            ...this.storedSteps().map(({ step }) => step),
            0
        );
    }

    /** The number of the next step; no other step of the run has had it, nor will have. */
    beginStep(): number {
        this.lastStep++;
        return this.lastStep;
    }

    /** Appends to the events of the run. A file that has grown too large makes way for a new one. */
    note(event: string, step: number, payload: object): void {
        const file = join(this.directory, EVENTS);
        appendFileSync(file, `${JSON.stringify({ event, timestamp: new Date().toISOString(), ...payload, step })}\n`, { mode: 0o600 });
        if (statSync(file).size > AGENTBENCH_LIMITS.eventsBytes) {
            renameSync(file, join(this.directory, EARLIER_EVENTS));
        }
    }

    /** @returns the path of the file in the folder of the run */
    storeOutput(step: number, stream: 'stdout' | 'stderr', content: string | Uint8Array): string {
        return this.store(`logs/tool_step_${number(step)}_${stream}.txt`, content);
    }

    /** @returns the path of the file in the folder of the run */
    storePatch(step: number, patch: string): string {
        return this.store(`diffs/step_${number(step)}.patch`, patch);
    }

    /** Removes an artifact, if it is there. */
    discard(path: string): void {
        rmSync(join(this.directory, path), { force: true });
    }

    /** Removes the artifacts of steps that are long past. */
    removeOld(): void {
        for (const { path } of this.storedSteps().filter(({ step }) => step <= this.lastStep - AGENTBENCH_LIMITS.keptSteps)) {
            this.discard(path);
        }
    }

    private store(path: string, content: string | Uint8Array): string {
        // Never over an earlier one.
        writeFileSync(join(this.directory, path), content, { mode: 0o600, flag: 'wx' });
        return path;
    }

    private storedSteps(): { path: string; step: number }[] {
        return FOLDERS.flatMap(folder =>
            readdirSync(join(this.directory, folder)).flatMap(name => {
                const step = ARTIFACT.exec(name)?.[1];
                return step === undefined ? [] : [{ path: `${folder}/${name}`, step: Number(step) }];
            })
        );
    }

    private lastNotedStep(file: string): number {
        const steps = readEnd(join(this.directory, file)).matchAll(LAST_STEPS);
        return Math.max(0, ...[...steps].map(([, step]) => Number(step)));
    }
}

function readEnd(file: string): string {
    let descriptor: number;
    try {
        descriptor = openSync(file, 'r');
    } catch {
        // A run that has just begun has no events.
        return '';
    }
    try {
        const start = Math.max(0, fstatSync(descriptor).size - LAST_STEPS_BYTES);
        const bytes = Buffer.alloc(LAST_STEPS_BYTES);
        return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, start));
    } finally {
        closeSync(descriptor);
    }
}

function number(step: number): string {
    return String(step).padStart(4, '0');
}
