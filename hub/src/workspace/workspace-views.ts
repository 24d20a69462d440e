import { activityMessageSchema, CHAT_CLIENT } from '@openspace/protocol';
import { FileChange, FinishedOperation, OpenDocuments, StartedOperation } from '@openspace/workspace-tools';
import { WorkspaceIdes } from '../link/workspace-ides';
import { LinkedDocuments } from './linked-documents';
import { CallOrigin } from './workspace-calls';

/** What people have of the workspace in their IDEs: open documents, and a view of what is done. */
export interface WorkspaceViews {
    /** The open documents for a call; undefined when no IDE of the workspace is linked. */
    documentsFor(origin: CallOrigin): OpenDocuments | undefined;
    /** Notes what a call did to a file on the disk, so that the person can take it back. Nobody waits for it. */
    remember(origin: CallOrigin, change: FileChange): void;
    /** Shows that an operation is about to happen, or has ended. Nobody waits for it. */
    show(origin: CallOrigin, command: string, operation: StartedOperation | FinishedOperation): void;
}

/** Stands for a workspace that nobody looks at. */
export const NO_VIEWS: WorkspaceViews = { documentsFor: () => undefined, remember: () => undefined, show: () => undefined };

/** The same over the links to IDEs. */
export class LinkedViews implements WorkspaceViews {
    constructor(private readonly ides: WorkspaceIdes) {}

    documentsFor(origin: CallOrigin): OpenDocuments | undefined {
        return this.ides.all().length > 0 ? new LinkedDocuments(this.ides, origin) : undefined;
    }

    remember({ callId }: CallOrigin, { madeParents, ...change }: FileChange): void {
        for (const { link, workspaces } of this.ides.all()) {
            for (const workspace of workspaces) {
                link.tell({ type: 'file-changed', callId, workspace, ...change, madeParents: [...madeParents] });
            }
        }
    }

    show({ callId, sessionId, client, identity }: CallOrigin, command: string, operation: StartedOperation | FinishedOperation): void {
        for (const { link, workspaces } of this.ides.all()) {
            const isChat = identity?.pass !== undefined && link.isPassOfChat(identity.pass);
            for (const workspace of workspaces) {
                link.tell({
                    type: 'activity',
                    ...{ callId, workspace, sessionId, client: isChat ? CHAT_CLIENT : client, command },
                    operation: operation.operation,
                    risk: operation.risk,
                    args: { ...operation.args },
                    ...('outcome' in operation && { end: endOf(operation) })
                });
            }
        }
    }
}

function endOf({ outcome, code, message, durationMs }: FinishedOperation) {
    return { outcome, durationMs, ...(code !== undefined && { code }), ...(message !== undefined && { message: shortened(message) }) };
}

function shortened(message: string): string {
    return message.slice(0, activityMessageSchema.properties.end.properties.message.maxLength);
}
