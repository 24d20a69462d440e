import { WorkspaceError, hashText, type WorkspaceLocation, type WorkspaceTools } from '@openspace/workspace-tools';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable } from '@theia/core/shared/inversify';
import type {
    Answer,
    ChangePreview,
    DocumentFile,
    ExpectedFile,
    FileLines,
    FileLocation,
    FileSearch,
    FileSearchResult,
    FileText,
    FolderListing,
    LineRange,
    LocatedFile,
    WorkspaceServer,
    WrittenFile
} from '../../common';
import { ActionConfirmation } from '../approval/action-confirmation';
import { CommandLedger } from '../ledger/command-ledger';
import { TabConnection } from '../tab/tab-connection';
import { FileHistories } from '../undo/file-histories';
import { answerOf } from './answer';
import { previewWrite } from './change-preview';
import { judgedWrite } from './judged-write';
import { mayRead, readWhole } from './whole-file';
import { WorkspaceKernels } from './workspace-kernels';

/** So much of a file tells whether it is text. */
const SNIFFED_BYTES = 8 * 1024;
/** The largest file that is opened in an editor for the agent. */
const MAX_OPENED_BYTES = 10 * 1024 * 1024;

/** What was agreed to holds for the very file that it was said of: a link in its place would lead to another one. */
const AGREED = { confirmed: true, links: 'refuse' } as const;

/** One for each connection: answers for the workspace that its tab shows. */
@injectable()
export class WorkspaceServerImpl implements WorkspaceServer {
    @inject(TabConnection) protected readonly tab: TabConnection;
    @inject(WorkspaceKernels) protected readonly kernels: WorkspaceKernels;
    @inject(ActionConfirmation) protected readonly confirmation: ActionConfirmation;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(FileHistories) protected readonly histories: FileHistories;

    locateFile(path: string): Promise<Answer<LocatedFile>> {
        return this.ask(async kernel => {
            const { relativePath, absolutePath } = await kernel.locate(path, 'read-file');
            // Opening what is not text, or too much of it, would put a question in the person's way.
            const { size } = await kernel.read({ path, maxBytes: SNIFFED_BYTES });
            if (size > MAX_OPENED_BYTES) {
                throw new WorkspaceError(
                    'too-large',
                    `"${relativePath}" has ${size} bytes, too many for an editor. Read a part of it instead.`
                );
            }
            return { path: relativePath, uri: uriOf(absolutePath) };
        });
    }

    locateEditor(path: string): Promise<Answer<FileLocation>> {
        return this.ask(async kernel => {
            try {
                return toFileLocation(await kernel.locate(path, 'read-file'));
            } catch (error) {
                if (!(error instanceof WorkspaceError) || error.code !== 'not-found') {
                    throw error;
                }
                // Judged as far as it exists: only a path that the policy allows and that lies inside is told to be missing.
                const { relativePath } = kernel.guard.parse(path);
                return { path: relativePath, uri: uriOf(kernel.guard.givenPath(relativePath)), exists: false };
            }
        });
    }

    locateForWrite(path: string, content: string, operationId: string): Promise<Answer<FileLocation>> {
        return this.ask(async kernel => {
            const location = await this.agreedLocation(kernel, path, content, operationId);
            const limit = kernel.guard.policy.limits.writeBytes;
            const size = Buffer.byteLength(content);
            if (size > limit) {
                throw new WorkspaceError(
                    'too-large',
                    `The content for "${location.relativePath}" has ${size} bytes; at most ${limit} may be written at once. Write it in smaller files.`
                );
            }
            return toFileLocation(location);
        });
    }

    writeFile(path: string, content: string, operationId: string, expected: ExpectedFile = {}): Promise<Answer<WrittenFile>> {
        return this.ask(async kernel => {
            const { exists, relativePath, missingParents } = await this.agreedLocation(kernel, path, content, operationId);
            const agreedPath = `./${relativePath}`;
            // A sensitive file may be written when the person agrees, but agents learn nothing of it, not even its line ends.
            const isReadable = mayRead(kernel, relativePath);
            const before = exists && isReadable ? await kernel.read({ path: agreedPath, maxBytes: SNIFFED_BYTES }) : undefined;
            // Only what can be read whole can be brought back. It stays in the history, which is the person's.
            const earlier = this.ledger.runningCommand(operationId) ? await readWhole(kernel, relativePath) : undefined;
            const known = before ?? earlier;
            const text = before ? withLineEndsOf(before.content, content) : content;
            const written = await kernel.write(
                {
                    path: agreedPath,
                    content: text,
                    ...(known?.encoding && { encoding: known.encoding }),
                    ...(known?.modifiedMs !== undefined && { expectedModifiedMs: known.modifiedMs }),
                    ...(expected.modifiedMs !== undefined && { expectedModifiedMs: expected.modifiedMs }),
                    ...(expected.hash !== undefined && { expectedHash: expected.hash })
                },
                AGREED
            );
            const remembered =
                earlier !== undefined &&
                earlier.state !== text &&
                this.histories.record({
                    callId: operationId,
                    workspace: await this.tab.workspaceFolder(),
                    path: written.path,
                    before: earlier.state,
                    after: text,
                    encoding: known?.encoding ?? 'utf8',
                    ...(missingParents ? { madeParents: missingParents } : {})
                });
            return { path: written.path, created: written.created, size: written.size, hash: written.hash, remembered };
        });
    }

