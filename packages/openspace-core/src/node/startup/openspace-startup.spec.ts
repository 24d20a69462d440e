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

const part = { start: () => Promise.resolve(), findTrouble: () => Promise.resolve(undefined), known: undefined };

describe('OpenSpaceStartup', () => {
    /** Starts all parts at a server that listens, or will in a moment, and tells in which order, and its port. */
    async function start(listensBefore: boolean): Promise<{ steps: readonly string[]; port: number }> {
        const steps: string[] = [];
        const ready = new Deferred();
        const container = new Container();
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind<Pick<KeptPauses, 'start'>>(KeptPauses).toConstantValue({ start: port => void steps.push(`pauses of ${port}`) });
        container.bind<Pick<HubLink, 'start'>>(HubLink).toConstantValue({ start: () => void steps.push('link') });
        container.bind<Pick<HubProcess, keyof typeof part>>(HubProcess).toConstantValue(part);
        container.bind<Pick<OpenCodeServer, keyof typeof part>>(OpenCodeServer).toConstantValue(part);
        container.bind<Pick<ModelSwitch, 'start'>>(ModelSwitch).toConstantValue({ start: () => ready.resolve() });
        container.bind<Pick<OpenCodeEvents, 'start'>>(OpenCodeEvents).toConstantValue({ start: () => undefined });
        container.bind<Pick<IdeWorkspace, 'folder'>>(IdeWorkspace).toConstantValue({ folder: () => Promise.resolve('/tea') });
        container.bind<Pick<FrontDoor, 'issueLink'>>(FrontDoor).toConstantValue({ issueLink: () => 'http://localhost' });
        container.bind(OpenSpaceStartup).toSelf();
        const server = createServer().listen(0, '127.0.0.1');
        const listening = once(server, 'listening');
        try {
            if (listensBefore) {
                await listening;
            }
            container.get(OpenSpaceStartup).onStart(server);
            await listening;
            const { port } = server.address() as AddressInfo;
            await ready.promise;
            return { steps, port };
        } finally {
            server.close();
        }
    }

    for (const [when, listensBefore] of [
        ['has', true],
        ['will have', false]
    ] as const) {
        it(`knows which tabs were paused on the port that it ${when} before the Hub learns anything of it`, async () => {
            const { steps, port } = await start(listensBefore);
            assert.deepEqual(steps, [`pauses of ${port}`, 'link']);
        });
    }
});
