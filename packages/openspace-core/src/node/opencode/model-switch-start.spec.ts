import assert from 'node:assert/strict';
import { ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { bindGivenSettings } from '../testing/given-settings';
import { ModelSwitch } from './model-switch';
import { OpenCodeServer } from './opencode-server';
import { RunningTurns } from './running-turns';

describe('ModelSwitch', () => {
    for (const isCurrent of [false, true]) {
        it(`${isCurrent ? 'leaves a server alone that is' : 'catches up with settings that changed while the server was'} started`, async () => {
            let configured = 0;
            const looked = new Promise<void>(resolve => {
                const server: Partial<OpenCodeServer> = {
                    isCurrent: () => {
                        setImmediate(resolve);
                        return Promise.resolve(isCurrent);
                    },
                    configure: () => {
                        configured++;
                        return Promise.resolve();
                    }
                };
                const container = new Container();
                container.bind(ILogger).toConstantValue(new MockLogger());
                bindGivenSettings(container);
                container.bind(OpenCodeServer).toConstantValue(server as OpenCodeServer);
                container.bind(RunningTurns).toSelf().inSingletonScope();
                container.bind(ModelSwitch).toSelf().inSingletonScope();
                container.get(ModelSwitch).start();
            });
            await looked;
            assert.equal(configured, isCurrent ? 0 : 1);
        });
    }
});
