import assert from 'node:assert/strict';
import type { ConversationEvent, TurnEvent } from '../../common';
import { TurnLog } from './turn-log';

function replayed(log: TurnLog): TurnEvent[] {
    const events: ConversationEvent[] = [];
    log.follow(event => events.push(event));
    return events.map(({ turnId: _, ...event }) => event);
}

function tool(callId: string, finished: boolean): TurnEvent {
    return { kind: 'tool', call: { callId, name: 'read', input: '{}', finished } };
}

function request(requestId: string): TurnEvent {
    return { kind: 'request', request: { requestId, questions: [] } };
}

describe('TurnLog', () => {
    it('tells a late follower everything from the beginning, then what happens, once', () => {
        const log = new TurnLog('turn');
        log.add({ kind: 'text', text: 'Once' });
        const events: ConversationEvent[] = [];
        log.follow(event => events.push(event));
        log.add({ kind: 'text', text: ' more' });
        assert.deepEqual(events, [
            { turnId: 'turn', kind: 'text', text: 'Once' },
            { turnId: 'turn', kind: 'text', text: ' more' }
        ]);
    });

    it('keeps pieces of text as one, but not across something else', () => {
        const log = new TurnLog('turn');
        for (const text of ['a', 'b']) {
            log.add({ kind: 'reasoning', text });
        }
        for (const text of ['c', 'd']) {
            log.add({ kind: 'text', text });
        }
        log.add({ kind: 'results', text: 'r' });
        log.add({ kind: 'text', text: 'e' });
        assert.deepEqual(replayed(log), [
            { kind: 'reasoning', text: 'ab' },
            { kind: 'text', text: 'cd' },
            { kind: 'results', text: 'r' },
            { kind: 'text', text: 'e' }
        ]);
    });

    it('keeps two texts apart', () => {
        const log = new TurnLog('turn');
        const texts: TurnEvent[] = [
            { kind: 'text', text: '```', begins: true },
            { kind: 'text', text: '\n\nsecond', begins: true }
        ];
        texts.forEach(event => log.add(event));
        assert.deepEqual(replayed(log), texts);
    });

    it('keeps the last state of a tool where the tool began, and the last notice', () => {
        const log = new TurnLog('turn');
        log.add(tool('one', false));
        log.add({ kind: 'notice', message: 'first' });
        log.add({ kind: 'text', text: 'a' });
        log.add({ kind: 'notice', message: 'second' });
        log.add(tool('one', true));
        assert.deepEqual(replayed(log), [tool('one', true), { kind: 'notice', message: 'second' }, { kind: 'text', text: 'a' }]);
    });

    it('does not ask again what was answered', () => {
        const log = new TurnLog('turn');
        log.add(request('one'));
        log.add(request('two'));
        log.add({ kind: 'request-closed', requestId: 'one' });
        assert.deepEqual(replayed(log), [request('two')]);
    });

    it('tells nothing to one who left', () => {
        const log = new TurnLog('turn');
        const events: ConversationEvent[] = [];
        const follower = (event: ConversationEvent): void => void events.push(event);
        log.follow(follower);
        log.unfollow(follower);
        log.add({ kind: 'end' });
        assert.deepEqual(events, []);
    });
});
