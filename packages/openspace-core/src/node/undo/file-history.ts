import { mergeTexts } from './text-merge';

/** The text of a file; undefined while there is no file. */
export type FileState = string | undefined;

/** Something that was done to a file. */
interface FileChange {
    /** The agent's call; undefined for what the person, or anybody else, did. */
    readonly callId?: string;
    readonly from: FileState;
    to: FileState;
    undone: boolean;
}

/**
 * What happened to one file since an agent first wrote it: the agent's writes, and between them what the person changed. A write is
 * taken back by doing everything again without it. So writes can be taken back and made again in any order, and what remains is
 * what the others changed; the person's changes are never given up.
 */
export class FileHistory {
    protected changes: FileChange[] = [];
    /** The file as it was left by what is known. */
    protected current: FileState;

    constructor(protected origin: FileState) {
        this.current = origin;
    }

    /** The calls that are remembered, the oldest first. */
    get calls(): readonly { readonly callId: string; readonly undone: boolean }[] {
        return this.changes.flatMap(({ callId, undone }) => (callId === undefined ? [] : [{ callId, undone }]));
    }

    /** About how many characters are kept. */
    get size(): number {
        return this.changes.reduce((sum, { to }) => sum + (to?.length ?? 0), this.origin?.length ?? 0);
    }

    /** An agent's call has turned one state into another. */
    record(callId: string, from: FileState, to: FileState): void {
        this.see(from);
        this.changes.push({ callId, from, to, undone: false });
        this.current = to;
    }

    /** The file as it would be without a call, or with it again; undefined when that would touch what the person changed. */
    plan(callId: string, undone: boolean, now: FileState): { readonly state: FileState } | undefined {
        const change = this.changeOf(callId);
        if (!change || change.undone === undone) {
            return { state: now };
        }
        const since: FileChange[] = now === this.current ? [] : [{ from: this.current, to: now, undone: false }];
        return replay(
            this.origin,
            [...this.changes, ...since].map(each => (each === change ? { ...each, undone } : each))
        );
    }

    /** What was planned has been done: the file was in the one state and is in the other. */
    settle(callId: string, undone: boolean, now: FileState, result: FileState): void {
        this.see(now);
        const planned = this.plan(callId, undone, now);
        const change = this.changeOf(callId);
        if (change && planned) {
            change.undone = undone;
            this.current = planned.state;
        }
        this.see(result);
    }

    /** The state before and after a call, as it was when the call ran. */
    statesOf(callId: string): { readonly before: FileState; readonly after: FileState } | undefined {
        const change = this.changeOf(callId);
        return change && { before: change.from, after: change.to };
    }

    /** Forgets the oldest call: what it did stays done. */
    forgetOldest(): void {
        const index = this.changes.findIndex(({ callId }) => callId !== undefined);
        this.origin = replay(this.origin, this.changes.slice(0, index + 1))?.state;
        this.changes = this.changes.slice(index + 1);
    }

    /** Whatever is not known of a state was done by somebody else. */
    protected see(now: FileState): void {
        if (now === this.current) {
            return;
        }
        const last = this.changes.at(-1);
        if (last && last.callId === undefined && last.to === this.current) {
            last.to = now;
        } else {
            this.changes.push({ from: this.current, to: now, undone: false });
        }
        this.current = now;
    }

    protected changeOf(callId: string): FileChange | undefined {
        return this.changes.find(each => each.callId === callId);
    }
}

/** Does the changes that stand again, one after the other. Of two writes of agents to the same lines the later one counts. */
function replay(origin: FileState, changes: readonly FileChange[]): { readonly state: FileState } | undefined {
    let state = origin;
    for (const { callId, from, to, undone } of changes) {
        if (undone || from === to || state === to) {
            continue;
        }
        const merged = mergeStates(from, state, to, callId !== undefined);
        if (!merged) {
            return undefined;
        }
        state = merged.state;
    }
    return { state };
}

function mergeStates(from: FileState, now: FileState, to: FileState, byAgent: boolean): { readonly state: FileState } | undefined {
    if (now === from) {
        return { state: to };
    }
    if (from === undefined || now === undefined || to === undefined) {
        return byAgent ? { state: to } : undefined;
    }
    const text = mergeTexts(from, now, to, byAgent ? 'other' : 'none');
    return text === undefined ? undefined : { state: text };
}
