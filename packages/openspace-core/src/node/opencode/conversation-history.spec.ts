import assert from 'node:assert/strict';
import type { Message, Part } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import { rebuildHistory, type KeptMessage } from './conversation-history';
import { BROKEN_OFF, UNANSWERED } from './model-trouble';
import { resultsPart } from './results-part';

const OPEN = '%%OS{"cmd":"openspace.editor.open","args":{"path":"a.ts"}}%%';
const UNFINISHED = { finish: undefined };
let count = 0;

/** What OpenCode keeps has many more fields, which do not matter here. */
function message(info: object, parts: object[]): KeptMessage {
    const id = `message ${++count}`;
    return { info: { id, sessionID: 'session', ...info } as Message, parts: parts as Part[] };
}

function ofPerson(text: string): KeptMessage {
    return message({ role: 'user' }, [{ type: 'text', text }]);
}

function ofAgent(parts: object[], info: object = {}): KeptMessage {
    return message({ role: 'assistant', time: { created: 1, completed: 2 }, finish: 'stop', ...info }, parts);
}

describe('rebuildHistory', () => {
    it('gives each message of the person with its answer, without blocks', () => {
        const history = rebuildHistory([
            ofPerson('One'),
            ofAgent([{ type: 'step-start' }, { type: 'reasoning', text: `Hm ${OPEN}` }, { type: 'text', text: `Look ${OPEN}here.` }]),
            ofPerson('Two'),
            ofAgent([{ type: 'text', text: OPEN }])
        ]);
        assert.deepEqual(
            history.map(({ text, events }) => [text, events]),
            [
                [
                    'One',
                    [
                        { kind: 'reasoning', text: `Hm ${OPEN}` },
                        { kind: 'text', text: 'Look here.', begins: true },
                        { kind: 'actions', count: 1, sessionId: 'session' }
                    ]
                ],
                ['Two', [{ kind: 'actions', count: 1, sessionId: 'session' }]]
            ]
        );
    });

    it('keeps a block that was shown as code, and what the person wrote', () => {
        const fenced = `\`\`\`\n${OPEN}\n\`\`\``;
        const [exchange] = rebuildHistory([ofPerson(`What is ${OPEN}?`), ofAgent([{ type: 'text', text: fenced }])]);
        assert.equal(exchange.text, `What is ${OPEN}?`);
        assert.deepEqual(exchange.events, [{ kind: 'text', text: fenced, begins: true }]);
    });

    it('puts results and the rounds after them into the same answer, and leaves out what OpenCode adds by itself', () => {
        const [exchange, ...others] = rebuildHistory([
            ofPerson('Read it'),
            ofAgent([{ type: 'text', text: 'Let me look.' }]),
            message({ role: 'user' }, [resultsPart('1. done')]),
            message({ role: 'user' }, [{ type: 'text', text: 'Continue.', synthetic: true }]),
            ofAgent([{ type: 'text', text: 'Two lines.' }])
        ]);
        assert.deepEqual(others, []);
        assert.deepEqual(exchange.events, [
            { kind: 'text', text: 'Let me look.', begins: true },
            { kind: 'results', text: '1. done' },
            { kind: 'text', text: '\n\nTwo lines.', begins: true }
        ]);
    });

    it('leaves out the summary that OpenCode makes of a long conversation', () => {
        const [exchange] = rebuildHistory([
            ofPerson('Go on'),
            ofAgent([{ type: 'text', text: `The agent ran ${OPEN}` }], { summary: true }),
            ofAgent([{ type: 'text', text: 'I went on.' }])
        ]);
        assert.deepEqual(exchange.events, [{ kind: 'text', text: 'I went on.', begins: true }]);
    });

    it('counts the commands of all rounds, and tells of them before the bad end', () => {
        const [exchange] = rebuildHistory([
            ofPerson('Open both'),
            ofAgent([{ type: 'text', text: `${OPEN}${OPEN}` }]),
            message({ role: 'user' }, [resultsPart('1. done')]),
            ofAgent([{ type: 'text', text: OPEN }], { error: { name: 'MessageAbortedError', data: { message: 'aborted' } } })
        ]);
        assert.deepEqual(exchange.events.slice(1), [{ kind: 'actions', count: 3, sessionId: 'session' }, { kind: 'stopped' }]);
    });

    it('tells how many commands did not happen, as the last results have it', () => {
        const [exchange, next] = rebuildHistory([
            ofPerson('Open both'),
            ofAgent([{ type: 'text', text: `${OPEN}${OPEN}` }]),
            message({ role: 'user' }, [resultsPart('1. refused', { count: 2, refused: 1 })]),
            ofAgent([{ type: 'text', text: `${OPEN}${OPEN}` }]),
            message({ role: 'user' }, [resultsPart('1. refused', { count: 4, refused: 2, failed: 1 })]),
            ofAgent([{ type: 'text', text: OPEN }]),
            ofPerson('And another'),
            ofAgent([{ type: 'text', text: OPEN }])
        ]);
        assert.deepEqual(exchange.events.at(-1), { kind: 'actions', count: 5, refused: 2, failed: 1, sessionId: 'session' });
        assert.deepEqual(next.events.at(-1), { kind: 'actions', count: 1, sessionId: 'session' });
    });

    it('counts calls of the tools of the Hub by how they ended, and not those of other tools', () => {
        const tool = (name: string, state: object): object => ({ type: 'tool', callID: name, tool: name, state: { input: {}, ...state } });
        const done = (name: string): object => tool(name, { status: 'completed', output: '', metadata: {} });
        const missed = (name: string, error: string): object => tool(name, { status: 'error', error });
        const [exchange] = rebuildHistory([
            ofPerson('Do it all'),
            ofAgent([
                { type: 'text', text: OPEN },
                done('ide_read_file'),
                missed('ide_write_file', 'Error: Access denied. No.'),
                missed('ide_openspace_file_write', 'Error: Refused. No.'),
                missed('ide_openspace_file_read', 'Error: There is no a.ts.'),
                missed('ide_openspace_editor_open', 'The Hub is gone.'),
                done('todowrite')
            ]),
            message({ role: 'user' }, [resultsPart('1. refused', { count: 1, refused: 1 })])
        ]);
        assert.deepEqual(exchange.events.at(-1), { kind: 'actions', count: 6, refused: 3, failed: 2, sessionId: 'session' });
    });

    it('shows tools as finished, whatever became of them', () => {
        const state = { status: 'running', input: { path: 'a' } };
        const [exchange] = rebuildHistory([ofPerson('Go'), ofAgent([{ type: 'tool', callID: 'call', tool: 'read', state }])]);
        assert.deepEqual(exchange.events, [
            { kind: 'tool', call: { callId: 'call', name: 'read', input: '{"path":"a"}', finished: true } }
        ]);
    });

    it('says how an answer ended that did not end well', () => {
        const history = rebuildHistory([
            ofPerson('One'),
            ofAgent([], { error: { name: 'MessageAbortedError', data: { message: 'aborted' } } }),
            ofPerson('Two'),
            ofAgent([], { error: { name: 'UnknownError', data: { message: 'no tea' } } }),
            ofPerson('Three'),
            ofAgent([{ type: 'text', text: OPEN }], { time: { created: 1 }, ...UNFINISHED })
        ]);
        assert.deepEqual(
            history
                .map(({ events }) => events.map(event => (event.kind === 'error' ? event.message : event.kind)))
                .map(events => events.at(-1)?.slice(0, 36)),
            ['stopped', 'The model could not answer: no tea. ', 'The model gave no answer to this mes']
        );
    });

    it('says of an answer that was given up that its end is missing, or all of it', () => {
        const half = { type: 'text', text: 'Half of it' };
        const ends = rebuildHistory([
            ...[ofPerson('One'), ofAgent([half], UNFINISHED)],
            ...[ofPerson('Two'), ofAgent([half], { finish: 'unknown' })],
            ...[ofPerson('Three'), ofAgent([], UNFINISHED)],
            ...[ofPerson('Four'), ofAgent([])],
            ofPerson('Five')
        ]).map(({ events }) => events.at(-1));
        const [broken, unanswered] = [BROKEN_OFF, UNANSWERED].map(text => ({ kind: 'error', message: text }));
        assert.deepEqual(ends, [broken, broken, unanswered, unanswered, unanswered]);
    });

    it('says that an answer was stopped which was whole by then, but whose commands were not', () => {
        const asked = ofPerson('Open it');
        const aborted = ofAgent([], { error: { name: 'MessageAbortedError', data: { message: 'aborted' } } });
        const whole = ofAgent([{ type: 'text', text: OPEN }]);
        const awaited = ofAgent([], UNFINISHED);
        const stopped = new Map([[asked.info.id, undefined]]);
        assert.deepEqual(
            [whole, aborted, awaited].map(answer => rebuildHistory([asked, answer], stopped)[0].events.map(({ kind }) => kind)),
            [['actions', 'stopped'], ['stopped'], ['stopped']]
        );
    });

    it('tells what became of the actions of an answer that was stopped, as it was noted then, or else how many there were', () => {
        const asked = ofPerson('Open both');
        const answer = ofAgent([{ type: 'text', text: `${OPEN}${OPEN}` }]);
        const told = [{ count: 2, refused: 1 }, undefined].map(
            tally => rebuildHistory([asked, answer], new Map([[asked.info.id, tally]]))[0].events[0]
        );
        assert.deepEqual(told, [
            { kind: 'actions', count: 2, refused: 1, sessionId: 'session' },
            { kind: 'actions', count: 2, sessionId: 'session' }
        ]);
    });
});
