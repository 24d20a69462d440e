import { inject, injectable } from '@theia/core/shared/inversify';
import type { OpencodeClient } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import { authorization, OpenCodeServer, type OpenCodeAddress } from './opencode-server';

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
