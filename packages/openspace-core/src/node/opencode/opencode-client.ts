import { inject, injectable } from '@theia/core/shared/inversify';
import type { OpencodeClient } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import { authorization, OpenCodeServer, type OpenCodeAddress } from './opencode-server';

/** A person waits for the answer to most questions, and nobody asks them again. */
const ANSWER_TIMEOUT_MS = 30_000;

/** The options of every request: it fails when OpenCode says no, and also when it says nothing, as on a connection that is lost without a sign. */
export function inTime(timeoutMs = ANSWER_TIMEOUT_MS): { readonly throwOnError: true; readonly signal: AbortSignal } {
    const late = new AbortController();
    const reason = new Error(`OpenCode, the agent's server, has not answered for ${timeoutMs / 1000} s; try again in a moment`);
    setTimeout(() => late.abort(reason), timeoutMs).unref();
    return { throwOnError: true, signal: late.signal };
}

/** Whether a request failed because OpenCode does not have what was asked for. */
export function isNotFound(error: unknown): boolean {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    return typeof cause === 'object' && cause !== null && 'status' in cause && cause.status === 404;
}

/** Makes the typed client of the server that runs now. */
@injectable()
export class OpenCodeClientProvider {
    @inject(OpenCodeServer) protected readonly server: OpenCodeServer;

    protected cached?: { address: OpenCodeAddress; client: OpencodeClient };

    /** Throws, with the reason for a person, while the server does not run. */
    async client(): Promise<OpencodeClient> {
        const address = this.server.current();
        if (this.cached?.address !== address) {
            // The SDK is an ES module only.
            const { createOpencodeClient } = await import('@opencode-ai/sdk/v2/client');
            this.cached = { address, client: createOpencodeClient({ baseUrl: address.url, headers: authorization(address) }) };
        }
        return this.cached.client;
    }
}
