import { randomUUID } from 'node:crypto';
import { LinkedDocument } from '@openspace/protocol';
import { OpenDocument, OpenDocuments, WorkspaceError } from '@openspace/workspace-tools';
import { CallRefusal } from '../link/call-refusal';
import { IdeLink } from '../link/ide-link';
import { WorkspaceIdes } from '../link/workspace-ides';
import { CallOrigin } from './workspace-calls';

/** Where a document is open. */
interface DocumentPlace {
    readonly link: IdeLink;
    readonly workspace: string;
    readonly path: string;
}

/** The documents that are open in linked IDEs, for one call through a door. */
export class LinkedDocuments implements OpenDocuments {
    constructor(
        private readonly ides: WorkspaceIdes,
        private readonly origin: CallOrigin
    ) {}

    async find(path: string): Promise<OpenDocument | undefined> {
        const places = this.ides.all().flatMap(({ link, workspaces }) => workspaces.map(workspace => ({ link, workspace, path })));
        const found = (await Promise.all(places.map(place => this.look(place)))).filter(document => document !== undefined);
        const unsaved = found.filter(document => document.unsaved);
        if (unsaved.length > 1) {
            throw new WorkspaceError('changed', `"${path}" has unsaved text in several windows. Ask the person to save or discard it.`, {
                path
            });
        }
        return unsaved.at(0) ?? found.at(-1);
    }

    private async look(place: DocumentPlace): Promise<OpenDocument | undefined> {
        const { link, workspace, path } = place;
        const { sessionId } = this.origin;
        const leftAsItIs = (reason: string): string => `"${path}" was left as it is. ${reason}`;
        const reply = await link
            .request({ type: 'find-document', callId: randomUUID(), workspace, path, sessionId })
            .catch(failWith(path, leftAsItIs));
        if (reply?.trouble !== undefined) {
            throw new WorkspaceError('failed', leftAsItIs(reply.trouble), { path });
        }
        // Without a reply the IDE is gone, and its editors with it: what they hold is told from the file when they come back.
        return reply?.document && this.describe(reply.document, place, this.origin.signal);
    }

    /** @param signal ends the wait for another text; nothing does when a text is put back */
    private describe(document: LinkedDocument, place: DocumentPlace, signal?: AbortSignal): OpenDocument {
        const { text, unsaved } = document;
        // A session at a door reads files, which no editor notes: what it knows of a saved text, only the file's hash and time tell.
        const readState = unsaved ? document.readState : 'never';
        return { text, unsaved, readState, replace: other => this.replace(document, place, other, signal) };
    }

    private async replace(document: LinkedDocument, place: DocumentPlace, text: string, signal?: AbortSignal): Promise<OpenDocument> {
        const { link, workspace, path } = place;
        const { sessionId, client, identity, callId: operationId } = this.origin;
        const { tabId, version } = document;
        const caller = { operationId, sessionId, client, ...identity };
        const reply = await link
            .request({ type: 'replace-document', callId: randomUUID(), ...{ tabId, workspace, path, version, text }, ...caller }, signal)
            .catch(failWith(path, reason => `"${path}" is open in an editor. ${reason} Look at it before you try again.`));
        if (!reply?.replaced) {
            const { code, message } = reply?.error ?? {
                code: 'failed' as const,
                message: `"${path}" is open in an editor that could not be reached. Look at it before you try again.`
            };
            throw new WorkspaceError(code, message, { path });
        }
        return this.describe(
            { ...document, version: reply.replaced.version, text, unsaved: !reply.replaced.saved, readState: 'current' },
            place
        );
    }
}

/** Makes of a refusal of the link an error of the kernel. */
function failWith(path: string, describe: (reason: string) => string): (error: unknown) => never {
    return error => {
        throw error instanceof CallRefusal ? new WorkspaceError('failed', describe(error.message), { path }) : error;
    };
}
