import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Message, Part } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { ConversationEvent } from '../../common';
import { textOf } from '../testing/running-backend';
import { AgentTurn } from './agent-turn';

const PERSON = { id: 'message of the person', sessionID: 'session', role: 'user' } as Message;
const AGENT = { id: 'message of the agent', sessionID: 'session', role: 'assistant', parentID: PERSON.id, time: { created: 1 } } as Message;
const BLOCK = '%%OS{"cmd":"openspace.pane.list"}%%';

function textPart(text: string, isEnded: boolean, id = 'part'): Part {
    const time = isEnded ? { start: 1, end: 2 } : { start: 1 };
    return { id, sessionID: 'session', messageID: AGENT.id, type: 'text', text, time };
}

describe('AgentTurn', () => {
    let events: ConversationEvent[];
    let blocks: unknown[];
    let turn: AgentTurn;

    beforeEach(() => {
        events = [];
        blocks = [];
        turn = new AgentTurn(
            { conversationId: 'conversation', turnId: 'turn', text: 'Hello' },
            { sessionId: 'session', directory: '/', userMessages: new Set() },
            { tabId: 'tab', workspace: '/', send: event => events.push(event) },
            { onBlock: (_place, { value }) => `call ${blocks.push(value)}`, onProblem: () => undefined }
        );
        turn.takeMessage(PERSON);
    });

    afterEach(() => mock.timers.reset());

    it('takes a text whole, and its block once, when its first pieces came before its message', () => {
        turn.takePart(textPart('', false));
        turn.takeDelta('part', 'One ');
        turn.takeMessage(AGENT);
        turn.takeDelta('part', `two ${BLOCK}`);
        turn.takePart(textPart(`One two ${BLOCK}three`, true));
        turn.takePart(textPart(`One two ${BLOCK}three`, true));
        assert.equal(textOf(events), 'One two three');
        assert.equal(blocks.length, 1);
        assert.equal(turn.isTorn, false);
    });

    it('runs a block in which the stream of events broke, however long its end takes to come', () => {
        mock.timers.enable({ apis: ['setTimeout'] });
        turn.takeMessage(AGENT);
        turn.takePart(textPart('', false, 'one'));
        turn.takeDelta('one', `One ${BLOCK.slice(0, 10)}`);
        turn.missEvents();
        turn.takeListedPart(textPart(BLOCK.slice(0, 10), false, 'two'));
        mock.timers.tick(60_000);
        turn.takePart(textPart(`One ${BLOCK}`, true, 'one'));
        turn.takePart(textPart(BLOCK, true, 'two'));
        assert.equal(textOf(events), 'One ');
        assert.equal(blocks.length, 2);
    });

    it('keeps two texts apart that stream in turns', () => {
        turn.takeMessage(AGENT);
        turn.takePart(textPart('', false, 'one'));
        turn.takePart(textPart('', false, 'two'));
        turn.takeDelta('one', `One ${BLOCK.slice(0, 10)}`);
        turn.takeDelta('two', `\`\`\`\n${BLOCK.slice(0, 5)}`);
        turn.takeDelta('one', BLOCK.slice(10));
        turn.takeDelta('two', `${BLOCK.slice(5)}\n\`\`\``);
        turn.takePart(textPart(`One ${BLOCK}`, true, 'one'));
        turn.takePart(textPart(`\`\`\`\n${BLOCK}\n\`\`\``, true, 'two'));
        assert.equal(blocks.length, 1);
        assert.match(textOf(events), /^One \s+```/);
        assert.ok(textOf(events).includes(BLOCK.slice(5)));
    });

    it('does not give up an answer that lacks its end before all of it has come', () => {
        const unfinished = { ...AGENT, finish: 'unknown' } as Message;
        assert.equal(turn.takeMessage(unfinished), undefined);
        turn.takePart(textPart('Half of it', true));
        const tokens = { input: 1, output: 1, reasoning: 0, cache: { read: 0, write: 0 } };
        turn.takePart({
            id: 'end',
            sessionID: 'session',
            messageID: AGENT.id,
            type: 'step-finish',
            reason: 'unknown',
            cost: 0,
            tokens
        });
        assert.match(turn.takeMessage(unfinished) ?? '', /broke off its answer/);
        assert.equal(textOf(events), 'Half of it');
    });

    it('knows that it lacks a text that was told from its beginning to its end before its message', () => {
        turn.takePart(textPart('One', true));
        turn.takeMessage(AGENT);
        assert.equal(turn.isTorn, true);
        turn.takeListedPart(textPart('One', true));
        assert.equal(turn.isTorn, false);
        assert.equal(textOf(events), 'One');
    });

    it('does not wait for the texts of others: what the person wrote, and what a list tells of earlier answers', () => {
        turn.takePart({ ...textPart('Hello', true), messageID: PERSON.id });
        turn.takeListedPart({ ...textPart('Earlier', true), messageID: 'earlier message' });
        assert.equal(turn.isTorn, false);
    });
});
