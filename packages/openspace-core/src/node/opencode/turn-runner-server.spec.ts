import assert from 'node:assert/strict';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container, injectable } from '@theia/core/shared/inversify';
import type { ConversationEvent } from '../../common';
import { AgentConsent } from '../approval/agent-consent';
import { HubClient } from '../hub/hub-client';
import { CommandLedger } from '../ledger/command-ledger';
import { AgentLimits } from '../settings/agent-limits';
import { until } from '../testing/until';
import { AgentRequests } from './agent-requests';
import { Conversations } from './conversations';
import { HubTools } from './hub-tools';
import { LostSessions } from './lost-sessions';
import { MessageSender } from './message-sender';
import { OpenCodeClientProvider } from './opencode-client';
import { OpenCodeEvents, type OpenCodeEvent } from './opencode-events';
import { OpenCodeProxy } from './opencode-proxy';
import { OpenCodeServer } from './opencode-server';
import { RunningTurns } from './running-turns';
import { SubAgents } from './sub-agents';
import { TurnReader } from './turn-reader';
import { TurnRunner } from './turn-runner';

const SESSION = 'session';

/** The answer to an earlier message, which is whole. */
const OLD_ANSWER = { info: { id: 'old', role: 'assistant', parentID: 'older', time: { completed: 1 } }, parts: [] };

/** Does not wait for long. */
@injectable()
class HastyRunner extends TurnRunner {
    protected override checkAfterMs = 1;
    protected override restTimeoutMs = 50;
}

/** OpenCode, which says of itself whatever it is told to. */
class FakeOpenCode {
    /** The question from which on it says that it is busy. */
    busyFrom = Infinity;
    timesAsked = 0;
    timesAborted = 0;
    /** A sub-agent that was deleted after it was listed, if there is one. */
    children: { id: string }[] = [];
    readonly session = {
        promptAsync: (): Promise<object> => Promise.resolve({}),
        abort: () => {
            this.timesAborted++;
            return Promise.resolve({});
        },
        status: () => {
            this.timesAsked++;
            return Promise.resolve({ data: this.timesAsked >= this.busyFrom ? { [SESSION]: { type: 'busy' } } : {} });
        },
        messages: (): Promise<{ data: object[] }> => Promise.resolve({ data: [OLD_ANSWER] }),
        children: ({ sessionID }: { sessionID: string }) =>
            sessionID === SESSION
                ? Promise.resolve({ data: this.children })
                : Promise.reject(new Error('Session not found', { cause: { status: 404 } }))
    };
    readonly permission = { list: () => Promise.resolve({ data: [] }) };
    readonly question = { list: () => Promise.resolve({ data: [] }) };

    client(): Promise<this> {
        return Promise.resolve(this);
    }
}

