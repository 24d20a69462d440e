import { LIMITS, type CommandDefinition, type CommandManifest, type CommandResultPost, type PaneStateSnapshot } from '@openspace/protocol';
import { shortenResult } from '@openspace/workspace-tools';
import { ILogger, type Event } from '@theia/core/lib/common';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import { AgentLimits } from '../settings/agent-limits';
import { TabRegistry } from '../tab/tab-registry';
import { HubConnection, HubRefusal } from './hub-connection';
import { HubProcess } from './hub-process';
import { TabStates } from './tab-states';

/** How often the Hub is asked whether it is still the same, and how long a publication waits after a failure. */
const CHECK_MS = 1_000;
/** Results that wait for a Hub that is away; the oldest are given up first. */
const MAX_PENDING_RESULTS = 500;
/** Results that a Hub is sent again when it has been started anew. */
const MAX_SENT_RESULTS = 100;
/** Sessions whose last instructions are kept for when the Hub is away. */
const MAX_LAST_INSTRUCTIONS = 50;

/**
 * Publishes to the Hub and asks it for instructions. The IDE never waits for the Hub: what cannot be sent now is kept and sent
 * when the Hub is back, and a Hub that was started anew, by whomever, is sent everything again.
 */
@injectable()
export class HubClient {
    @inject(HubProcess) protected readonly hub: HubProcess;
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(AgentLimits) protected readonly limits: AgentLimits;
    @inject(ILogger) @named('openspace:HubClient') protected readonly logger: ILogger;

    protected readonly manifests = new Map<string, CommandManifest>();
    protected readonly unsentManifests = new Set<string>();
    protected readonly states = new TabStates();
    protected pendingResults: CommandResultPost[] = [];
    protected sentResults: CommandResultPost[] = [];
    protected readonly lastInstructions = new Map<string, string>();
    protected latestInstructions?: string;
    protected connection: HubConnection;
    /** False until the Hub has answered since it was away: it may be a new one, and what that lacks comes before what is new. */
    protected isInTouch = false;
    protected sending?: Promise<void>;
    protected nextCheck?: NodeJS.Timeout;

    @postConstruct()
    protected init(): void {
        this.connection = new HubConnection(this.hub);
        this.connection.onDidMeetNewHub(() => this.sendAgain());
        this.hub.onDidStart(() => {
            this.isInTouch = false;
            this.flush();
        });
        this.tabs.onDidGo(tabId => this.forgetTab(tabId));
        this.limits.onDidChange(() => this.publishLimits());
    }

    /** Another Hub answers than before, or the same one started anew: what it was told is being told again. */
    get onDidMeetNewHub(): Event<void> {
        return this.connection.onDidMeetNewHub;
    }

    /** Makes these the commands of a tab. */
    publishManifest(tabId: string, workspace: string, commands: CommandDefinition[]): void {
        this.setManifest({ version: '1.0', lastUpdated: new Date().toISOString(), workspace, tabId, commands });
        this.flush();
    }

    protected setManifest(manifest: CommandManifest): void {
        const { commandsPerMessage } = this.limits;
        const { tabId } = manifest;
        // Maps and sets keep the place of what they have: the tab that was published last is to stand last.
        this.manifests.delete(tabId);
        this.manifests.set(tabId, { ...manifest, commandsPerMessage });
        this.unsentManifests.delete(tabId);
        this.unsentManifests.add(tabId);
    }

    /** The agent is told how much one message may do. */
    protected publishLimits(): void {
        const { commandsPerMessage } = this.limits;
        [...this.manifests.values()]
            .filter(manifest => manifest.commandsPerMessage !== commandsPerMessage)
            .forEach(manifest => this.setManifest(manifest));
        this.tellActivity();
        this.flush();
    }

    /** Makes this the layout of a tab. The Hub gets the latest, at most once a second, and always before it is asked for instructions. */
    publishState(tabId: string, workspace: string, snapshot: PaneStateSnapshot): void {
        this.states.set(tabId, { workspace, snapshot });
        this.flushWhenDue();
    }

    /** Makes a tab the one that the instructions for a session describe. */
    setOwner(sessionId: string, tabId: string): void {
        this.states.setOwner(sessionId, tabId);
        this.flushWhenDue();
    }

    /** The session is over: the Hub need not know whose it was. */
    forgetSession(sessionId: string): void {
        this.states.forgetSession(sessionId);
    }

    /** Sends the result of a command to the Hub, now or when the Hub is back. Bounded: of too many that wait, the oldest is given up. */
    postResult(post: CommandResultPost): void {
        this.pendingResults.push({ ...post, result: shortenResult(post.result, LIMITS.resultCharacters) });
        if (this.pendingResults.length > MAX_PENDING_RESULTS) {
            this.logger.warn('The Hub has been away for long: the oldest command result is given up.');
            this.pendingResults.shift();
        }
        this.flush();
    }

