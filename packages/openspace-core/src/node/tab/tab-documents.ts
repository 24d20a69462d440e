import { Deferred } from '@theia/core/lib/common/promise-util';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { DocumentClient, DocumentReplacement, DocumentServer, DocumentView, ReplacedDocument } from '../../common';
import { TabConnection } from './tab-connection';

/** A page that does not answer for so long hangs: longer than one that is gone counts as connected. */
const ANSWER_TIMEOUT_MS = 40_000;

interface ConnectedDocuments {
    readonly client: DocumentClient;
    /** Resolves when the page is gone. */
    readonly gone: Deferred<undefined>;
}

/** Reaches the documents that are open in the tabs that are connected now. */
@injectable()
export class TabDocuments {
    protected readonly pages = new Map<string, ConnectedDocuments>();

    /** The page of a tab can be asked from now on, in place of the one before. */
    connect(tabId: string, client: DocumentClient): void {
        this.pages.get(tabId)?.gone.resolve(undefined);
        this.pages.set(tabId, { client, gone: new Deferred() });
    }

    /** The page is gone; does nothing when the tab has another one by now. */
    disconnect(tabId: string, client: DocumentClient): void {
        const page = this.pages.get(tabId);
        if (page?.client === client) {
            this.pages.delete(tabId);
            page.gone.resolve(undefined);
        }
    }

    /** The document of a file in a tab; a page that is only being loaded has none yet, and one that was closed meanwhile has none any more. */
    async find(tabId: string, uri: string, sessionId: string): Promise<DocumentView | undefined> {
        const page = this.pages.get(tabId);
        if (!page) {
            return undefined;
        }
        const answer = page.client.findDocument(uri, sessionId).catch(async (error: unknown) => {
            // The end of a connection fails its calls a moment before it is told.
            await new Promise(resolve => setImmediate(resolve));
            if (this.pages.get(tabId) === page) {
                throw error;
            }
            return undefined;
        });
        return inTime(Promise.race([answer, page.gone.promise]));
    }

    /**
     * Replaces the text of a document in a tab. Rejects when the page is not there or does not answer, and then nobody knows what became
     * of it.
     */
    async replace(tabId: string, replacement: DocumentReplacement): Promise<ReplacedDocument> {
        const page = this.pages.get(tabId);
        if (!page) {
            throw new Error(`Tab ${tabId} is not connected.`);
        }
        return inTime(page.client.replaceDocument(replacement));
    }
}

/** One for each connection: lets the backend reach the documents of its tab. */
@injectable()
export class DocumentServerImpl implements DocumentServer {
    @inject(TabConnection) protected readonly tab: TabConnection;
    @inject(TabDocuments) protected readonly documents: TabDocuments;

    protected client?: DocumentClient;
    protected tabId?: string;

    /** Whom to tell at the other end of the connection; said once, before anything else. */
    setClient(client: DocumentClient): void {
        this.client = client;
    }

    async followDocuments(): Promise<void> {
        const { tabId } = await this.tab.identity();
        if (this.client) {
            this.tabId = tabId;
            this.documents.connect(tabId, this.client);
        }
    }

    /** The connection is gone. */
    close(): void {
        if (this.client && this.tabId !== undefined) {
            this.documents.disconnect(this.tabId, this.client);
        }
        this.client = undefined;
    }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`The page has not answered for ${ANSWER_TIMEOUT_MS / 1000} s.`)), ANSWER_TIMEOUT_MS);
    });
    try {
        return await Promise.race([answer, tooLate]);
    } finally {
        clearTimeout(timer);
    }
}