describe('A turn', () => {
    let server: FakeOpenCode;
    let runner: TurnRunner;
    let turns: RunningTurns;
    let connected: Emitter<void>;
    let received: Emitter<OpenCodeEvent>;
    let events: ConversationEvent[];
    /** The sessions of which nothing is done any more. */
    let cancelled: string[];
    /** The sessions in which a refusal of the person does not stand any more. */
    let reconsidered: string[];
    /** What was noted of the actions in answers that were stopped. */
    let noted: unknown[];

    beforeEach(() => {
        server = new FakeOpenCode();
        connected = new Emitter();
        received = new Emitter();
        events = [];
        cancelled = [];
        reconsidered = [];
        noted = [];
        const container = new Container();
        const never = new Emitter<void>().event;
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind<object>(OpenCodeClientProvider).toConstantValue(server);
        container.bind<object>(OpenCodeServer).toConstantValue({ model: undefined });
        container.bind<object>(OpenCodeEvents).toConstantValue({
            ...{ onDidBreak: never, onDidListen: never },
            onDidConnect: connected.event,
            onDidReceive: received.event
        });
        container.bind<object>(LostSessions).toConstantValue({});
        container.bind<object>(AgentRequests).toConstantValue({ openIn: () => [], closeSession: () => [] });
        container.bind<object>(HubClient).toConstantValue({ instructions: () => Promise.resolve(undefined) });
        container.bind<object>(HubTools).toConstantValue({ provide: () => Promise.resolve() });
        container.bind<object>(CommandLedger).toConstantValue({
            ...{ takeFinished: () => [], keepFinished: () => undefined, setOwner: () => undefined },
            onDidProgress: never,
            cancel: (sessionId: string) => cancelled.push(sessionId)
        });
        container.bind<object>(AgentConsent).toConstantValue({ reconsider: (sessionId: string) => reconsidered.push(sessionId) });
        container
            .bind<object>(Conversations)
            .toConstantValue({ noteStopped: (...[, , tally]: unknown[]) => void noted.push(tally), isGone: () => Promise.resolve(false) });
        container.bind<object>(AgentLimits).toConstantValue({ followUpRounds: 8 });
        container.bind(RunningTurns).toSelf().inSingletonScope();
        container.bind(SubAgents).toSelf().inSingletonScope();
        container.bind(MessageSender).toSelf().inSingletonScope();
        container.bind(TurnReader).toSelf().inSingletonScope();
        container.bind(TurnRunner).to(HastyRunner).inSingletonScope();
        container.bind(OpenCodeProxy).toSelf().inSingletonScope();
        container.get(OpenCodeProxy);
        runner = container.get(TurnRunner);
        turns = container.get(RunningTurns);
    });

    const begin = (): Promise<void> =>
        runner.begin(
            { conversationId: 'conversation', turnId: 'turn', text: 'Hello' },
            { sessionId: SESSION, directory: '/', userMessages: new Set(['older']) },
            { tabId: 'tab', workspace: '/', send: event => events.push(event) }
        );

    /** Begins a turn that is stopped, and over, before OpenCode has taken its message. */
    const stopOnItsWay = async (before?: () => void): Promise<{ message: Deferred<object>; begun: Promise<void> }> => {
        const message = new Deferred<object>();
        const leaves = new Deferred();
        server.session.promptAsync = () => {
            leaves.resolve();
            return message.promise;
        };
        const begun = begin();
        await leaves.promise;
        before?.();
        const [turn] = turns.all();
        await runner.stop(turn);
        await turn.closed.promise;
        return { message, begun };
    };

    it('begins with a message of the person, whose refusal of before does not stand any more', async () => {
        server.session.promptAsync = () => Promise.resolve({});
        await begin();
        assert.deepEqual(reconsidered, [SESSION]);
    });

    it('that is stopped ends, although OpenCode says that it stops and never rests', async () => {
        await begin();
        server.busyFrom = 0;
        const [turn] = turns.all();
        await runner.stop(turn);
        await turn.closed.promise;
        assert.ok(server.timesAborted > 1);
        assert.deepEqual(
            events.map(({ kind }) => kind),
            ['stopped', 'end']
        );
    });

    it('that is stopped is noted at once, and again with what had become of its actions when it ended', async () => {
        await begin();
        server.busyFrom = 0;
        const [turn] = turns.all();
        turn.ownMessages.add('message');
        turn.actions.add('call');
        await runner.stop(turn);
        turn.actions.end('call', 'failed');
        await turn.closed.promise;
        await until(() => noted.length === 2);
        assert.deepEqual(noted, [{ count: 1 }, { count: 1, failed: 1 }]);
    });

    it('that is stopped takes what its sub-agents do with it, and nothing of the turn after it', async () => {
        const { message, begun } = await stopOnItsWay(() => {
            turns.addChild('helper', SESSION);
            turns.addChild("helper's helper", 'helper');
        });
        assert.deepEqual(new Set(cancelled), new Set([SESSION, 'helper', "helper's helper"]));
        cancelled = [];
        server.session.promptAsync = () => Promise.resolve({});
        await begin();
        message.resolve({});
        await begun;
        assert.deepEqual(cancelled, []);
    });

    it('that is stopped while its message is on its way ends once, whatever becomes of the message', async () => {
        const { message, begun } = await stopOnItsWay();
        message.reject(new Error('The connection broke'));
        await assert.rejects(begun, /did not reach OpenCode.*The connection broke/);
        assert.deepEqual(
            events.map(({ kind }) => kind),
            ['stopped', 'end']
        );
    });

    it('that is stopped while its message is on its way is stopped once more when the message has arrived', async () => {
        const { message, begun } = await stopOnItsWay();
        const before = server.timesAborted;
        message.resolve({});
        await begun;
        assert.equal(server.timesAborted, before + 1);
    });

    it('is not taken for answered when OpenCode rests because it has not begun yet', async () => {
        await begin();
        server.busyFrom = 3;
        connected.fire();
        await until(() => server.timesAsked === 3);
        assert.deepEqual(events, []);
        assert.equal(turns.all().length, 1);
    });

    it('ends when OpenCode comes to rest while it still tells what it has said', async () => {
        await begin();
        const [turn] = turns.all();
        const asked = new Deferred();
        const messages = new Deferred<{ data: object[] }>();
        server.session.messages = () => {
            asked.resolve();
            return messages.promise;
        };
        server.busyFrom = 0;
        connected.fire();
        await asked.promise;
        server.busyFrom = Infinity;
        received.fire({ id: 'event', type: 'session.idle', properties: { sessionID: SESSION } });
        messages.resolve({
            data: [
                OLD_ANSWER,
                { info: { id: 'new', role: 'user' }, parts: [] },
                {
                    info: { id: 'answer', role: 'assistant', parentID: 'new', time: { completed: 2 } },
                    parts: [{ id: 'part', messageID: 'answer', type: 'text', text: 'Here.', time: { end: 2 } }]
                }
            ]
        });
        await turn.closed.promise;
        assert.deepEqual(
            events.map(event => (event.kind === 'text' ? event.text : event.kind)),
            ['Here.', 'end']
        );
    });

    it('goes on when OpenCode does not find a sub-agent any more', async () => {
        await begin();
        server.busyFrom = 0;
        server.children = [{ id: 'deleted' }];
        connected.fire();
        await until(() => server.timesAsked > 1);
        server.children = [];
        assert.deepEqual(events, []);
        assert.equal(turns.all().length, 1);
    });

    it('whose message OpenCode has lost ends, and says that it has to be sent again', async () => {
        await begin();
        connected.fire();
        await turns.all()[0].closed.promise;
        const [end] = events;
        assert.ok(end.kind === 'error');
        assert.match(end.message, /was restarted while it answered/);
    });
});
