import { scriptedBrain, startModelServer, type ModelBrain, type ModelServer, type ScriptedReply } from '@openspace/guide-model';
import type { CommandCall, CommandDefinition, CommandResultPost } from '@openspace/protocol';
import { ILogger } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandExecution, ConversationEvent, OpenSpaceConfiguration, TurnEvent } from '../../common';
import { ActivityLog } from '../activity/activity-log';
import { ConversationPass } from '../hub/conversation-pass';
import { DoorDocuments } from '../hub/door-documents';
import { DoorQuestions } from '../hub/door-questions';
import { HubClient } from '../hub/hub-client';
import { HubLink } from '../hub/hub-link';
import { HubProcess } from '../hub/hub-process';
import { CommandAudit } from '../ledger/command-audit';
import { CommandLedger } from '../ledger/command-ledger';
import { AgentRequests } from '../opencode/agent-requests';
import { Conversations } from '../opencode/conversations';
import { HubTools } from '../opencode/hub-tools';
import { LostSessions } from '../opencode/lost-sessions';
import { MessageSender } from '../opencode/message-sender';
import { ModelSwitch } from '../opencode/model-switch';
import { OpenCodeClientProvider } from '../opencode/opencode-client';
import { OpenCodeEvents } from '../opencode/opencode-events';
import { OpenCodeProxy } from '../opencode/opencode-proxy';
import { OpenCodeServer } from '../opencode/opencode-server';
import { RunningTurns } from '../opencode/running-turns';
import { SubAgents } from '../opencode/sub-agents';
import { TurnReader } from '../opencode/turn-reader';
import { TurnRunner } from '../opencode/turn-runner';
import { TabDocuments } from '../tab/tab-documents';
import { TabRegistry } from '../tab/tab-registry';
import { FileHistories } from '../undo/file-histories';
import { WorkspaceKernels } from '../workspace/workspace-kernels';
import { EndingProxy, HastySwitch, HesitantEvents, RelayedServer, ToldRegistry } from './backend-stand-ins';
import { layBait, marksIn } from './bait';
import type { CuttableRelay } from './cuttable-relay';
import { bindGivenSettings, type GivenSettings } from './given-settings';
import { KeepingLogger } from './keeping-logger';

export const TAB = 'tab-1';
export const OPEN = '%%OS{"cmd":"openspace.editor.open","args":{"path":"a.ts","line":3}}%%';
const OPEN_COMMAND: CommandDefinition = {
    id: 'openspace.editor.open',
    name: 'Open',
    description: 'Opens a file.',
    category: 'Editor',
    arguments_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false },
    example: { path: 'a.ts' },
    risk: 'view'
};

export const READ = '%%OS{"cmd":"openspace.file.read","args":{"path":"a.ts"}}%%';
const READ_COMMAND: CommandDefinition = {
    ...OPEN_COMMAND,
    id: 'openspace.file.read',
    name: 'Read',
    description: 'Reads a file.',
    risk: 'read'
};

/** The whole backend path but Theia itself: the real OpenCode, the real Hub, the scripted model, and a tab that only records. */
export class RunningBackend {
    readonly calls: CommandCall[] = [];
    readonly endedSessions: string[] = [];
    /** The calls that the person has stopped. */
    readonly stoppedCalls: string[] = [];
    settings: GivenSettings;
    /** How commands end, or will. */
    execution: CommandExecution | Promise<CommandExecution> = { outcome: 'done', result: { success: true, output: 'Opened.' } };
    protected brain: ModelBrain = scriptedBrain([]);
    protected readonly container = new Container();
    protected turn = 0;
    protected readonly logger = new KeepingLogger();
    protected readonly environment = { ...process.env };

    private constructor(
        protected readonly folder: string,
        readonly model: ModelServer
    ) {}

    /** Starts all parts; the model is named in the environment, or else by these settings. */
    static async start(settings?: (model: ModelServer) => Partial<OpenSpaceConfiguration>): Promise<RunningBackend> {
        const folder = await mkdtemp(join(tmpdir(), 'openspace-proxy-'));
        const holder: { backend?: RunningBackend } = {};
        const model = await startModelServer({ brain: request => holder.backend?.brain(request) ?? '' });
        const backend = new RunningBackend(folder, model);
        await mkdir(backend.workspace);
        await layBait([backend.workspace, folder], folder);
        holder.backend = backend;
        await backend.startParts(settings?.(model));
        return backend;
    }

