import type { CommandDefinition, CommandManifest, CommandResultPost } from '@openspace/protocol';
import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import { HubProcess } from './hub-process';

const REQUEST_TIMEOUT_MS = 3_000;
const RETRY_MS = 1_000;
/** Results that wait for a Hub that is away; the oldest are given up first. */
const MAX_PENDING_RESULTS = 500;

/**
 * Publishes to the Hub and asks it for instructions. The IDE never waits for the Hub: what cannot be sent now is kept and sent
 * when the Hub is back.
 */
@injectable()
export class HubClient {
    @inject(HubProcess) protected readonly hub: HubProcess;
    @inject(ILogger) @named('openspace:HubClient') protected readonly logger: ILogger;

    protected readonly manifests = new Map<string, CommandManifest>();
    protected readonly unsentManifests = new Set<string>();
    protected pendingResults: CommandResultPost[] = [];
    protected readonly lastInstructions = new Map<string, string>();
    protected sending?: Promise<void>;
    protected retry?: NodeJS.Timeout;

    @postConstruct()
    protected init(): void {
        this.hub.onDidStart(() => {
            this.manifests.forEach((_, tabId) => this.unsentManifests.add(tabId));
            this.flush();
        });
    }

    /** Makes these the commands of a tab. */
    publishManifest(tabId: string, workspace: string, commands: CommandDefinition[]): void {
        this.manifests.set(tabId, { version: '1.0', lastUpdated: new Date().toISOString(), workspace, tabId, commands });
        this.unsentManifests.add(tabId);
        this.flush();
    }

    /** Forgets a tab that is gone. */
    forgetTab(tabId: string): void {
        this.manifests.delete(tabId);
        this.unsentManifests.delete(tabId);
    }

    postResult(result: CommandResultPost): void {
        this.pendingResults.push(result);
        if (this.pendingResults.length > MAX_PENDING_RESULTS) {
            this.logger.warn('The Hub has been away for long: the oldest command result is given up.');
            this.pendingResults.shift();
        }
        this.flush();
    }

    /** What the agent must know for its next answer. Without the Hub: the last text that it gave, or none. */
    async instructions(sessionId: string, tabId: string): Promise<string | undefined> {
        await this.sending;
        try {
            const query = new URLSearchParams({ session: sessionId, tab: tabId });
            const response = await this.request('GET', `/openspace/instructions?${query.toString()}`);
            const text = await response.text();
            this.lastInstructions.set(sessionId, text);
            this.lastInstructions.set('', text);
            return text;
        } catch (error) {
            const last = this.lastInstructions.get(sessionId) ?? this.lastInstructions.get('');
            this.logger.warn(
                `${describe(error)} ${last === undefined ? 'The agent gets no instructions.' : 'The agent gets the last instructions again.'}`
            );
            return last;
        }
    }

    protected flush(): void {
        clearTimeout(this.retry);
        this.sending ??= this.sendAll();
    }

    /** Never rejects. What is published while it runs is sent by the same run. */
    protected async sendAll(): Promise<void> {
        try {
            await this.sendPending();
        } catch (error) {
            this.logger.debug(`Publishing waits for the Hub: ${describe(error)}`);
            this.retry = setTimeout(() => this.flush(), RETRY_MS);
        } finally {
            this.sending = undefined;
        }
    }

    protected async sendPending(): Promise<void> {
        for (let tabId = first(this.unsentManifests); tabId !== undefined; tabId = first(this.unsentManifests)) {
            const manifest = this.manifests.get(tabId);
            await this.request('POST', '/openspace/manifest', manifest);
            if (this.manifests.get(tabId) === manifest) {
                this.unsentManifests.delete(tabId);
            }
        }
        for (let result = first(this.pendingResults); result; result = first(this.pendingResults)) {
            await this.request('POST', '/openspace/command-results', result);
            this.pendingResults = this.pendingResults.filter(each => each !== result);
        }
    }

    protected async request(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> {
        const { url, token } = this.hub.current();
        const response = await fetch(`${url}${path}`, {
            method,
            headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS)
        });
        if (response.ok) {
            return response;
        }
        const text = (await response.text()).slice(0, 500);
        if (response.status >= 400 && response.status < 500 && method === 'POST' && response.status !== 401 && response.status !== 429) {
            // It would be refused again for ever, and hold back everything behind it.
            this.logger.error(`The Hub refused ${path} with ${response.status}: ${text}`);
            return response;
        }
        throw new Error(`The Hub answered ${path} with ${response.status}: ${text}`);
    }
}

function describe(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}

function first<T>(items: Iterable<T>): T | undefined {
    for (const item of items) {
        return item;
    }
    return undefined;
}
