import { BackendApplicationContribution } from '@theia/core/lib/node';
import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FrontDoor } from '../http/front-door';
import { HubLink } from '../hub/hub-link';
import { HubProcess } from '../hub/hub-process';
import { KeptPauses } from '../ledger/kept-pauses';
import { ModelSwitch } from '../opencode/model-switch';
import { OpenCodeEvents } from '../opencode/opencode-events';
import { OpenCodeServer } from '../opencode/opencode-server';
import { IdeWorkspace } from '../workspace/ide-workspace';

/** Starts the Hub and OpenCode with the backend, ends them with it, and tells the starter when all is ready. */
@injectable()
export class OpenSpaceStartup implements BackendApplicationContribution {
    @inject(FrontDoor) protected readonly door: FrontDoor;
    @inject(HubProcess) protected readonly hub: HubProcess;
    @inject(KeptPauses) protected readonly pauses: KeptPauses;
    @inject(HubLink) protected readonly link: HubLink;
    @inject(OpenCodeServer) protected readonly openCode: OpenCodeServer;
    @inject(ModelSwitch) protected readonly modelSwitch: ModelSwitch;
    @inject(OpenCodeEvents) protected readonly events: OpenCodeEvents;
    @inject(IdeWorkspace) protected readonly workspace: IdeWorkspace;
    @inject(ILogger) @named('openspace:Startup') protected readonly logger: ILogger;

    initialize(): void {
        // The starter is gone, however it ended: nothing may stay behind on its ports.
        process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
        process.once('exit', () => {
            this.hub.kill();
            this.openCode.kill();
        });
    }

    onStart(server: Server): void {
        const start = (): void => {
            this.pauses.start((server.address() as AddressInfo).port);
            // Not awaited: the IDE serves its page while the other parts come up.
            void this.startParts(server);
        };
        // Theia calls this as soon as it has asked for the port, which it may not have yet.
        if (server.listening) {
            start();
        } else {
            server.once('listening', start);
        }
    }

    async onStop(): Promise<void> {
        this.pauses.stop();
        this.events.stop();
        this.link.stop();
        await Promise.all([this.hub.stop(), this.openCode.stop()]);
    }

    protected async startParts(server: Server): Promise<void> {
        const workspace = await this.workspace.folder();
        this.link.start();
        await Promise.all([this.hub.start(workspace), this.openCode.start()]);
        this.events.start();
        this.modelSwitch.start();
        for (const trouble of await Promise.all([this.hub.findTrouble(), this.openCode.findTrouble()])) {
            this.tell(trouble);
        }
        process.send?.({
            type: 'openspace-ready',
            url: this.door.issueLink(server),
            hubUrl: this.hub.known?.url,
            hubTokenFile: this.hub.known?.tokenFile,
            opencodeUrl: this.openCode.known?.url,
            workspace
        });
    }

    /** A part that did not come up: the person at the terminal is told why, and the IDE works without it. */
    protected tell(trouble: string | undefined): void {
        if (trouble !== undefined) {
            this.logger.error(trouble);
            process.send?.({ type: 'openspace-notice', message: trouble });
        }
    }
}
