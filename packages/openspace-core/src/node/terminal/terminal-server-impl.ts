import { inject, injectable } from '@theia/core/shared/inversify';
import { WorkspaceServer, type AdmittedTerminal, type Answer, type TerminalRequest, type TerminalServer } from '../../common';
import { TabConnection } from '../tab/tab-connection';
import { AgentTerminals } from './agent-terminals';
import { TerminalGate, type GateRefusal } from './terminal-gate';

/** One for each connection. Whatever starts a terminal or types into one on an agent's word passes the gate here. */
@injectable()
export class TerminalServerImpl implements TerminalServer {
    @inject(TabConnection) protected readonly tab: TabConnection;
    @inject(WorkspaceServer) protected readonly workspace: WorkspaceServer;
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

    sendText(processId: number, text: string): Promise<Answer<{ readonly characters: number }>> {
        const refusal = this.gate.judgeText(text);
        if (refusal) {
            return Promise.resolve(refuse(refusal));
        }
        const process = this.terminals.find(processId);
        if (!process) {
            const message = 'The terminal has ended. Create another one.';
            return Promise.resolve({ error: { code: 'terminal-exited', message, refused: false } });
        }
        process.write(text);
        return Promise.resolve({ value: { characters: text.length } });
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

function refuse({ code, message }: GateRefusal): { error: { code: string; message: string; refused: boolean } } {
    return { error: { code, message, refused: true } };
}
