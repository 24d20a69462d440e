import assert from 'node:assert/strict';
import { ILogger } from '@theia/core/lib/common';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FrontDoor } from '../http/front-door';
import { HubLink } from '../hub/hub-link';
import { HubProcess } from '../hub/hub-process';
import { KeptPauses } from '../ledger/kept-pauses';
import { ModelSwitch } from '../opencode/model-switch';
import { OpenCodeEvents } from '../opencode/opencode-events';
import { OpenCodeServer } from '../opencode/opencode-server';
import { IdeWorkspace } from '../workspace/ide-workspace';
import { OpenSpaceStartup } from './openspace-startup';

const part = {
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    findTrouble: () => Promise.resolve(undefined),
    known: undefined
};

describe('OpenSpaceStartup', () => {
    /** Starts all parts at a server that listens, or will in a moment, stops them, and tells in which order, and its port. */
    async function startAndStop(listensBefore: boolean): Promise<{ steps: readonly string[]; port: number }> {
        const steps: string[] = [];
        const ready = new Deferred();
        const container = new Container();
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind<Pick<KeptPauses, 'start' | 'stop'>>(KeptPauses).toConstantValue({
            start: port => void steps.push(`pauses of ${port}`),
            stop: () => void steps.push('pauses are kept')
        });
        container
            .bind<Pick<HubLink, 'start' | 'stop'>>(HubLink)
            .toConstantValue({ start: () => void steps.push('link'), stop: () => void steps.push('no link') });
        container.bind<Pick<HubProcess, keyof typeof part>>(HubProcess).toConstantValue(part);
        container.bind<Pick<OpenCodeServer, keyof typeof part>>(OpenCodeServer).toConstantValue(part);
        container.bind<Pick<ModelSwitch, 'start'>>(ModelSwitch).toConstantValue({ start: () => ready.resolve() });
        container
            .bind<Pick<OpenCodeEvents, 'start' | 'stop'>>(OpenCodeEvents)
            .toConstantValue({ start: () => undefined, stop: () => undefined });
        container.bind<Pick<IdeWorkspace, 'folder'>>(IdeWorkspace).toConstantValue({ folder: () => Promise.resolve('/tea') });
        container.bind<Pick<FrontDoor, 'issueLink'>>(FrontDoor).toConstantValue({ issueLink: () => 'http://localhost' });
        container.bind(OpenSpaceStartup).toSelf();
        const server = createServer().listen(0, '127.0.0.1');
        const listening = once(server, 'listening');
        try {
            if (listensBefore) {
                await listening;
            }
            const startup = container.get(OpenSpaceStartup);
            startup.onStart(server);
            await listening;
            const { port } = server.address() as AddressInfo;
            await ready.promise;
            await startup.onStop();
            return { steps, port };
        } finally {
            server.close();
        }
    }

    for (const [when, listensBefore] of [
        ['has', true],
        ['will have', false]
    ] as const) {
        it(`knows which tabs were paused on the port that it ${when} for as long as the Hub learns anything of it`, async () => {
            const { steps, port } = await startAndStop(listensBefore);
            assert.deepEqual(steps, [`pauses of ${port}`, 'link', 'pauses are kept', 'no link']);
        });
    }
});
