import { inject, injectable } from '@theia/core/shared/inversify';
import { resolve } from 'node:path';
import {
    CommandRefusal,
    WorkspaceServer,
    type AdmittedTerminal,
    type Answer,
    type TerminalRequest,
    type TerminalServer
} from '../../common';
import { ActionConfirmation } from '../approval/action-confirmation';
import { TabConnection } from '../tab/tab-connection';
import { WorkspaceKernels } from '../workspace/workspace-kernels';
import { AgentTerminals } from './agent-terminals';
import { judgedText, shellFolder } from './judged-text';
import type { ObservedShellProcess } from './observed-shell-process';
import { TerminalGate, type GateRefusal } from './terminal-gate';

/** A command of before may take so long to end before a person has to decide about the next one. */
const PROMPT_WAIT_MS = 5_000;

/** One for each connection. Whatever starts a terminal or types into one on an agent's word passes the gate here. */
@injectable()
export class TerminalServerImpl implements TerminalServer {
    @inject(TabConnection) protected readonly tab: TabConnection;
    @inject(WorkspaceServer) protected readonly workspace: WorkspaceServer;
    @inject(WorkspaceKernels) protected readonly kernels: WorkspaceKernels;
    @inject(ActionConfirmation) protected readonly confirmation: ActionConfirmation;
    @inject(TerminalGate) protected readonly gate: TerminalGate;
    @inject(AgentTerminals) protected readonly terminals: AgentTerminals;

    async admitTerminal({ cwd, shellPath }: TerminalRequest): Promise<Answer<AdmittedTerminal>> {
        const folder = await this.workspace.locateFolder(cwd);
        if ('error' in folder) {
            return folder;
        }
        const place = { cwd: folder.value.path, cwdUri: folder.value.uri };
        if (shellPath === undefined) {
            return { value: place };
        }
        const judgement = this.gate.judgeShell(shellPath);
        return 'refusal' in judgement ? refuse(judgement.refusal) : { value: { ...place, shellPath: judgement.shell } };
    }

    async sendText(processId: number, text: string, operationId: string): Promise<Answer<{ readonly characters: number }>> {
        const refusal = this.gate.judgeText(text);
        if (refusal) {
            return refuse(refusal);
        }
        const process = this.terminals.find(processId);
        if (!process) {
            return TERMINAL_EXITED;
        }
        const { lineState } = process;
        try {
            await this.confirm(process, text, operationId);
        } catch (error) {
            if (error instanceof CommandRefusal) {
                return refuse(error);
            }
            throw error;
        }
        if (this.terminals.find(processId) !== process) {
            return TERMINAL_EXITED;
        }
        if (process.lineState !== lineState) {
            return LINE_CHANGED;
        }
        process.writeForAgent(text);
        return { value: { characters: text.length } };
    }

    /** @throws CommandRefusal when the policy denies the text, or the person refused it */
    protected async confirm(process: ObservedShellProcess, text: string, operationId: string): Promise<void> {
        if (process.typedLine !== '' && /^[\r\n]+$/.test(text)) {
            // The line was agreed to when it was typed.
            return;
        }
        const [{ tabId }, workspace] = await Promise.all([this.tab.identity(), this.tab.workspaceFolder()]);
        const { guard } = await this.kernels.open(workspace);
        const findFolder = (): Promise<string> => shellFolder(process.pid, guard.root);
        const cwd = await findFolder();
        // What was typed before without a newline is the beginning of the same command.
        const shell = process.executable;
        const judged = guard.policy.judgeTerminalText(process.typedLine + text, { shell, cwd });
        if (judged.judgement.decision === 'deny') {
            throw new CommandRefusal(
                'denied',
                `This may not be run: ${judged.judgement.reason}.`,
                'Do it in another way, or ask the person.'
            );
        }
        const place = cwd.startsWith('..') ? cwd : resolve(guard.givenRoot, cwd);
        const isShellReading = (): Promise<boolean> => process.isShellReading(PROMPT_WAIT_MS);
        const action = judgedText(judged, { policy: guard.policy, shell, cwd, place, isShellReading, findFolder });
        await this.confirmation.confirm(action, { tabId, workspace, operationId });
    }

    async adoptTerminal(processId: number): Promise<void> {
        this.terminals.adopt(processId, (await this.tab.identity()).tabId);
    }

    releaseTerminal(processId: number): Promise<void> {
        this.terminals.release(processId);
        return Promise.resolve();
    }

    markSecret(processId: number): Promise<string | undefined> {
        return Promise.resolve(this.terminals.find(processId)?.markSecret);
    }

    notifyTakenIn(processId: number, characters: number): void {
        this.terminals.find(processId)?.takenIn(characters);
    }
}

const TERMINAL_EXITED = {
    error: { code: 'terminal-exited', message: 'The terminal has ended. Create another one.', refused: false }
};

const LINE_CHANGED = {
    error: {
        code: 'line-changed',
        message:
            'The line in the terminal has changed while the text was looked at, so nothing was typed. Read the terminal and send it again.',
        refused: true
    }
};

function refuse({ code, message, advice }: GateRefusal & Pick<CommandRefusal, 'advice'>): Extract<Answer<never>, { error: unknown }> {
    return { error: { code, message, advice, refused: true } };
}
