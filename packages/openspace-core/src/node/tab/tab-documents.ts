import { inject, injectable } from '@theia/core/shared/inversify';
import type { DocumentClient, DocumentReplacement, DocumentServer, DocumentView, ReplacedDocument } from '../../common';
import { TabConnection } from './tab-connection';

/** A page that does not answer for so long hangs. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Reaches the documents that are open in the tabs that are connected now. */
@injectable()
export class TabDocuments {
    protected readonly clients = new Map<string, DocumentClient>();

    connect(tabId: string, client: DocumentClient): void {
        this.clients.set(tabId, client);
    }

    disconnect(tabId: string, client: DocumentClient): void {
        if (this.clients.get(tabId) === client) {
            this.clients.delete(tabId);
        }
    }

    /** The document of a file in a tab; a tab that is only being loaded has none yet. */
    async find(tabId: string, uri: string, sessionId: string): Promise<DocumentView | undefined> {
        const client = this.clients.get(tabId);
        return client && inTime(client.findDocument(uri, sessionId));
    }

    async replace(tabId: string, replacement: DocumentReplacement): Promise<ReplacedDocument> {
        const client = this.clients.get(tabId);
        if (!client) {
            throw new Error(`Tab ${tabId} is not connected.`);
        }
        return inTime(client.replaceDocument(replacement));
    }
}

/** One for each connection: lets the backend reach the documents of its tab. */
@injectable()
export class DocumentServerImpl implements DocumentServer {
    @inject(TabConnection) protected readonly tab: TabConnection;
    @inject(TabDocuments) protected readonly documents: TabDocuments;

    protected client?: DocumentClient;
    protected tabId?: string;

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
