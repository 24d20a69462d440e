import { agentCommandSchema, LIMITS, type ArgumentsOf, type CommandCall } from '@openspace/protocol';
import { ILogger } from '@theia/core/lib/common';
import { generateUuid } from '@theia/core/lib/common/uuid';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import Ajv from 'ajv';
import type { CommandExecution } from '../../common';
import { HubClient } from '../hub/hub-client';
import { TabRegistry, type ConnectedTab } from '../tab/tab-registry';

const isAgentCommand = new Ajv().compile<ArgumentsOf<typeof agentCommandSchema>>(agentCommandSchema);

/** Stands for the command of a block that names none. */
const UNREADABLE = '(unreadable block)';

/** The commands of one session: first in, first out, one at a time. */
interface SessionQueue {
    ownerTabId: string;
    readonly waiting: CommandCall[];
    /** Commands that each message of the agent has asked for. */
    readonly perMessage: Map<string, number>;
    draining?: Promise<void>;
}

/**
 * Every command of the agent passes through here on its way to the tab that owns the session. A command runs at most once and
 * ends in exactly one result.
 */
@injectable()
export class CommandLedger {
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(HubClient) protected readonly hub: HubClient;
    @inject(ILogger) @named('openspace:CommandLedger') protected readonly logger: ILogger;

    protected readonly sessions = new Map<string, SessionQueue>();
    /** The commands that a tab has now, by call id. */
    protected readonly delivered = new Map<string, DeliveredCommand>();

    /** Makes a tab the one that executes the session's commands, those that wait included. */
    setOwner(sessionId: string, tabId: string): void {
        const session = this.sessions.get(sessionId);
        if (session) {
            session.ownerTabId = tabId;
        } else {
            this.sessions.set(sessionId, { ownerTabId: tabId, waiting: [], perMessage: new Map() });
        }
    }

    /** Takes a parsed block of the agent's message; answers at once, the command runs when its turn comes. */
    submit(sessionId: string, messageId: string, block: unknown): void {
        const callId = generateUuid();
        if (!isAgentCommand(block)) {
            const call = { callId, sessionId, commandId: commandIdOf(block), args: {} };
            this.refuse(call, 'invalid-block', 'A block must be {"cmd": "<command id>", "args": {…}} and nothing else.');
            return;
        }
        const call: CommandCall = { callId, sessionId, commandId: block.cmd, args: block.args ?? {} };
        const session = this.sessions.get(sessionId);
        if (!session) {
            this.refuse(call, 'no-session', 'No browser tab owns this session, so there is nowhere to run the command.');
            return;
        }
        const count = (session.perMessage.get(messageId) ?? 0) + 1;
        session.perMessage.set(messageId, count);
        if (count > LIMITS.commandsPerMessage) {
            this.refuse(
                call,
                'too-many-commands',
                `A message may run ${LIMITS.commandsPerMessage} commands. Send the rest in your next message.`
            );
        } else if (session.waiting.length >= LIMITS.queuedCommands) {
            this.refuse(call, 'queue-full', `${LIMITS.queuedCommands} commands are waiting already. Send this one again later.`);
        } else {
            session.waiting.push(call);
            this.logger.debug(`${sessionId} ${messageId} queued ${call.commandId} ${callId}`);
            session.draining ??= this.drain(session).finally(() => (session.draining = undefined));
        }
    }

    /** Records that a block of the agent could not be read, so that the agent learns of it. */
    reject(sessionId: string, code: string, reason: string): void {
        this.refuse({ callId: generateUuid(), sessionId, commandId: UNREADABLE, args: {} }, code, reason);
    }

    /** Resolves when no command of the session waits or runs, and starts to count anew for the next message. */
    async settle(sessionId: string): Promise<void> {
        const session = this.sessions.get(sessionId);
        await session?.draining;
        session?.perMessage.clear();
    }

    /** A tab says how a command ended. What comes late, or from another tab, changes nothing: the result is known by then. */
    commandFinished(tabId: string, callId: string, execution: CommandExecution): void {
        const command = this.delivered.get(callId);
        if (command?.tab.tabId === tabId) {
            command.end(execution);
        } else {
            this.logger.warn(`Tab ${tabId} reported ${callId}, which it does not have`);
        }
    }

    protected async drain(session: SessionQueue): Promise<void> {
        for (let call = session.waiting.shift(); call; call = session.waiting.shift()) {
            this.finish(call, await this.deliver(session, call));
            if (session.waiting.length > 0) {
                await pause(LIMITS.commandPauseMs);
            }
        }
    }

    protected async deliver(session: SessionQueue, call: CommandCall): Promise<CommandExecution> {
        const tab = this.tabs.get(session.ownerTabId);
        if (!tab) {
            return refusal('no-tab', 'The browser tab of this session is closed. Ask the person to open it and to send the message again.');
        }
        const command = new DeliveredCommand(tab, this.tabs);
        this.delivered.set(call.callId, command);
        tab.client.onAgentCommand(call);
        const execution = await command.ended;
        this.delivered.delete(call.callId);
        return execution;
    }

    protected refuse(call: CommandCall, code: string, reason: string): void {
        this.finish(call, refusal(code, reason));
    }

    protected finish(call: CommandCall, { outcome, result }: CommandExecution): void {
        this.logger.debug(`${call.sessionId} ${call.commandId} ${call.callId} ${outcome}`);
        const { sessionId, commandId, callId } = call;
        this.hub.postResult({ sessionId, commandId, callId, outcome, result, timestamp: new Date().toISOString() });
    }
}

/** A command in the hands of a tab: ends by the tab's report, or as unknown when the tab goes away or takes too long. */
class DeliveredCommand {
    readonly ended: Promise<CommandExecution>;
    end!: (execution: CommandExecution) => void;

    constructor(
        readonly tab: ConnectedTab,
        tabs: TabRegistry
    ) {
        this.ended = new Promise(resolve => (this.end = resolve));
        const seconds = LIMITS.commandTimeoutMs / 1000;
        const timer = setTimeout(
            () => this.end(unknown('timeout', `The command has not answered for ${seconds} s. Look at the IDE before you try again.`)),
            LIMITS.commandTimeoutMs
        );
        const subscription = tabs.onDidChange(tabId => {
            if (tabId === tab.tabId && tabs.get(tabId) !== tab) {
                this.end(
                    unknown(
                        'connection-lost',
                        'The browser tab went away while the command ran. It may or may not have happened: look before you try again.'
                    )
                );
            }
        });
        void this.ended.then(() => {
            clearTimeout(timer);
            subscription.dispose();
        });
    }
}

function commandIdOf(block: unknown): string {
    const cmd = typeof block === 'object' && block !== null && 'cmd' in block ? block.cmd : undefined;
    return typeof cmd === 'string' && cmd !== '' ? cmd.slice(0, 200) : UNREADABLE;
}

function refusal(code: string, error: string): CommandExecution {
    return { outcome: 'refused', result: { success: false, code, error } };
}

function unknown(code: string, error: string): CommandExecution {
    return { outcome: 'unknown', result: { success: false, code, error } };
}

function pause(ms: number): Promise<void> {
    return new Promise(resolve => setTimeout(resolve, ms));
}
