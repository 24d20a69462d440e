import { HUB_LINK_KEY_HEADER, HUB_START_HEADER } from '@openspace/protocol';
import { Emitter } from '@theia/core/lib/common';
import type { HubProcess } from './hub-process';

const REQUEST_TIMEOUT_MS = 3_000;

/** Refusals that may pass by themselves: the token is being changed, or the Hub is busy. */
const PASSING_REFUSALS = [401, 408, 429];

/** Answers to a token or a key that is no longer the Hub's. */
const STALE_SECRET = [401, 403];

/** The Hub understood a request and will never accept it. */
export class HubRefusal extends Error {}

/** Sends requests to the Hub, with its token and what it knows an IDE by, and notices when it has been started anew. */
export class HubConnection {
    protected readonly onDidMeetNewHubEmitter = new Emitter<void>();
    /** The Hub that answers is not the one that answered before: what it was sent is gone. Fires before the answer is given on. */
    readonly onDidMeetNewHub = this.onDidMeetNewHubEmitter.event;

    protected hubStart?: string;
    protected hasTimedOut = false;

    constructor(protected readonly hub: HubProcess) {
        hub.onDidStart(() => (this.hasTimedOut = false));
    }

    /** Whether the Hub hangs, as far as is known: it took a request and gave no answer in time, and none since. */
    get isSilent(): boolean {
        return this.hasTimedOut;
    }

    /** @throws when the Hub cannot be reached or gives no proper answer; a {@link HubRefusal} when it never will */
    async request(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> {
        let response = await this.send(method, path, body);
        if (STALE_SECRET.includes(response.status)) {
            this.hub.forgetToken();
            response = await this.send(method, path, body);
        }
        this.noticeStart(response);
        if (response.ok) {
            return response;
        }
        const message = `The Hub answered ${path} with ${response.status}: ${(await response.text()).slice(0, 500)}`;
        const isFinal = response.status >= 400 && response.status < 500 && !PASSING_REFUSALS.includes(response.status);
        throw isFinal ? new HubRefusal(message) : new Error(message);
    }

    protected async send(method: string, path: string, body: unknown): Promise<Response> {
        const { url, token } = this.hub.current();
        const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
        try {
            const response = await fetch(`${url}${path}`, {
                method,
                headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : this.postHeaders()) },
                ...(body === undefined ? {} : { body: JSON.stringify(body) }),
                signal
            });
            this.hasTimedOut = false;
            return response;
        } catch (error) {
            this.hasTimedOut = signal.aborted;
            throw error;
        }
    }

    protected postHeaders(): Record<string, string> {
        const key = this.hub.currentKey();
        return { 'content-type': 'application/json', ...(key === undefined ? {} : { [HUB_LINK_KEY_HEADER]: key }) };
    }

    protected noticeStart({ headers }: Response): void {
        const start = headers.get(HUB_START_HEADER);
        if (start === null || start === this.hubStart) {
            return;
        }
        const isFirst = this.hubStart === undefined;
        this.hubStart = start;
        if (!isFirst) {
            this.onDidMeetNewHubEmitter.fire();
        }
    }
}
