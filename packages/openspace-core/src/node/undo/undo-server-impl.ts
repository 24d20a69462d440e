import { WorkspaceError, type WorkspaceTools } from '@openspace/workspace-tools';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable } from '@theia/core/shared/inversify';
import {
    CommandError,
    type Answer,
    type FileLocation,
    type RememberedWrite,
    type RevertConflict,
    type RevertedFile,
    type RevertPlan,
    type ShownText,
    type UndoServer
} from '../../common';
import { CommandLedger } from '../ledger/command-ledger';
import { TabConnection } from '../tab/tab-connection';
import { answerOf } from '../workspace/answer';
import { WorkspaceKernels } from '../workspace/workspace-kernels';
import { FileHistories, type WrittenFileHistory } from './file-histories';
import { placeState, readState } from './file-state';
import { UnsavedElsewhere } from './unsaved-elsewhere';

/** The person, or a program, may write the file at the same moment, but not for ever. */
const MOST_ATTEMPTS = 3;

/** One for each connection: takes back what agents wrote in the workspace that its tab shows. */
@injectable()
export class UndoServerImpl implements UndoServer {
    @inject(TabConnection) protected readonly tab: TabConnection;
    @inject(WorkspaceKernels) protected readonly kernels: WorkspaceKernels;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(UnsavedElsewhere) protected readonly unsavedElsewhere: UnsavedElsewhere;
    @inject(FileHistories) protected readonly histories: FileHistories;

    async rememberedWrites(): Promise<readonly RememberedWrite[]> {
        const { workspaceUri } = await this.tab.identity();
        return workspaceUri === undefined ? [] : this.histories.callsIn(FileUri.fsPath(workspaceUri));
    }

    async noteWrite(callId: string, path: string, before: string, after: string): Promise<void> {
        if (this.ledger.runningCommand(callId) && before !== after) {
            this.histories.record({ callId, workspace: await this.tab.workspaceFolder(), path, before, after });
        }
    }

    locateWritten(callId: string): Promise<Answer<FileLocation>> {
        return this.ask(callId, async (file, kernel) => {
            const { exists } = await kernel.locate(file.path, 'write-file', { confirmed: true });
            return { path: file.path, uri: uriOf(kernel, file), exists };
        });
    }

    revertFile(callId: string, undone: boolean): Promise<Answer<RevertedFile | RevertConflict>> {
        return this.ask(callId, async (file, kernel) => {
            await this.refuseUnsavedElsewhere(file, kernel);
            for (let attempt = 1; ; attempt++) {
                try {
                    return await this.tryToRevert(file, kernel, callId, undone);
                } catch (error) {
                    const isRace = error instanceof WorkspaceError && ['changed', 'already-exists'].includes(error.code);
                    if (!isRace || attempt === MOST_ATTEMPTS) {
                        throw error;
                    }
                }
            }
        });
    }

    planRevert(callId: string, undone: boolean, { text: now, unsaved }: ShownText): Promise<Answer<RevertPlan | RevertConflict>> {
        return this.ask(callId, async (file, kernel) => {
            await kernel.locate(file.path, 'write-file', { confirmed: true });
            if (!unsaved) {
                await this.refuseUnsavedElsewhere(file, kernel);
            }
            const plan = file.history.plan(callId, undone, now);
            return plan
                ? { kind: 'planned', path: file.path, ...(plan.state === undefined ? {} : { content: plan.state }) }
                : conflict(file, kernel, callId, undone, now);
        });
    }

    async settleRevert(callId: string, undone: boolean, now: string, result: string): Promise<void> {
        this.histories.find(await this.tab.workspaceFolder(), callId)?.history.settle(callId, undone, now, result);
    }

    protected async refuseUnsavedElsewhere(file: WrittenFileHistory, kernel: WorkspaceTools): Promise<void> {
        const { tabId } = await this.tab.identity();
        const { workspace, path } = file;
        await this.unsavedElsewhere.refuse({ tabId, workspace, path, uri: uriOf(kernel, file) });
    }

    protected async tryToRevert(
        file: WrittenFileHistory,
        kernel: WorkspaceTools,
        callId: string,
        undone: boolean
    ): Promise<RevertedFile | RevertConflict> {
        const { path, history } = file;
        const now = await readState(kernel, path);
        const plan = history.plan(callId, undone, now.state);
        if (!plan) {
            return conflict(file, kernel, callId, undone, now.state ?? '');
        }
        file.encoding = now.encoding ?? file.encoding;
        const effect = await placeState(kernel, file, now, plan.state);
        history.settle(callId, undone, now.state, plan.state);
        return { kind: 'reverted', path, uri: uriOf(kernel, file), effect };
    }

    protected ask<T>(callId: string, operation: (file: WrittenFileHistory, kernel: WorkspaceTools) => Promise<T>): Promise<Answer<T>> {
        return answerOf(async () => {
            const workspace = await this.tab.workspaceFolder();
            const file = this.histories.find(workspace, callId);
            if (!file) {
                throw new CommandError('forgotten', 'The text of before this action is no longer remembered, so it stays as it is.');
            }
            return operation(file, await this.kernels.open(workspace));
        });
    }
}

function uriOf(kernel: WorkspaceTools, { path }: WrittenFileHistory): string {
    return FileUri.create(kernel.guard.givenPath(path)).toString();
}

function conflict(file: WrittenFileHistory, kernel: WorkspaceTools, callId: string, undone: boolean, now: string): RevertConflict {
    const states = file.history.statesOf(callId);
    return { kind: 'conflict', path: file.path, uri: uriOf(kernel, file), wanted: (undone ? states?.before : states?.after) ?? '', now };
}
