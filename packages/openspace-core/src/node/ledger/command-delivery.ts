import type { CommandCall } from '@openspace/protocol';
import type { ILogger } from '@theia/core/lib/common';
import type { CommandExecution } from '../../common';
import type { ConnectedTab, TabRegistry } from '../tab/tab-registry';
import { withBoundedWait } from './bounded-wait';
import { DeliveredCommand, unknown } from './delivered-command';
import { withoutTerminalSecrets } from './terminal-secrets';

/** Hands commands to tabs, and knows which of them a tab has now. */
export class CommandDelivery {
    /** By call id. */
    protected readonly delivered = new Map<string, DeliveredCommand>();

    constructor(
        protected readonly tabs: TabRegistry,
        protected readonly logger: ILogger
    ) {}

    /** A command that a tab has now. */
    get(callId: string): DeliveredCommand | undefined {
        return this.delivered.get(callId);
    }

    /** Hands a command to a tab; resolves with its one end. */
    async deliver(call: CommandCall, tab: ConnectedTab, timeoutMs: number): Promise<CommandExecution> {
        const command = new DeliveredCommand(tab, this.tabs, call.sessionId, timeoutMs);
        this.delivered.set(call.callId, command);
        try {
            tab.client.onAgentCommand(withBoundedWait(call, timeoutMs));
        } catch (error) {
            this.logger.warn(`${call.commandId} ${call.callId} could not be handed over`, error);
            command.end(unknown('connection-lost', 'The browser tab could not be reached. Look at the IDE before you try again.'));
        }
        const execution = await command.ended;
        this.delivered.delete(call.callId);
        return withoutTerminalSecrets(call.commandId, execution);
    }

    /** The person stopped a session: the tab that has a command of it waits for nothing any longer, and says how it ended. */
    stop(sessionId: string): void {
        for (const [callId, command] of this.delivered) {
            if (command.sessionId === sessionId && !command.stopped.aborted) {
                command.stop();
                this.tell(command.tab, callId);
            }
        }
    }

    protected tell(tab: ConnectedTab, callId: string): void {
        try {
            tab.client.onCommandStopped(callId);
        } catch (error) {
            this.logger.warn(`Tab ${tab.tabId} could not be told that ${callId} is stopped`, error);
        }
    }

    /** A tab says how a command ended. What comes late, or from another tab, changes nothing: the result is known by then. */
    end(tabId: string, callId: string, execution: CommandExecution): void {
        const command = this.delivered.get(callId);
        if (command?.tab.tabId === tabId) {
            command.end(execution);
        } else {
            this.logger.warn(`Tab ${tabId} reported ${callId}, which it does not have`);
        }
    }
}
