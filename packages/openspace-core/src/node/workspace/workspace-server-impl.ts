import { WorkspaceError, type WorkspaceLocation, type WorkspaceTools } from '@openspace/workspace-tools';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable } from '@theia/core/shared/inversify';
import type {
    Answer,
    ChangePreview,
    FileLocation,
    FileSearch,
    FileSearchResult,
    FileText,
    FolderListing,
    LocatedFile,
    WorkspaceServer,
    WrittenFile
} from '../../common';
import { ActionConfirmation } from '../approval/action-confirmation';
import { CommandLedger } from '../ledger/command-ledger';
import { TabConnection } from '../tab/tab-connection';
import { FileHistories } from '../undo/file-histories';
import { readState, type SeenFile } from '../undo/file-state';
import { answerOf } from './answer';
import { previewChange } from './change-preview';
import { judgedWrite } from './judged-write';
import { WorkspaceKernels } from './workspace-kernels';

/** So much of a file tells whether it is text. */
const SNIFFED_BYTES = 8 * 1024;
/** The largest file that is opened in an editor for the agent. */
const MAX_OPENED_BYTES = 10 * 1024 * 1024;

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

    writeFile(path: string, content: string, operationId: string, expectedHash?: string): Promise<Answer<WrittenFile>> {
        return this.ask(async kernel => {
            const { exists, relativePath, missingParents } = await this.agreedLocation(kernel, path, content, operationId);
            // A sensitive file may be written when the person agrees, but not be read, not even for its line ends.
            const isReadable = mayRead(kernel, relativePath);
            const before = exists && isReadable ? await kernel.read({ path, maxBytes: SNIFFED_BYTES }) : undefined;
            // Only what can be read whole can be brought back.
            const earlier = isReadable && this.ledger.runningCommand(operationId) ? await readWhole(kernel, relativePath) : undefined;
            const text = before ? withLineEndsOf(before.content, content) : content;
            const written = await kernel.write(
                {
                    path,
                    content: text,
                    ...(before ? { encoding: before.encoding, expectedModifiedMs: before.modifiedMs } : {}),
                    ...(expectedHash === undefined ? {} : { expectedHash })
                },
                { confirmed: true }
            );
            const remembered = earlier !== undefined && earlier.state !== text;
            if (remembered) {
                this.histories.record({
                    callId: operationId,
                    workspace: await this.tab.workspaceFolder(),
                    path: written.path,
                    before: earlier.state,
                    after: text,
                    encoding: before?.encoding ?? 'utf8',
                    ...(missingParents ? { madeParents: missingParents } : {})
                });
            }
            return { path: written.path, created: written.created, size: written.size, hash: written.hash, remembered };
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
            const { content, lines, size, truncated, hash, ...rest } = await kernel.read({ path });
            return { path: rest.path, content, lines, size, truncated, ...(hash === undefined ? {} : { hash }) };
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
        const asked = await kernel.locate(path, 'write-file').then(
            () => undefined,
            (error: unknown) => {
                if (error instanceof WorkspaceError && error.details.decision === 'ask') {
                    return error;
                }
                throw error;
            }
        );
        const location = await kernel.locate(path, 'write-file', { confirmed: true });
        const [{ tabId }, workspace] = await Promise.all([this.tab.identity(), this.tab.workspaceFolder()]);
        const findChange = async (): Promise<ChangePreview> => {
            const { relativePath } = location;
            const before = mayRead(kernel, relativePath) ? await readWhole(kernel, relativePath) : undefined;
            return previewChange(before?.state, content);
        };
        const judged = judgedWrite(location.relativePath, workspace, asked);
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

/** Whether the content of a file may be shown to agents, and so be read here. */
function mayRead(kernel: WorkspaceTools, relativePath: string): boolean {
    return kernel.guard.policy.judgeRead(relativePath).decision === 'allow';
}

/** A file as it is, or undefined when it is too large to be kept. */
async function readWhole(kernel: WorkspaceTools, path: string): Promise<SeenFile | undefined> {
    try {
        return await readState(kernel, path);
    } catch (error) {
        if (error instanceof WorkspaceError && error.code === 'too-large') {
            return undefined;
        }
        throw error;
    }
}

/** The text as an editor would save it over the other: in the line ends of that one, unless it brings carriage returns of its own. */
function withLineEndsOf(before: string, content: string): string {
    const isWindows = /\r?\n/.exec(before)?.[0] === '\r\n';
    return isWindows && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content;
}
