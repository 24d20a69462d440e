import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import {
    CommandError,
    hasEnded,
    UndoServer,
    type ActivityEntry,
    type RememberedWrite,
    type RevertConflict,
    type RevertedFile
} from '../../common';
import { ActivityService } from '../activity/activity-service';
import type { CommandOrigin } from '../command/openspace-command';
import { ActionUndo } from '../undo/action-undo';
import type { UndoStep } from '../undo/undo-step';
import { valueOf } from '../workspace/workspace-files';
import { OpenDocuments, type OpenDocument } from './open-documents';
import { RevertedEditors } from './reverted-editors';

/** The person may type at the same moment, but not for ever. */
const MOST_ATTEMPTS = 3;

/** Takes back what the agent wrote: in the document where there is one, so that the person's own undo and unsaved text survive. */
@injectable()
export class FileUndo implements FrontendApplicationContribution {
    @inject(UndoServer) protected readonly server: UndoServer;
    @inject(OpenDocuments) protected readonly documents: OpenDocuments;
    @inject(RevertedEditors) protected readonly editors: RevertedEditors;
    @inject(ActivityService) protected readonly activity: ActivityService;
    @inject(ActionUndo) protected readonly undo: ActionUndo;
    @inject(ILogger) @named('openspace:FileUndo') protected readonly logger: ILogger;

    onStart(): void {
        void this.restore();
        this.activity.onDidChange(entries => void this.noteOthers(entries));
        // What happened while the page was loaded, or cut off, is told with the history.
        this.activity.onDidLoad(() => void this.restore());
    }

    /** The backend remembers what a call did to a file. */
    noteFile(origin: CommandOrigin): void {
        if (origin.by === 'agent') {
            this.undo.record(origin, this.stepOf(origin.callId));
        }
    }

    /** A command has changed a text through its document. */
    async noteDocument(origin: CommandOrigin, path: string, before: string, after: string): Promise<void> {
        if (origin.by === 'agent' && before !== after) {
            await this.server.noteWrite(origin.callId, path, before, after);
            this.undo.record(origin, this.stepOf(origin.callId));
        }
    }

    /** Learns what the backend remembers by now: what was written in other windows too, and what was undone there. */
    async restore(): Promise<void> {
        const writes = await this.rememberedWrites();
        this.undo.restore(
            writes.map(({ callId, writeId, undone }) => ({ callId, undone, step: this.stepOf(writeId) })),
            this.activity.entries.map(({ callId }) => callId)
        );
    }

    protected async rememberedWrites(): Promise<readonly RememberedWrite[]> {
        try {
            return await this.server.rememberedWrites();
        } catch (error) {
            this.logger.debug('What agents wrote cannot be undone', error);
            return [];
        }
    }

    /**
     * What programs wrote through the Hub's doors, and what was written in other windows of the workspace: the backend remembers it before
     * the activity tells its end. What was written in this window is known by then.
     */
    protected async noteOthers(entries: readonly ActivityEntry[]): Promise<void> {
        const ended = entries.filter(entry => entry.risk === 'write' && hasEnded(entry));
        const isUnknown = ({ callId }: ActivityEntry): boolean => this.undo.stateOf(callId) === undefined;
        const writes = ended.some(isUnknown) ? await this.rememberedWrites() : [];
        for (const { callId, sessionId } of ended.filter(isUnknown)) {
            const own = writes.filter(write => write.callId === callId);
            this.undo.record({ by: 'agent', callId, sessionId }, ...own.map(({ writeId }) => this.stepOf(writeId)));
        }
    }

    protected stepOf(writeId: string): UndoStep {
        return { setUndone: undone => this.setUndone(writeId, undone) };
    }

    protected async setUndone(callId: string, undone: boolean): Promise<string> {
        const { uri } = valueOf(await this.server.locateWritten(callId));
        const document = await this.documents.find(uri);
        const outcome = document
            ? await this.revertDocument(callId, undone, uri, document)
            : valueOf(await this.server.revertFile(callId, undone));
        if (outcome.kind === 'conflict') {
            await this.editors.showConflict(outcome);
            throw new CommandError(
                'conflict',
                `You changed the same lines of ${outcome.path} since, so nothing was changed. The comparison shows the text without your changes beside yours: take over what you want.`
            );
        }
        return sentenceOf(outcome, undone);
    }

    protected async revertDocument(
        callId: string,
        undone: boolean,
        uri: string,
        document: OpenDocument
    ): Promise<RevertedFile | RevertConflict> {
        for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
            const { text: now, unsaved } = document;
            const plan = valueOf(await this.server.planRevert(callId, undone, { text: now, unsaved }));
            if (plan.kind === 'conflict') {
                return plan;
            }
            const { path, content } = plan;
            if (document.unsaved && content === undefined) {
                throw new CommandError('unsaved-changes', `${path} has unsaved text in its editor, so it stays. Save or discard it first.`);
            }
            if (content === undefined) {
                await this.editors.close(uri);
                return valueOf(await this.server.revertFile(callId, undone));
            }
            if (document.readOnly) {
                throw new CommandError('permission-denied', `${path} is read-only. Change its permissions first.`);
            }
            // The person may have typed while the backend made the plan.
            if (document.text === now) {
                return this.replace(callId, undone, { path, uri, content }, document);
            }
        }
        throw new CommandError('in-use', 'The text changes all the time. Undo again when nobody types in it.');
    }

    protected async replace(
        callId: string,
        undone: boolean,
        { path, uri, content }: { path: string; uri: string; content: string },
        document: OpenDocument
    ): Promise<RevertedFile> {
        const { text, unsaved } = document;
        if (unsaved) {
            document.replace(content);
        }
        const result = unsaved ? document.text : await document.replaceSaved(content);
        const changed = !unsaved && document.unsaved ? 'saved' : 'changed';
        await this.server.settleRevert(callId, undone, text, result);
        return { kind: 'reverted', path, uri, effect: text === result ? 'nothing' : changed };
    }
}

function sentenceOf({ effect, path }: RevertedFile, undone: boolean): string {
    switch (effect) {
        case 'changed':
            return `Changed ${path} ${undone ? 'back' : 'again'}.`;
        case 'saved':
            return `Changed ${path} ${undone ? 'back' : 'again'}. Its editor still has the text of before, with what you typed meanwhile.`;
        case 'created':
            return `Created ${path} again.`;
        case 'removed':
            return `Removed ${path}.`;
        case 'nothing':
            return `Nothing of it is left in ${path}.`;
    }
}
