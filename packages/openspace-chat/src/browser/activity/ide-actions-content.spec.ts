import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import type { ActionTally } from '@openspace/core/lib/common';
import { ChatContentDeserializerRegistryImpl } from '@theia/ai-chat/lib/common/chat-content-deserializer';
import { IdeActionsContent, IdeActionsDeserializer } from './ide-actions-content';

describe('The line about the actions of an answer', () => {
    for (const [tally, words] of [
        [{ count: 1 }, '1 IDE action'],
        [{ count: 10 }, '10 IDE actions'],
        [{ count: 10, refused: 2 }, '10 IDE actions, 2 refused'],
        [{ count: 10, refused: 10 }, '10 IDE actions, all refused'],
        [{ count: 1, failed: 1 }, '1 IDE action, failed'],
        [{ count: 3, failed: 1 }, '3 IDE actions, 1 failed'],
        [{ count: 4, refused: 2, failed: 1 }, '4 IDE actions, 2 refused, 1 failed'],
        [{ count: 3, refused: 1, failed: 2 }, '3 IDE actions, 1 refused, 2 failed']
    ] as const satisfies readonly (readonly [ActionTally, string])[]) {
        it(`says "${words}", also when it is brought back`, async () => {
            const content = new IdeActionsContent(tally, 'session');
            assert.equal(content.label, words);
            const registry = new ChatContentDeserializerRegistryImpl();
            new IdeActionsDeserializer().registerDeserializers(registry);
            const kept = await registry.deserialize(content.toSerializable());
            assert.ok(IdeActionsContent.is(kept));
            assert.deepEqual([kept.label, kept.sessionId], [words, 'session']);
        });
    }
});
