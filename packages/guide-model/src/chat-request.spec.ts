import assert from 'node:assert/strict';
import { lastUserText, requestPurpose, systemText, type ChatMessage, type ChatRequest } from './chat-request';

const TITLE_SYSTEM = 'You are a title generator. You output ONLY a thread title. Nothing else.\n\ninstructions';
const tools = [{ type: 'function', function: { name: 'read' } }];

function request(messages: readonly ChatMessage[], more: Partial<ChatRequest> = {}): ChatRequest {
    return { model: 'any', messages, ...more };
}

describe('chat request', () => {
    it('is for a title when it has the title prompt and no tools', () => {
        const messages = [
            { role: 'system', content: TITLE_SYSTEM },
            { role: 'user', content: 'Generate a title for this conversation:\n' },
            { role: 'user', content: 'open a.md' }
        ];
        assert.equal(requestPurpose(request(messages)), 'title');
        assert.equal(requestPurpose(request(messages.slice(1))), 'title');
        assert.equal(requestPurpose(request(messages.slice(0, 1))), 'title');
    });

    it('is a turn when it has tools, whatever its text says', () => {
        const messages = [
            { role: 'system', content: TITLE_SYSTEM },
            { role: 'user', content: 'Generate a title for this conversation:' }
        ];
        assert.equal(requestPurpose(request(messages, { tools })), 'turn');
    });

    it('is a turn without tools too, as when all of them are denied', () => {
        const system = { role: 'system', content: 'You are opencode.' };
        assert.equal(requestPurpose(request([system, { role: 'user', content: 'open a.md' }])), 'turn');
        assert.equal(requestPurpose(request([system, { role: 'user', content: 'Generate a title for this conversation:' }])), 'turn');
    });

    it('is for a summary when it has the summary prompt', () => {
        const system = { role: 'system', content: 'You are a context summarization agent. You are given a conversation.' };
        assert.equal(requestPurpose(request([system, { role: 'user', content: 'Here is the conversation so far' }])), 'summary');
    });

    it('has the words of the person apart from reminders and attached files', () => {
        const content = [
            { type: 'text', text: '<system-reminder>\nbe careful\n</system-reminder>\n' },
            { type: 'image_url' },
            { type: 'text', text: ' what is this <system-reminder>x</system-reminder>' },
            { type: 'text', text: 'Called the Read tool with the following input: {}' }
        ];
        assert.equal(lastUserText(request([{ role: 'user', content }])), 'what is this');
        assert.equal(lastUserText(request([])), '');
    });

    it('has all its system messages as one text', () => {
        const messages = [
            { role: 'system', content: 'one' },
            { role: 'user', content: 'x' },
            { role: 'assistant', content: null },
            { role: 'system', content: [{ type: 'text', text: 'two' }] }
        ];
        assert.equal(systemText(request(messages)), 'one\ntwo');
    });
});