    /** What the agent must know for its next answer. Without the Hub: the last text that it gave, or none, and at once while it hangs. */
    async instructions(sessionId: string, tabId: string): Promise<string | undefined> {
        this.states.hurry();
        if (this.hasUnsent()) {
            this.flush();
        }
        try {
            await this.sent();
            let text = await this.askForInstructions(sessionId, tabId);
            if (this.hasUnsent()) {
                // The Hub has just come back and answered without what it is being sent only now.
                this.flush();
                await this.sent();
                text = await this.askForInstructions(sessionId, tabId);
            }
            this.keepInstructions(sessionId, text);
            return text;
        } catch (error) {
            const last = this.lastInstructions.get(sessionId) ?? this.latestInstructions;
            this.logger.warn(
                `${describe(error)} ${last === undefined ? 'The agent gets no instructions.' : 'The agent gets the last instructions again.'}`
            );
            return last;
        }
    }

    /** @throws when the Hub hangs: one message of the person waits to find that out, and those that follow do not */
    protected async sent(): Promise<void> {
        if (!this.connection.isSilent) {
            await this.sending;
        }
        if (this.connection.isSilent) {
            throw new Error('The Hub does not answer.');
        }
    }

    protected async askForInstructions(sessionId: string, tabId: string): Promise<string> {
        const query = new URLSearchParams({ session: sessionId, tab: tabId });
        return (await this.connection.request('GET', `/openspace/instructions?${query.toString()}`)).text();
    }

    protected keepInstructions(sessionId: string, text: string): void {
        this.latestInstructions = text;
        this.lastInstructions.delete(sessionId);
        this.lastInstructions.set(sessionId, text);
        if (this.lastInstructions.size > MAX_LAST_INSTRUCTIONS) {
            const [oldest] = this.lastInstructions.keys();
            this.lastInstructions.delete(oldest);
        }
    }

    protected forgetTab(tabId: string): void {
        this.manifests.delete(tabId);
        this.unsentManifests.delete(tabId);
        this.states.forgetTab(tabId);
    }

    protected flushWhenDue(): void {
        if (this.states.waitMs() === 0) {
            this.flush();
        } else if (!this.sending) {
            this.checkLater();
        }
    }

    protected flush(): void {
        clearTimeout(this.nextCheck);
        this.sending ??= this.sendAll();
    }

    /** Never rejects. What is published while it runs is sent by the same run. */
    protected async sendAll(): Promise<void> {
        // Sending costs time, and whoever waits for a result that is published as well has it first.
        await new Promise(resolve => setImmediate(resolve));
        try {
            if (!this.isInTouch || !this.hasUnsent()) {
                await this.connection.request('GET', '/health');
                this.isInTouch = true;
            }
            while (this.hasUnsent()) {
                await this.sendNext();
            }
        } catch (error) {
            this.isInTouch = false;
            this.logger.debug(`Publishing waits for the Hub: ${describe(error)}`);
        } finally {
            this.sending = undefined;
            this.checkLater();
        }
    }

    protected checkLater(): void {
        clearTimeout(this.nextCheck);
        const waitMs = this.isInTouch ? Math.min(CHECK_MS, this.states.waitMs()) : CHECK_MS;
        this.nextCheck = setTimeout(() => this.flush(), waitMs).unref();
    }

    protected hasUnsent(): boolean {
        return this.unsentManifests.size > 0 || this.pendingResults.length > 0 || this.states.waitMs() === 0;
    }

    protected sendNext(): Promise<void> {
        if (this.unsentManifests.size > 0) {
            return this.sendManifest();
        }
        return this.pendingResults.length > 0 ? this.sendResult() : this.states.sendDue(post => this.post('/openspace/state', post));
    }

    protected async sendManifest(): Promise<void> {
        const [tabId] = this.unsentManifests;
        const manifest = this.manifests.get(tabId);
        await this.post('/openspace/manifest', manifest);
        if (this.manifests.get(tabId) === manifest) {
            this.unsentManifests.delete(tabId);
        }
    }

    protected async sendResult(): Promise<void> {
        const [post] = this.pendingResults;
        // A call without any result would look as if it still ran.
        if (!(await this.post('/openspace/command-results', post))) {
            await this.post('/openspace/command-results', withoutDetails(post));
        }
        this.pendingResults = this.pendingResults.filter(each => each !== post);
        this.sentResults = [...this.sentResults.slice(1 - MAX_SENT_RESULTS), post];
    }

    /** Answers false when the Hub refuses this for good: sent again, it would hold back everything behind it for ever. */
    protected async post(path: string, body: unknown): Promise<boolean> {
        try {
            await this.connection.request('POST', path, body);
            return true;
        } catch (error) {
            if (error instanceof HubRefusal) {
                this.logger.error(error.message);
                return false;
            }
            throw error;
        }
    }

    /** The Hub takes a tab whose commands it gets for active. The layouts that follow tell which was active last. */
    protected tellActivity(): void {
        this.states.sendAgain();
        this.states.hurry();
    }

    protected sendAgain(): void {
        this.unsentManifests.clear();
        this.manifests.forEach((_, tabId) => this.unsentManifests.add(tabId));
        this.tellActivity();
        this.pendingResults = [...this.sentResults, ...this.pendingResults];
        this.sentResults = [];
        this.flush();
    }
}

/** The same result without whatever the Hub may not like about it. */
function withoutDetails(post: CommandResultPost): CommandResultPost {
    const { success } = post.result;
    const remark = 'The details of this result were left out: the Hub did not take them.';
    return { ...post, result: { success, ...(success ? { output: remark } : { error: remark }) } };
}

function describe(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}