    compareDocument(path: string, text: string): Promise<Answer<DocumentFile>> {
        return this.ask(async kernel => {
            const { relativePath } = kernel.guard.parse(path);
            if (!mayRead(kernel, relativePath)) {
                return { state: 'hidden' };
            }
            try {
                const { content, hash, encoding } = await kernel.read({ path }, { comparedBytes: MAX_OPENED_BYTES });
                return { state: withoutLineEnds(content) === withoutLineEnds(text) ? 'same' : 'other', encoding, ...(hash && { hash }) };
            } catch (error) {
                if (error instanceof WorkspaceError && error.code === 'not-found') {
                    return { state: 'gone' };
                }
                if (error instanceof WorkspaceError && error.code === 'too-large') {
                    throw new WorkspaceError(
                        'too-large',
                        `"${relativePath}" is open in an editor, and too large to be compared with it. Ask the person to close the editor.`
                    );
                }
                throw error;
            }
        });
    }

    expectText(path: string, text: string): Promise<Answer<ExpectedFile>> {
        return this.ask(async kernel => {
            const { content, hash, encoding } = await kernel.read({ path }, { comparedBytes: MAX_OPENED_BYTES });
            const isSaved = hash !== undefined && withoutLineEnds(content) === withoutLineEnds(text);
            return { hash: isSaved ? hash : await hashText(text, encoding) };
        });
    }

    saveDocument(path: string, text: string, { state, hash, encoding }: DocumentFile): Promise<Answer<void>> {
        return this.ask(async kernel => {
            const expected = state === 'gone' ? ({ mode: 'create' } as const) : hash === undefined ? {} : { expectedHash: hash };
            await kernel.write({ path, content: text, ...expected, ...(encoding && { encoding }) }, AGREED);
        });
    }

    locateFolder(path: string): Promise<Answer<LocatedFile>> {
        return this.ask(async kernel => {
            const { relativePath, absolutePath } = await kernel.locate(path, 'directory');
            return { path: relativePath, uri: FileUri.create(absolutePath).toString() };
        });
    }

    readFile(path: string): Promise<Answer<FileText>> {
        return this.ask(async kernel => {
            const { content, lines, size, hash, ...rest } = await kernel.read({ path });
            return { path: rest.path, content, lines, size, ...(hash === undefined ? {} : { hash }) };
        });
    }

    readLines(path: string, { startLine, endLine }: LineRange): Promise<Answer<FileLines>> {
        return this.ask(async kernel => {
            const read = (first: number): ReturnType<WorkspaceTools['read']> =>
                kernel.read({ path, startLine: first, ...(endLine === undefined ? {} : { endLine: Math.max(first, endLine) }) });
            const asked = await read(startLine);
            const first = Math.min(startLine, Math.max(1, asked.totalLines ?? Infinity));
            const { content, totalLines, truncated, size, modifiedMs } = first < startLine ? await read(first) : asked;
            const counted = totalLines === undefined ? {} : { totalLines };
            return { content, startLine: first, ...counted, truncated, version: `${size} ${modifiedMs}`, modifiedMs };
        });
    }

    listFiles(path: string): Promise<Answer<FolderListing>> {
        return this.ask(async kernel => {
            const listing = await kernel.list({ path });
            const files = listing.entries.map(({ name, type, size }) => ({ name, type, ...(size === undefined ? {} : { size }) }));
            return { path: listing.path, files, truncated: listing.truncated };
        });
    }

    searchFiles(search: FileSearch): Promise<Answer<FileSearchResult>> {
        return this.ask(async kernel => {
            const { files, truncated } = await kernel.search(search);
            return { results: [...files], truncated };
        });
    }

    /** Where a file may be written, once the person has agreed if need be. Throws what nobody may lift. */
    protected async agreedLocation(kernel: WorkspaceTools, path: string, content: string, operationId: string): Promise<WorkspaceLocation> {
        const location = await kernel.locate(path, 'write-file', { confirmed: true });
        // The path may lead elsewhere by now: what counts is the name that it led to.
        const asked = await kernel.locate(`./${location.relativePath}`, 'write-file', { links: 'refuse' }).then(
            () => undefined,
            (error: unknown) => {
                if (error instanceof WorkspaceError && error.details.decision === 'ask') {
                    return error;
                }
                throw error;
            }
        );
        const [{ tabId }, workspace] = await Promise.all([this.tab.identity(), this.tab.workspaceFolder()]);
        const { relativePath } = location;
        const findChange = (): Promise<ChangePreview> => previewWrite(kernel, relativePath, content);
        const judged = judgedWrite(relativePath, workspace, asked);
        await this.confirmation.confirm({ ...judged, findChange }, { tabId, workspace, operationId });
        return location;
    }

    protected ask<T>(operation: (kernel: WorkspaceTools) => Promise<T>): Promise<Answer<T>> {
        return answerOf(async () => operation(await this.kernels.open(await this.tab.workspaceFolder())));
    }
}

function uriOf(absolutePath: string): string {
    return FileUri.create(absolutePath).toString();
}

function toFileLocation({ relativePath, absolutePath, exists }: WorkspaceLocation): FileLocation {
    return { path: relativePath, uri: uriOf(absolutePath), exists };
}

/** A text whatever its line ends are: an editor has one kind only. */
function withoutLineEnds(text: string): string {
    return text.replaceAll(/\r\n?/g, '\n');
}

/** The text as an editor would save it over the other: in the line ends of that one, unless it brings carriage returns of its own. */
function withLineEndsOf(before: string, content: string): string {
    const isWindows = /\r?\n/.exec(before)?.[0] === '\r\n';
    return isWindows && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content;
}
