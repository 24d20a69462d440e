import assert from 'node:assert/strict';
import { Gate, type ModelPiece } from '@openspace/guide-model';
import { READ, RunningBackend, textOf } from '../testing/running-backend';
import { until } from '../testing/until';

const open = (line: number): string => `%%OS{"cmd":"openspace.editor.open","args":{"path":"a.ts","line":${line}}}%%`;

const OPTIONS = [
    { label: 'Green', description: 'grassy' },
    { label: 'Black', description: 'strong' }
];
const QUESTION: ModelPiece = {
    kind: 'toolCall',
    name: 'question',
    args: { questions: [{ question: 'Green or black?', header: 'Tea', options: OPTIONS }] }
};

describe('A turn whose stream of events breaks', function () {
    // A cold start of OpenCode takes its time on a busy machine.
    this.timeout(180_000);
    let backend: RunningBackend;

    before(async () => {
        backend = await RunningBackend.start();
    });

    after(() => backend.stop());

    beforeEach(() => {
        backend.calls.length = 0;
    });

    const lines = (): unknown[] => backend.calls.map(({ args }) => (args as { line: number }).line);

    const timesRead = (): number => backend.log.filter(line => line.includes('was read again')).length;

    it('loses no text and runs nothing twice when it goes on in the middle of a text', async () => {
        const gates = [new Gate(), new Gate(), new Gate()] as const;
        backend.answer([
            `One ${open(1)}two`,
            { kind: 'gate', gate: gates[0] },
            ` three ${open(2)}four ${open(3).slice(0, 30)}`,
            { kind: 'gate', gate: gates[1] },
            `${open(3).slice(30)}five`,
            { kind: 'gate', gate: gates[2] },
            ` six ${open(4)}seven.`
        ]);
        const { events, finished } = await backend.begin('Count', 'cut in a text');
        await gates[0].reached;
        await until(() => textOf(events) === 'One two');
        backend.network.cut();
        gates[0].open();
        await gates[1].reached;
        backend.network.mend();
        await backend.events.whenConnected();
        await until(() => backend.log.some(line => line.includes('was read again')));
        gates[1].open();
        await gates[2].reached;
        gates[2].open();
        assert.equal(textOf(await finished), 'One two three four five six seven.');
        assert.deepEqual(lines(), [1, 2, 3, 4]);
    });

    it('reads characters whose bytes come one by one', async () => {
        const text = 'Grün – 茶 🍵 ';
        const path = 'größe-茶🍵.ts';
        backend.answer(`${text}%%OS{"cmd":"openspace.editor.open","args":{"path":"${path}"}}%%${text}`);
        backend.network.crumbles = true;
        try {
            assert.equal(textOf(await backend.ask('Which tea?')), text + text);
        } finally {
            backend.network.crumbles = false;
        }
        assert.deepEqual(
            backend.calls.map(({ args }) => args),
            [{ path }]
        );
    });

    it('learns what was said to its end while nobody listened, and sends the results that the agent waits for', async () => {
        const gate = new Gate();
        backend.answer([`One ${open(1)}two`, { kind: 'gate', gate }, ` three. ${READ}`], 'I have read it.');
        const { events, finished } = await backend.begin('Read', 'cut to the end');
        await gate.reached;
        await until(() => textOf(events) === 'One two');
        backend.network.cut();
        gate.open();
        await backend.openCodeSays('/session/status', statuses => Object.keys(statuses).length === 0);
        backend.network.mend();
        assert.equal(textOf(await finished), 'One two three. \n\nI have read it.');
        assert.deepEqual(
            backend.calls.map(({ commandId }) => commandId),
            ['openspace.editor.open', 'openspace.file.read']
        );
        assert.equal(events.filter(({ kind }) => kind === 'results').length, 1);
    });

    it('learns of an end that came after the hello of the new stream and before its first event', async () => {
        const gate = new Gate();
        backend.answer([`One ${open(1)}two`, { kind: 'gate', gate }, ` three ${open(2)}four.`]);
        const { events, finished } = await backend.begin('Count', 'end after the hello');
        await gate.reached;
        await until(() => textOf(events) === 'One two');
        const readBefore = timesRead();
        backend.network.cut();
        backend.events.saysOnlyHello = true;
        backend.network.mend();
        await until(() => timesRead() > readBefore);
        gate.open();
        await until(() => backend.events.unsaid.includes('session.idle'));
        backend.events.saysOnlyHello = false;
        assert.equal(textOf(await finished), 'One two three four.');
        assert.deepEqual(lines(), [1, 2]);
    });

    it('ends when its conversation was deleted while nobody listened, and so does what belongs to one that rests', async () => {
        const gates = [new Gate(), new Gate()] as const;
        backend.answer(`Here ${open(1)}`, ['Wait', { kind: 'gate', gate: gates[0] }], ['On ', { kind: 'gate', gate: gates[1] }, 'and on.']);
        await backend.ask('Show me', 'resting and deleted');
        const resting = backend.calls[0].sessionId;
        const { finished } = await backend.begin('Wait', 'running and deleted');
        await gates[0].reached;
        const [{ conversation }] = backend.turns.all();
        const { sessionId, directory } = conversation;
        const other = await backend.begin('Go on', 'not deleted');
        await gates[1].reached;
        const client = await backend.clients.client();
        backend.endedSessions.length = backend.events.unsaid.length = 0;
        backend.events.saysOnlyHello = true;
        for (const sessionID of [resting, sessionId]) {
            await client.session.delete({ sessionID, directory }, { throwOnError: true });
        }
        await until(() => backend.events.unsaid.filter(type => type === 'session.deleted').length === 2);
        backend.network.cut();
        backend.events.saysOnlyHello = false;
        backend.network.mend();
        const end = (await finished).at(-1);
        assert.ok(end?.kind === 'error');
        assert.match(end.message, /was deleted by another program/);
        gates.forEach(gate => gate.open());
        assert.equal(textOf(await other.finished), 'On and on.');
        await until(() => backend.endedSessions.length === 2);
        assert.deepEqual(new Set(backend.endedSessions), new Set([resting, sessionId]));
    });

    it('brings what was asked while nobody listened to the person', async () => {
        const gate = new Gate();
        backend.answer(['Tea? ', { kind: 'gate', gate }, QUESTION], 'Green it is.');
        const { events, finished } = await backend.begin('Make tea', 'cut before a question');
        await gate.reached;
        await until(() => textOf(events) === 'Tea? ');
        backend.network.cut();
        gate.open();
        await backend.openCodeSays('/question', questions => Object.keys(questions).length === 1);
        backend.network.mend();
        await until(() => events.some(({ kind }) => kind === 'request'));
        const [asked] = events.filter(event => event.kind === 'request');
        await backend.requests.answer(asked.request.requestId, [['Green']]);
        assert.equal(textOf(await finished).replaceAll(/\s+/g, ' '), 'Tea? Green it is.');
    });

    it('asks the person no longer what was answered elsewhere while nobody listened', async () => {
        const gate = new Gate();
        backend.answer(['Tea? ', QUESTION], ['Green it ', { kind: 'gate', gate }, 'is.']);
        const { events, finished } = await backend.begin('Make tea', 'answered elsewhere');
        await until(() => events.some(({ kind }) => kind === 'request'));
        const [asked] = events.filter(event => event.kind === 'request');
        const { requestId } = asked.request;
        const [{ conversation }] = backend.turns.all();
        const { sessionId, directory } = conversation;
        const client = await backend.clients.client();
        backend.events.unsaid.length = 0;
        backend.events.saysOnlyHello = true;
        await client.question.reply({ requestID: requestId, directory, answers: [['Green']] }, { throwOnError: true });
        await until(() => backend.events.unsaid.includes('question.replied'));
        await gate.reached;
        backend.network.cut();
        backend.events.saysOnlyHello = false;
        assert.ok(backend.requests.isWaiting(sessionId));
        backend.network.mend();
        await until(() => events.some(event => event.kind === 'request-closed' && event.requestId === requestId));
        assert.ok(!backend.requests.isWaiting(sessionId));
        gate.open();
        assert.equal(textOf(await finished).replaceAll(/\s+/g, ' '), 'Tea? Green it is.');
    });

    it('brings what a sub-agent asked of whom nobody was told to the person', async () => {
        const gate = new Gate();
        backend.answerBy(({ messages }) => {
            const asked = JSON.stringify(messages);
            const isHelper = asked.includes('Be my helper');
            return !isHelper ? ['Somebody helps me. ', { kind: 'gate', gate }, 'Done.'] : asked.includes('Green"') ? 'Green.' : [QUESTION];
        });
        const { events, finished } = await backend.begin('Get help', 'cut before a sub-agent');
        await gate.reached;
        await until(() => textOf(events) === 'Somebody helps me. ');
        const [{ conversation }] = backend.turns.all();
        const { sessionId, directory } = conversation;
        const client = await backend.clients.client();
        backend.events.saysOnlyHello = true;
        const { data: child } = await client.session.create({ directory, parentID: sessionId }, { throwOnError: true });
        const parts = [{ type: 'text' as const, text: 'Be my helper' }];
        await client.session.promptAsync({ sessionID: child.id, directory, parts }, { throwOnError: true });
        await backend.openCodeSays('/question', questions => Object.keys(questions).length === 1);
        backend.events.saysOnlyHello = false;
        assert.ok(!events.some(({ kind }) => kind === 'request'));
        backend.network.cut();
        backend.network.mend();
        await until(() => events.some(({ kind }) => kind === 'request'));
        const [asked] = events.filter(event => event.kind === 'request');
        await backend.requests.answer(asked.request.requestId, [['Green']]);
        gate.open();
        assert.equal(textOf(await finished), 'Somebody helps me. Done.');
        assert.deepEqual(lines(), []);
    });

    it('brings what a sub-agent of an earlier turn asks to the person, also for the second time', async () => {
        const gates = [new Gate(), new Gate()] as const;
        const unopened = gates.values();
        backend.answerBy(({ messages }) => {
            const asked = JSON.stringify(messages);
            if (!asked.includes('Be my helper')) {
                return ['Somebody helps me. ', { kind: 'gate', gate: unopened.next().value ?? gates[0] }, 'Done.'];
            }
            return messages.at(-1)?.role === 'tool' ? 'Green.' : [QUESTION];
        });
        const first = await backend.begin('Get help', 'with a helper');
        await gates[0].reached;
        const [{ conversation }] = backend.turns.all();
        const { sessionId, directory } = conversation;
        const client = await backend.clients.client();
        const { data: child } = await client.session.create({ directory, parentID: sessionId }, { throwOnError: true });
        const { data: grandchild } = await client.session.create({ directory, parentID: child.id }, { throwOnError: true });
        gates[0].open();
        await first.finished;
        const { events, finished } = await backend.begin('Get help again', 'with a helper');
        await gates[1].reached;
        const parts = [{ type: 'text' as const, text: 'Be my helper' }];
        for (const times of [1, 2]) {
            await client.session.promptAsync({ sessionID: grandchild.id, directory, parts }, { throwOnError: true });
            const asked = () => events.filter(event => event.kind === 'request');
            await until(() => asked().length === times);
            await backend.requests.answer(asked()[times - 1].request.requestId, [['Green']]);
            await until(() => events.filter(({ kind }) => kind === 'request-closed').length === times);
            // OpenCode leaves a message unanswered that comes while it ends the answer to another one.
            await backend.openCodeSays('/session/status', statuses => !(grandchild.id in statuses));
        }
        gates[1].open();
        assert.equal(textOf(await finished), 'Somebody helps me. Done.');
    });
});
