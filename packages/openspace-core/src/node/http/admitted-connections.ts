import { BrowserConnectionTokenBackendContribution } from '@theia/core/lib/node/hosting/browser-connection-token';
import type { NextFunction, Request, Response } from '@theia/core/shared/express';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { IncomingMessage } from 'node:http';
import { FrontDoor } from './front-door';

/**
 * Stands in for Theia's own check of its own cookie, which every server of this machine would share and any visitor would get: here a
 * request is good if it came in through the front door.
 */
@injectable()
export class AdmittedConnections extends BrowserConnectionTokenBackendContribution {
    @inject(FrontDoor) protected readonly door: FrontDoor;

    override initialize(): void {
        this.earlyMiddleware.handlers.unshift((request, response, next) => this.validateRequest(request, response, next));
    }

    override allowWsUpgrade(request: IncomingMessage): boolean {
        return this.door.hasAdmitted(request);
    }

    override validateRequest(request: Request, response: Response, next: NextFunction): void {
        if (this.door.hasAdmitted(request)) {
            next();
        } else {
            void this.door.admitLater(request, response);
        }
    }
}