    get workspace(): string {
        return join(this.folder, 'workspace');
    }

    get proxy(): OpenCodeProxy {
        return this.container.get(OpenCodeProxy);
    }

    /** Lends the proxy of a backend that was started anew, with the same OpenCode. */
    async restarted(use: (proxy: OpenCodeProxy) => Promise<void>): Promise<void> {
        const container = this.container.createChild();
        for (const part of [
            Conversations,
            RunningTurns,
            SubAgents,
            AgentRequests,
            MessageSender,
            TurnReader,
            TurnRunner,
            LostSessions,
            EndingProxy
        ]) {
            container.bind(part).toSelf().inSingletonScope();
        }
        const proxy = container.get(EndingProxy);
        try {
            await use(proxy);
        } finally {
            proxy.end();
        }
    }

    get ledger(): CommandLedger {
        return this.container.get(CommandLedger);
    }

    get turns(): RunningTurns {
        return this.container.get(RunningTurns);
    }

    /** Another client of the same OpenCode. */
    get clients(): OpenCodeClientProvider {
        return this.container.get(OpenCodeClientProvider);
    }

    get requests(): AgentRequests {
        return this.container.get(AgentRequests);
    }

    /** What was logged at debug level so far. */
    get log(): readonly string[] {
        return this.logger.lines;
    }

    /** What was logged as a warning so far. */
    get warnings(): readonly string[] {
        return this.logger.warnings;
    }

    get tabs(): ToldRegistry {
        return this.container.get<ToldRegistry>(TabRegistry);
    }

    get events(): HesitantEvents {
        return this.container.get<HesitantEvents>(OpenCodeEvents);
    }

    /** The network between the backend and OpenCode. */
    get network(): CuttableRelay {
        const { relay } = this.container.get<RelayedServer>(OpenCodeServer);
        if (!relay) {
            throw new Error('The server has not been started.');
        }
        return relay;
    }

    /** Resolves when OpenCode itself, asked past the network, answers as wanted: `/session/status`, `/permission`, `/question`. */
    async openCodeSays(path: string, isWanted: (answer: object) => boolean): Promise<void> {
        const server = this.container.get<RelayedServer>(OpenCodeServer);
        const directory = server.sessionDirectory(this.workspace);
        while (!isWanted((await server.askDirectly(path, directory)) as object)) {
            // Asked again at once: each answer takes its time.
        }
    }

    get server(): OpenCodeServer {
        return this.container.get(OpenCodeServer);
    }

    get hub(): HubClient {
        return this.container.get(HubClient);
    }

    answer(...replies: ScriptedReply[]): void {
        this.brain = scriptedBrain(replies);
    }

    /** What the model says from now on, request by request. */
    answerBy(brain: ModelBrain): void {
        this.brain = brain;
    }

    /** Sends a message; answers with the events of the whole turn. */
    async ask(text: string, conversationId = `conversation ${++this.turn}`): Promise<ConversationEvent[]> {
        const turn = await this.begin(text, conversationId);
        return turn.finished;
    }

    async begin(
        text: string,
        conversationId: string,
        tabId = TAB
    ): Promise<{ events: ConversationEvent[]; finished: Promise<ConversationEvent[]> }> {
        const events: ConversationEvent[] = [];
        let finish: (events: ConversationEvent[]) => void = () => undefined;
        const finished = new Promise<ConversationEvent[]>(resolve => (finish = resolve));
        const send = (event: ConversationEvent): void => {
            events.push(event);
            if (event.kind === 'end' || event.kind === 'error') {
                finish(events);
            }
        };
        await this.proxy.prompt({ conversationId, turnId: `turn ${++this.turn}`, text }, { tabId, workspace: this.workspace, send });
        return { events, finished };
    }

