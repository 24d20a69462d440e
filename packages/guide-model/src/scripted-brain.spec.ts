import assert from 'node:assert/strict';
import { startModelServer, type ModelServer } from './model-server';
import { scriptedBrain, type ScriptedReply } from './scripted-brain';
import { answerOf, post, turn } from './test/chat-client';

describe('scripted brain', () => {
    let server: ModelServer | undefined;
    afterEach(() => server?.close());

    async function urlOf(script: readonly ScriptedReply[]): Promise<string> {
        server = await startModelServer({ brain: scriptedBrain(script) });
        return server.url;
    }

    it('gives its replies in order, made from the request where they are functions', async () => {
        const url = await urlOf(['one', ['t', 'wo'], request => `three to ${request.model}`]);
        assert.equal(await answerOf(url, turn('x')), 'one');
        assert.equal(await answerOf(url, turn('x')), 'two');
        assert.equal(await answerOf(url, turn('x')), 'three to any');
    });

    it('answers requests for titles and summaries without using up a reply', async () => {
        const url = await urlOf(['one']);
        const title = await answerOf(url, { ...turn('open  a.md\nplease'), messages: titleMessages('open  a.md\nplease') });
        assert.equal(title, 'Open a.md please');
        const summary = [{ role: 'system', content: 'You are a context summarization agent.' }];
        assert.match(await answerOf(url, { ...turn('x'), messages: summary }), /\w/);
        assert.equal(await answerOf(url, turn('x')), 'one');
    });

    it('gives a short title without command blocks, whatever was said', async () => {
        const url = await urlOf([]);
        const title = await answerOf(url, { ...turn('x'), messages: titleMessages(`%%OS{}%% ${'long '.repeat(40)}`) });
        assert.ok(title.length <= 50 && title.endsWith('…') && !title.includes('%%'));
        assert.equal(await answerOf(url, { ...turn('x'), messages: titleMessages('') }), 'New conversation');
    });

    it('fails every turn after its last reply with a status that is not tried again', async () => {
        const url = await urlOf(['one']);
        await answerOf(url, turn('x'));
        const response = await post(url, turn('x'));
        assert.equal(response.status, 400);
        assert.match(await response.text(), /The script has ended after 1 replies/);
    });
});

function titleMessages(text: string): { role: string; content: string }[] {
    return [
        { role: 'system', content: 'You are a title generator. You output ONLY a thread title.' },
        { role: 'user', content: 'Generate a title for this conversation:\n' },
        { role: 'user', content: text }
    ];
}
