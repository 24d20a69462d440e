import type { FileChangedMessage, HubMessage, IdeMessage, LinkedDocument, ReplaceDocumentMessage } from '@openspace/protocol';
import { LIMITS } from '@openspace/protocol';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { CommandRefusal } from '../../common';
import { TabDocuments } from '../tab/tab-documents';
import { TabRegistry, type ConnectedTab } from '../tab/tab-registry';
import { FileHistories } from '../undo/file-histories';
import { WorkspaceKernels } from '../workspace/workspace-kernels';
import { DoorQuestions } from './door-questions';

type FindMessage = Extract<HubMessage, { type: 'find-document' }>;
type FoundMessage = Extract<IdeMessage, { type: 'document' }>;
type ReplacedMessage = Extract<IdeMessage, { type: 'replaced' }>;

/** Characters of a text that fits into one message of the link, whatever they are. */
const MOST_CHARACTERS = LIMITS.linkMessageBytes / 6 - 1000;

/** Lets programs at the Hub's doors change files in the editors that have them open. */
@injectable()
export class DoorDocuments {
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(TabDocuments) protected readonly documents: TabDocuments;
    @inject(WorkspaceKernels) protected readonly kernels: WorkspaceKernels;
    @inject(DoorQuestions) protected readonly questions: DoorQuestions;
    @inject(FileHistories) protected readonly histories: FileHistories;
    @inject(ILogger) @named('openspace:DoorDocuments') protected readonly logger: ILogger;

    /** The replacements that are not made yet. */
    protected readonly waiting = new Map<string, AbortController>();

    /** The document of a file in any tab of the workspace: the one with unsaved text, else that of the tab active last. Never rejects. */
    async find({ callId, workspace, path, sessionId }: FindMessage): Promise<FoundMessage> {
        try {
            const uri = await this.uriOf(workspace, path);
            const found = await Promise.all(this.tabs.allIn(workspace).map(tab => this.findIn(tab, uri, sessionId)));
            const documents = found.filter(document => document !== undefined);
            const unsaved = documents.filter(document => document.unsaved);
            const document = unsaved.at(0) ?? documents.at(-1);
            if (unsaved.length > 1) {
                return {
                    type: 'document',
                    callId,
                    trouble: 'It has unsaved text in several windows. Ask the person to save or discard it.'
                };
            }
            if (document && document.text.length > MOST_CHARACTERS) {
                return {
                    type: 'document',
                    callId,
                    trouble: 'It is open in an editor and too long to be changed there. Ask the person to close it.'
                };
            }
            return { type: 'document', callId, ...(document ? { document } : {}) };
        } catch (error) {
            this.logger.warn('A window of the IDE does not say whether a file is open', error);
            const trouble = 'A window of the IDE does not say whether it has the file open. Ask the person to close or reload it.';
            return { type: 'document', callId, trouble };
        }
    }

    /** Replaces the text of a document that was found, if the person lets agents act and the caller is still there. Never rejects. */
    async replace(message: ReplaceDocumentMessage): Promise<ReplacedMessage> {
        const withdrawn = new AbortController();
        this.waiting.set(message.callId, withdrawn);
        try {
            return await this.replaceUnlessGone(message, withdrawn.signal);
        } finally {
            this.waiting.delete(message.callId);
        }
    }

    /** Whoever wanted a text replaced is gone: what is not replaced yet stays as it is. */
    withdraw(callId: string): void {
        this.waiting.get(callId)?.abort();
    }

    /** The link is lost: nobody waits any more. */
    withdrawAll(): void {
        this.waiting.forEach(replacement => replacement.abort());
    }

    protected async replaceUnlessGone(message: ReplaceDocumentMessage, gone: AbortSignal): Promise<ReplacedMessage> {
        const { callId, workspace, path, tabId, version, text, sessionId, operationId } = message;
        const failed = (code: NonNullable<ReplacedMessage['error']>['code'], reason: string): ReplacedMessage => ({
            type: 'replaced',
            callId,
            error: { code, message: reason }
        });
        try {
            const tab = this.tabs.allIn(workspace).find(each => each.tabId === tabId);
            if (!tab) {
                return failed('changed', `The window that had "${path}" open is gone, so nothing was done. Try again.`);
            }
            await this.questions.obtainConsent(message, { operation: 'write', args: { path } }, tab, gone);
            const uri = await this.uriOf(workspace, path);
            if (gone.aborted) {
                return failed('failed', `"${path}" was left as it is, since whoever wanted it changed is gone.`);
            }
            const answer = await this.documents.replace(tabId, {
                ...{ uri, path, version, text, sessionId, callId: operationId }
            });
            if ('error' in answer) {
                return failed(answer.error.code, answer.error.message);
            }
            if (answer.before !== answer.after) {
                const { before, after } = answer;
                this.histories.record({ callId: this.histories.nextWriteId(operationId), workspace, path, before, after });
            }
            return { type: 'replaced', callId, replaced: { version: answer.version, saved: answer.saved } };
        } catch (error) {
            if (error instanceof CommandRefusal) {
                return failed('needs-consent', error.message);
            }
            this.logger.error(`"${path}" could not be changed in its editor`, error);
            return failed('failed', `"${path}" may or may not have been changed in its editor. Look at it before you try again.`);
        }
    }

    /** Remembers what a call did to a file that is open nowhere, so that the person can take it back. */
    remember({ callId, workspace, path, before, after, encoding, madeParents }: FileChangedMessage): void {
        if (before !== after) {
            this.histories.record({
                callId: this.histories.nextWriteId(callId),
                ...{ workspace, path, before, after, encoding, madeParents }
            });
        }
    }

    protected async findIn({ tabId }: ConnectedTab, uri: string, sessionId: string): Promise<LinkedDocument | undefined> {
        const document = await this.documents.find(tabId, uri, sessionId);
        return document && { tabId, ...document };
    }

    protected async uriOf(workspace: string, path: string): Promise<string> {
        return FileUri.create((await this.kernels.open(workspace)).guard.givenPath(path)).toString();
    }
}
