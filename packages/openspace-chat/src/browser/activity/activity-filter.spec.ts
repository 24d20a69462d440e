import '@openspace/core/lib/browser/testing/browser-environment';
import type { ActivityEntry, ActivityState } from '@openspace/core/lib/common';
import assert from 'node:assert/strict';
import { exportActivity } from './activity-export';
import { filterActivity, NO_FILTER, type ActivityFilter } from './activity-filter';
import { ActivityWords } from './activity-words';

const LABELS: Readonly<Record<string, string>> = { 'openspace.editor.open': 'Open File at Line' };

function entryOf(callId: string, state: ActivityState, rest: Partial<ActivityEntry> = {}): ActivityEntry {
    return { callId, revision: 1, sessionId: 's1', commandId: 'openspace.editor.open', client: 'chat', state, askedAt: 0, ...rest };
}

const ENTRIES = [
    entryOf('c1', 'done', { target: { kind: 'file', path: 'src/index.ts', line: 42 }, durationMs: 12 }),
    entryOf('c2', 'refused', { detail: 'That file is secret.', target: { kind: 'file', path: '.env' } }),
    entryOf('c3', 'running', { sessionId: 's2', client: 'claude', commandId: 'openspace.terminal.send' })
];

function found(filter: Partial<ActivityFilter>): string[] {
    const words = new ActivityWords(id => LABELS[id]);
    return filterActivity(ENTRIES, { ...NO_FILTER, ...filter }, words).map(({ callId }) => callId);
}

describe('The filter of the activity', () => {
    it('shows everything at first, as the very same list', () => {
        assert.equal(filterActivity(ENTRIES, NO_FILTER, new ActivityWords(() => undefined)), ENTRIES);
    });

    it('finds words in whatever a person reads', () => {
        assert.deepEqual(found({ text: 'open INDEX' }), ['c1']);
        assert.deepEqual(found({ text: 'secret' }), ['c2']);
        assert.deepEqual(found({ text: 'claude' }), ['c3']);
        assert.deepEqual(found({ text: 'terminal.send' }), ['c3']);
        assert.deepEqual(found({ text: 'open nowhere' }), []);
    });

    it('shows one kind of outcome, or one session', () => {
        assert.deepEqual(found({ outcome: 'done' }), ['c1']);
        assert.deepEqual(found({ outcome: 'problems' }), ['c2']);
        assert.deepEqual(found({ outcome: 'active' }), ['c3']);
        assert.deepEqual(found({ sessionId: 's2' }), ['c3']);
    });
});

describe('The words of the activity', () => {
    it('number the sessions of the chat and of each program as they come, and keep the names', () => {
        const words = new ActivityWords(() => undefined);
        const next = entryOf('c4', 'done', { sessionId: 's3' });
        assert.deepEqual(
            [...ENTRIES, next, ENTRIES[0]].map(entry => words.session(entry)),
            ['Chat 1', 'Chat 1', 'claude (1)', 'Chat 2', 'Chat 1']
        );
    });

    it('say how long something took', () => {
        const words = new ActivityWords(() => undefined);
        const durations = [0, 999, 1_000, 59_949, 59_950, 61_000, 119_500].map(durationMs =>
            words.duration(entryOf('c', 'done', { durationMs }))
        );
        assert.deepEqual(durations, ['0 ms', '999 ms', '1.0 s', '59.9 s', '1 min 0 s', '1 min 1 s', '2 min 0 s']);
    });

    it('tell a terminal by its title, and what is typed there', () => {
        const words = new ActivityWords(() => undefined);
        const terminal = { kind: 'terminal', terminalId: 'terminal-1' } as const;
        const targets = [terminal, { ...terminal, title: 'tests' }, { ...terminal, title: 'tests', typed: 'rm -rf build' }];
        assert.deepEqual(
            targets.map(target => words.target(entryOf('c', 'refused', { target }))),
            ['terminal-1', 'tests', 'tests: rm -rf build']
        );
    });

    it('make a line for the clipboard', () => {
        const words = new ActivityWords(id => LABELS[id]);
        assert.deepEqual(words.line(ENTRIES[0]).split('\t'), [
            new Date(0).toLocaleString(),
            'Open File at Line',
            'src/index.ts:42',
            'Done',
            '12 ms',
            'Chat 1',
            ''
        ]);
    });
});

describe('An action that was taken back', () => {
    const isUndone = ({ callId }: ActivityEntry): boolean => callId === 'c1';

    it('is called undone wherever its outcome is told, and found so as soon as it is', () => {
        let undone = false;
        const words = new ActivityWords(
            id => LABELS[id],
            entry => undone && isUndone(entry)
        );
        const find = (text: string): string[] => filterActivity(ENTRIES, { ...NO_FILTER, text }, words).map(({ callId }) => callId);
        assert.deepEqual([find('done'), find('undone')], [['c1'], []]);
        undone = true;
        assert.deepEqual(find('undone'), ['c1']);
        assert.match(words.line(ENTRIES[0]), /\tUndone\t/);
        assert.equal(words.outcome(ENTRIES[0]), 'Undone');
    });

    it('is marked in the exported file', () => {
        const exported = JSON.parse(exportActivity(ENTRIES, isUndone)) as readonly { readonly undone?: boolean }[];
        assert.deepEqual(
            exported.map(({ undone }) => undone),
            [true, undefined, undefined]
        );
    });
});

describe('The exported activity', () => {
    it('is JSON with readable times', () => {
        const exported: unknown = JSON.parse(exportActivity(ENTRIES, () => false));
        assert.ok(Array.isArray(exported));
        assert.equal(exported.length, 3);
        assert.deepEqual(exported[1], {
            time: '1970-01-01T00:00:00.000Z',
            callId: 'c2',
            sessionId: 's1',
            commandId: 'openspace.editor.open',
            client: 'chat',
            state: 'refused',
            detail: 'That file is secret.',
            target: { kind: 'file', path: '.env' }
        });
    });
});
