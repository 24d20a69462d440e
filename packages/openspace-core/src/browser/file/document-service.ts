import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { ILogger, type RpcProxy } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import {
    CommandError,
    DocumentServer,
    type DocumentClient,
    type DocumentReplacement,
    type DocumentView,
    type ReplacedDocument
} from '../../common';
import type { CommandOrigin } from '../command/openspace-command';
import { OpenDocuments, readerOf } from './open-documents';

/** Lets programs at the Hub's doors change the files that are open in this tab, as the commands of the agent do. */
@injectable()
export class DocumentService implements DocumentClient, FrontendApplicationContribution {
    @inject(DocumentServer) protected readonly server: RpcProxy<DocumentServer>;
    @inject(OpenDocuments) protected readonly documents: OpenDocuments;
    @inject(ILogger) @named('openspace:DocumentService') protected readonly logger: ILogger;

    onStart(): void {
        this.server.onDidOpenConnection(() => void this.follow());
        void this.follow();
    }

    async findDocument(uri: string, sessionId: string): Promise<DocumentView | undefined> {
        const document = await this.documents.find(uri);
        if (!document) {
            return undefined;
        }
        const { text, version, unsaved } = document;
        return { text, version, unsaved, readState: document.readState(readerOf(originOf(sessionId, ''))) };
    }

    async replaceDocument(replacement: DocumentReplacement): Promise<ReplacedDocument> {
        const { uri, path, version, text, sessionId, callId } = replacement;
        const document = await this.documents.find(uri);
        if (document?.version !== version) {
            return failure(
                'changed',
                `"${path}" was changed in its editor meanwhile, so nothing was done. Read it again, then repeat the call.`
            );
        }
        if (document.readOnly) {
            return failure('permission-denied', `"${path}" is read-only. Ask the person to change its permissions.`);
        }
        const { unsaved, text: before } = document;
        let after: string;
        // Nothing waits between the look at the version and this, so the person has typed nothing else.
        if (unsaved) {
            document.replace(text);
            after = document.text;
        } else {
            try {
                after = await document.replaceSaved(text);
            } catch (error) {
                return failureOf(error);
            }
        }
        if (document.text !== after) {
            // The person has typed while the file was saved, or another program has written it. Nobody has read that, and the old version lets nobody replace it.
            return { version, saved: true, before, after };
        }
        document.noteRead(readerOf(originOf(sessionId, callId)));
        return { version: document.version, saved: !unsaved, before, after };
    }

    protected async follow(): Promise<void> {
        try {
            await this.server.followDocuments();
        } catch (error) {
            // Lost again: the next connection does it.
            this.logger.debug('The backend does not follow the documents', error);
        }
    }
}

function originOf(sessionId: string, callId: string): CommandOrigin {
    return { by: 'agent', sessionId, callId };
}

function failure(code: 'changed' | 'permission-denied' | 'failed', message: string): ReplacedDocument {
    return { error: { code, message } };
}

/** A text that could not be saved: nothing was changed. */
function failureOf(error: unknown): ReplacedDocument {
    if (!(error instanceof CommandError)) {
        throw error;
    }
    const { code, message } = error;
    return failure(code === 'changed' || code === 'permission-denied' ? code : 'failed', message);
}
