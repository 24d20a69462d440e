import { OwnAddress } from '@openspace/workspace-tools';
import {
    BackendApplicationCliContribution,
    BackendApplicationContribution,
    EarlyExpressMiddleware
} from '@theia/core/lib/node/backend-application';
import { WsRequestValidatorContribution } from '@theia/core/lib/node/ws-request-validators';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { IncomingMessage } from 'node:http';

/** The page loads nothing from another host, whatever text it shows, and no other page holds it in a frame. */
const PAGE_HEADERS = {
    'Content-Security-Policy': [
        "default-src 'self'",
        // Theia and Monaco make styles and workers as they go, and compile schemas and the regular expression engine.
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "media-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' data: blob:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'"
    ].join('; '),
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY'
};

/** Answers only requests and upgrades that were addressed to this server by a name of its own and that no foreign page sent. */
@injectable()
export class HostGuard implements BackendApplicationContribution, WsRequestValidatorContribution {
    @inject(EarlyExpressMiddleware) protected readonly middleware: EarlyExpressMiddleware;
    @inject(BackendApplicationCliContribution) protected readonly options: BackendApplicationCliContribution;

    protected ownAddress?: OwnAddress;

    initialize(): void {
        // In front of everything: a refused request must not be given the connection cookie.
        this.middleware.handlers.unshift((request, response, next) => {
            response.set(PAGE_HEADERS);
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

    allowWsUpgrade(request: IncomingMessage): boolean {
        return this.isAllowed(request);
    }

    protected isAllowed(request: IncomingMessage): boolean {
        // The command line is read after this object was made.
        this.ownAddress ??= new OwnAddress(this.options.hostname ?? 'localhost');
        return this.ownAddress.isHostOf(request) && this.ownAddress.isOriginOf(request);
    }
}