    /** The result that the Hub gets sooner or later; the ledger does not wait for the Hub. */
    async result(isWanted: (result: CommandResultPost) => boolean): Promise<CommandResultPost> {
        const { url, token } = this.container.get(HubProcess).current();
        for (;;) {
            const response = await fetch(`${url}/openspace/command-results`, { headers: { authorization: `Bearer ${token}` } });
            const found = ((await response.json()) as { results: CommandResultPost[] }).results.find(isWanted);
            if (found) {
                return found;
            }
        }
    }

    /** The same Hub at the same address, with nothing of what it knew. */
    async restartHub(): Promise<void> {
        const hub = this.container.get(HubProcess);
        await hub.stop();
        await hub.start(this.workspace);
    }

    async stop(): Promise<void> {
        this.container.get(OpenCodeEvents).stop();
        this.container.get(HubLink).stop();
        await Promise.all([this.container.get(HubProcess).stop(), this.container.get(OpenCodeServer).stop()]);
        await this.model.close();
        await rm(this.folder, { recursive: true, force: true });
        for (const name of Object.keys(process.env).filter(key => key.startsWith('OPENSPACE_') && !(key in this.environment))) {
            // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- an environment has no other way to forget
            delete process.env[name];
        }
    }

    /** The marks of those baits that OpenCode has taken. */
    bitten(): Promise<string[]> {
        return marksIn(this.folder);
    }

    protected async startParts(settings?: Partial<OpenSpaceConfiguration>): Promise<void> {
        Object.assign(process.env, {
            OPENSPACE_STATE_DIR: join(this.folder, 'state'),
            OPENSPACE_HUB_PORT: '0',
            ...(settings ? {} : { OPENSPACE_LLM_BASE_URL: this.model.url, OPENSPACE_LLM_MODEL: 'scripted' })
        });
        this.container.bind(ILogger).toConstantValue(this.logger);
        this.settings = bindGivenSettings(this.container, { 'openspace.agent.consent': 'allow', ...settings });
        for (const part of [
            HubProcess,
            HubClient,
            CommandAudit,
            CommandLedger,
            OpenCodeClientProvider,
            AgentRequests,
            ConversationPass,
            WorkspaceKernels,
            FileHistories,
            ActivityLog,
            TabDocuments,
            DoorQuestions,
            DoorDocuments,
            HubLink,
            HubTools,
            Conversations,
            RunningTurns,
            SubAgents,
            MessageSender,
            TurnReader,
            TurnRunner,
            LostSessions,
            OpenCodeProxy
        ]) {
            this.container.bind(part).toSelf().inSingletonScope();
        }
        this.container.bind(TabRegistry).to(ToldRegistry).inSingletonScope();
        this.container.bind(OpenCodeEvents).to(HesitantEvents).inSingletonScope();
        this.container.bind(ModelSwitch).to(HastySwitch).inSingletonScope();
        this.container.bind(OpenCodeServer).to(RelayedServer).inSingletonScope();
        const ledger = this.container.get(CommandLedger);
        const onAgentCommand = (call: CommandCall): void => {
            this.calls.push(call);
            void Promise.resolve(this.execution).then(execution => ledger.commandFinished(TAB, call.callId, execution));
        };
        const { tabs } = this;
        const onCommandStopped = (callId: string): void => void this.stoppedCalls.push(callId);
        const onSessionEnded = (sessionId: string): void => void this.endedSessions.push(sessionId);
        tabs.connect({ tabId: TAB, client: { onAgentCommand, onCommandStopped, onSessionEnded } });
        tabs.setCommands(TAB, [OPEN_COMMAND, READ_COMMAND]);
        await Promise.all([this.container.get(HubProcess).start(this.workspace), this.container.get(OpenCodeServer).start()]);
        this.container.get(OpenCodeEvents).start();
        this.container.get(ModelSwitch).start();
        this.container.get(HubLink).start();
        this.hub.publishManifest(TAB, this.workspace, [OPEN_COMMAND]);
    }
}

/** What the person reads. */
export function textOf(events: readonly TurnEvent[]): string {
    return events.map(event => (event.kind === 'text' ? event.text : '')).join('');
}
