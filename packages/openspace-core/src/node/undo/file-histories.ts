import type { TextEncoding } from '@openspace/workspace-tools';
import { injectable } from '@theia/core/shared/inversify';
import { MOST_UNDOABLE_ACTIONS, MOST_UNDOABLE_WRITES_OF_FILE, type RememberedWrite } from '../../common';
import { FileHistory, type FileState } from './file-history';

/** So many characters of text are kept. */
const MOST_CHARACTERS = 32 * 1024 * 1024;

/** A file that an agent has written, and what is needed to bring it back. */
export interface WrittenFileHistory {
    readonly workspace: string;
    /** From the workspace root. */
    readonly path: string;
    readonly history: FileHistory;
    /** The directories that were made for it, the deepest first. */
    madeParents: readonly string[];
    /** How its text was stored last. */
    encoding: TextEncoding;
}

/** Stands between the id of a call and the number of its write; no id of a call holds it. */
const WRITE_MARK = '#';

/** What an agent's call did to a file. */
export interface FileWriteRecord {
    /** The call, or what `nextWriteId` made of it. */
    readonly callId: string;
    readonly workspace: string;
    readonly path: string;
    readonly before: FileState;
    readonly after: FileState;
    readonly madeParents?: readonly string[];
    readonly encoding?: TextEncoding;
}

/** Remembers what agents wrote, for all tabs and over their reloads. Bounded: the oldest go first. */
@injectable()
export class FileHistories {
    /** By call id, the oldest first. */
    protected readonly written = new Map<string, WrittenFileHistory>();

    /** Remembers what a call did to a file, and forgets the oldest where that is too much. Answers whether it could: not what is too long. */
    record({ callId, workspace, path, before, after, ...made }: FileWriteRecord): boolean {
        if ((before?.length ?? 0) + (after?.length ?? 0) > MOST_CHARACTERS) {
            return false;
        }
        const file = this.fileAt(workspace, path) ?? {
            workspace,
            path,
            history: new FileHistory(before),
            madeParents: [],
            encoding: 'utf8'
        };
        if (before === undefined) {
            file.madeParents = made.madeParents ?? [];
        }
        file.encoding = made.encoding ?? file.encoding;
        file.history.record(callId, before, after);
        this.written.set(callId, file);
        this.forgetOldestOf(file);
        this.forgetOldest();
        return true;
    }

    /** A name for the next write of a call that may write several files: the call's own id as long as no write has that. */
    nextWriteId(callId: string): string {
        let writeId = callId;
        for (let count = 2; this.written.has(writeId); count++) {
            writeId = `${callId}${WRITE_MARK}${count}`;
        }
        return writeId;
    }

    /** The file that a call wrote, if it is remembered. */
    find(workspace: string, callId: string): WrittenFileHistory | undefined {
        const file = this.written.get(callId);
        return file?.workspace === workspace ? file : undefined;
    }

    /** Every write that is remembered of a workspace, the oldest first. */
    callsIn(workspace: string): RememberedWrite[] {
        return [...this.written].flatMap(([writeId, file]) => {
            const call = file.workspace === workspace ? file.history.calls.find(each => each.callId === writeId) : undefined;
            return call ? [{ callId: writeId.split(WRITE_MARK, 1)[0], writeId, undone: call.undone, path: file.path }] : [];
        });
    }

    protected fileAt(workspace: string, path: string): WrittenFileHistory | undefined {
        return [...this.written.values()].find(file => file.workspace === workspace && file.path === path);
    }

    protected forgetOldestOf(file: WrittenFileHistory): void {
        const [oldest, ...later] = [...this.written].filter(([, each]) => each === file).map(([callId]) => callId);
        if (later.length >= MOST_UNDOABLE_WRITES_OF_FILE) {
            file.history.forgetOldest();
            this.written.delete(oldest);
        }
    }

    protected forgetOldest(): void {
        let size = [...new Set(this.written.values())].reduce((sum, { history }) => sum + history.size, 0);
        for (const [callId, { history }] of this.written) {
            if (this.written.size <= MOST_UNDOABLE_ACTIONS && size <= MOST_CHARACTERS) {
                return;
            }
            size -= history.size;
            history.forgetOldest();
            this.written.delete(callId);
            size += history.calls.length === 0 ? 0 : history.size;
        }
    }
}
