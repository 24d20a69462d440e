import {
    BackendApplicationCliContribution,
    BackendApplicationContribution,
    EarlyExpressMiddleware
} from '@theia/core/lib/node/backend-application';
import { WsRequestValidatorContribution } from '@theia/core/lib/node/ws-request-validators';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Answers only requests that were addressed to this server by a name of its own, and that no foreign page sent: a page of
 * another host could otherwise reach the IDE through a name that it lets point here.
 */
@injectable()
export class HostGuard implements BackendApplicationContribution, WsRequestValidatorContribution {
    @inject(EarlyExpressMiddleware) protected readonly middleware: EarlyExpressMiddleware;
    @inject(BackendApplicationCliContribution) protected readonly options: BackendApplicationCliContribution;

    protected allowedHosts = new Set<string>();

    initialize(): void {
        // In front of everything: a refused request must not be given the connection cookie.
        this.middleware.handlers.unshift((request, response, next) => {
            response.setHeader('X-Content-Type-Options', 'nosniff');
            response.setHeader('Referrer-Policy', 'no-referrer');
            if (this.isAllowed(request)) {
                next();
            } else {
                response
                    .status(403)
                    .type('text/plain')
                    .send('This address is not served here. Open the address that "npm start" printed.\n');
            }
        });
    }

    onStart(server: Server): void {
        const { port } = server.address() as AddressInfo;
        const names = ['127.0.0.1', 'localhost', '[::1]', ...(this.options.hostname ? [this.options.hostname] : [])];
        this.allowedHosts = new Set(names.flatMap(name => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
    }

    allowWsUpgrade(request: IncomingMessage): boolean {
        return this.isAllowed(request);
    }

    protected isAllowed({ headers, rawHeaders }: IncomingMessage): boolean {
        const hosts = rawHeaders.filter((_, index) => index % 2 === 0 && rawHeaders[index]?.toLowerCase() === 'host').length;
        if (hosts !== 1 || !this.allowedHosts.has(headers.host?.toLowerCase() ?? '')) {
            return false;
        }
        const { origin } = headers;
        return origin === undefined || origin === `http://${headers.host ?? ''}` || origin === `https://${headers.host ?? ''}`;
    }
}
