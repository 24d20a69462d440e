import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import { ProcessManager } from '@theia/process/lib/node';
import { UserSettings } from '../settings/user-settings';
import { TabRegistry } from '../tab/tab-registry';
import { ObservedShellProcess } from './observed-shell-process';
import { endProcessSession } from './process-session';

interface AgentTerminal {
    /** The tab that shows the terminal. */
    readonly tabId: string;
    /** The shell, by the system's number. */
    readonly pid: number;
    /** Its tab is gone for good. */
    abandoned: boolean;
}

/** Knows the terminals that the agent started, and sees to it that nothing of them stays behind, whatever happens to their tab. */
@injectable()
export class AgentTerminals {
    @inject(ProcessManager) protected readonly processes: ProcessManager;
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(UserSettings) protected readonly settings: UserSettings;
    @inject(ILogger) @named('openspace:AgentTerminals') protected readonly logger: ILogger;

    /** By Theia's number of the process. */
    protected readonly terminals = new Map<number, AgentTerminal>();

    @postConstruct()
    protected init(): void {
        this.processes.onDelete(processId => this.end(processId));
        this.tabs.onDidGo(tabId => {
            if (this.settings.get('openspace.agent.cleanUp') !== 'keep') {
                this.abandon(tabId);
            }
        });
    }

    protected abandon(tabId: string): void {
        const terminals = [...this.terminals];
        terminals.filter(([, terminal]) => terminal.tabId === tabId).forEach(([, terminal]) => (terminal.abandoned = true));
        // Another tab may show one of them, and be the next to go.
        const unseen = terminals.filter(([processId, { abandoned }]) => abandoned && !this.find(processId)?.viewers);
        unseen.forEach(([processId]) => this.end(processId));
    }

    /** The process of a terminal that runs now. */
    find(processId: number): ObservedShellProcess | undefined {
        const process = this.processes.get(processId);
        return process instanceof ObservedShellProcess ? process : undefined;
    }

    /** The terminal is the agent's, and stands in this tab: it ends with that tab, unless the person wants to keep everything. */
    adopt(processId: number, tabId: string): void {
        const process = this.find(processId);
        if (process) {
            this.terminals.set(processId, { tabId, pid: process.pid, abandoned: false });
        }
    }

    /** The terminal is the person's: it ends when they close it. */
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
