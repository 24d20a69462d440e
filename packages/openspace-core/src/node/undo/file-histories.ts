import type { TextEncoding } from '@openspace/workspace-tools';
import { injectable } from '@theia/core/shared/inversify';
import { FileHistory, type FileState } from './file-history';

/** So many writes are remembered; the oldest go first. */
const MOST_WRITES = 200;
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

/** What an agent's call did to a file. */
export interface FileWriteRecord {
    readonly callId: string;
    readonly workspace: string;
    readonly path: string;
    readonly before: FileState;
    readonly after: FileState;
    readonly madeParents?: readonly string[];
    readonly encoding?: TextEncoding;
}

/** Remembers what agents wrote, for all tabs and over their reloads. Bounded. */
@injectable()
export class FileHistories {
    /** By call id, the oldest first. */
    protected readonly written = new Map<string, WrittenFileHistory>();

    record({ callId, workspace, path, before, after, ...made }: FileWriteRecord): void {
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
        this.forgetOldest();
    }

    /** The file that a call wrote, if it is remembered. */
    find(workspace: string, callId: string): WrittenFileHistory | undefined {
        const file = this.written.get(callId);
        return file?.workspace === workspace ? file : undefined;
    }

    /** Every write that is remembered of a workspace, the oldest first. */
    callsIn(workspace: string): { readonly callId: string; readonly path: string; readonly undone: boolean }[] {
        return [...this.written].flatMap(([callId, file]) => {
            const call = file.workspace === workspace ? file.history.calls.find(each => each.callId === callId) : undefined;
            return call ? [{ ...call, path: file.path }] : [];
        });
    }

    protected fileAt(workspace: string, path: string): WrittenFileHistory | undefined {
        return [...this.written.values()].find(file => file.workspace === workspace && file.path === path);
    }

    protected forgetOldest(): void {
        const files = new Set(this.written.values());
        const size = (): number => [...files].reduce((sum, { history }) => sum + history.size, 0);
        for (const [callId, file] of this.written) {
            if (this.written.size <= MOST_WRITES && size() <= MOST_CHARACTERS) {
                return;
            }
            file.history.forgetOldest();
            this.written.delete(callId);
            if (file.history.calls.length === 0) {
                files.delete(file);
            }
        }
    }
}
