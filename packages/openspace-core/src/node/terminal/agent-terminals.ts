import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import { ProcessManager } from '@theia/process/lib/node';
import { TabRegistry } from '../tab/tab-registry';
import { ObservedShellProcess } from './observed-shell-process';
import { endProcessSession } from './process-session';

interface AgentTerminal {
    /** The tab that shows the terminal. */
    readonly tabId: string;
    /** The shell, by the system's number. */
    readonly pid: number;
}

/** Knows the terminals that the agent started, and sees to it that nothing of them stays behind, whatever happens to their tab. */
@injectable()
export class AgentTerminals {
    @inject(ProcessManager) protected readonly processes: ProcessManager;
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(ILogger) @named('openspace:AgentTerminals') protected readonly logger: ILogger;

    /** By Theia's number of the process. */
    protected readonly terminals = new Map<number, AgentTerminal>();

    @postConstruct()
    protected init(): void {
        this.processes.onDelete(processId => this.end(processId));
        this.tabs.onDidGo(tabId => {
            const orphans = [...this.terminals].filter(([, terminal]) => terminal.tabId === tabId);
            // Another tab may have taken over the layout, and the terminal with it.
            orphans.filter(([processId]) => !this.find(processId)?.viewers).forEach(([processId]) => this.end(processId));
        });
    }

    /** The process of a terminal that runs now. */
    find(processId: number): ObservedShellProcess | undefined {
        const process = this.processes.get(processId);
        return process instanceof ObservedShellProcess ? process : undefined;
    }

    /** The agent started this terminal in a tab: it ends with that tab. */
    adopt(processId: number, tabId: string): void {
        const process = this.find(processId);
        if (process) {
            this.terminals.set(processId, { tabId, pid: process.pid });
        }
    }

    /** The person has taken the terminal over: it ends when they close it. */
    release(processId: number): void {
        this.terminals.delete(processId);
    }

    protected end(processId: number): void {
        const terminal = this.terminals.get(processId);
        if (terminal && this.terminals.delete(processId)) {
            endProcessSession(terminal.pid).catch((error: unknown) =>
                this.logger.warn(`The processes of a closed terminal (${terminal.pid}) could not be ended`, error)
            );
        }
    }
}
