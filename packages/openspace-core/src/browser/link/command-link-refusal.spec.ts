import '../testing/browser-environment';
import assert from 'node:assert/strict';
import { CommandService, MessageService, URI } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { CommandLinkRefusal } from './command-link-refusal';

describe('CommandLinkRefusal', () => {
    it('takes every command link, runs nothing and says so', async () => {
        const executed: string[] = [];
        const warnings: string[] = [];
        const container = new Container();
        container.bind(CommandService).toConstantValue({ executeCommand: (id: string) => Promise.resolve(void executed.push(id)) });
        container
            .bind<Pick<MessageService, 'warn'>>(MessageService)
            .toConstantValue({ warn: (message: string) => Promise.resolve(void warnings.push(message)) });
        container.bind(CommandLinkRefusal).toSelf();
        const handler = container.get(CommandLinkRefusal);
        const link = new URI('command:core.close.all.tabs?%5B1%5D');
        assert.ok(handler.canHandle(link) > 0);
        assert.equal(await handler.open(link), true);
        assert.deepEqual(executed, []);
        assert.match(warnings[0] ?? '', /core\.close\.all\.tabs/);
    });
});
