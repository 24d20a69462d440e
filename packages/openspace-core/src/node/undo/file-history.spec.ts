import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { shuffled } from '../../common/testing/shuffled';
import { FileHistory, type FileState } from './file-history';

/** Sections that only the agent or only the person changes, with lines between them that stay. */
const SECTIONS = 5;
type Sections = readonly (readonly string[])[];
const isAgents = (section: number): boolean => section % 2 === 0;
const textOf = (sections: Sections): string =>
    sections.map((lines, index) => [...lines.map(line => `${index}: ${line}`), `--- ${index}`].join('\n')).join('\n');
const START: Sections = Array.from({ length: SECTIONS }, () => ['a', 'b', 'c']);

const LINES = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 4 });
const EDITS = fc.array(fc.record({ section: fc.nat(SECTIONS - 1), lines: LINES }), { maxLength: 12 });
/** What happens: an edit of the sections of one of the two, or an undo of one of the agent's edits so far. */
const EVENTS = fc.array(
    fc.oneof(
        EDITS.map(edits => ({ edits })),
        fc.nat().map(undo => ({ undo }))
    ),
    { maxLength: 12 }
);

function withEdits(sections: Sections, edits: readonly { section: number; lines: readonly string[] }[], byAgent: boolean): Sections {
    const result = [...sections];
    edits.filter(({ section }) => isAgents(section) === byAgent).forEach(({ section, lines }) => (result[section] = lines));
    return result;
}

/** A file with its history; everything that changes it goes through here. */
class TestFile {
    readonly history: FileHistory;
    readonly calls: string[] = [];

    constructor(public state: FileState) {
        this.history = new FileHistory(state);
    }

    agentWrites(text: FileState): string {
        const callId = `call ${this.calls.length}`;
        this.history.record(callId, this.state, text);
        this.calls.push(callId);
        this.state = text;
        return callId;
    }

    /** Answers whether it was possible. */
    setUndone(callId: string, undone: boolean): boolean {
        const plan = this.history.plan(callId, undone, this.state);
        if (plan) {
            this.history.settle(callId, undone, this.state, plan.state);
            this.state = plan.state;
        }
        return plan !== undefined;
    }
}

describe('The history of a file', () => {
    it('leaves exactly what the person changed, in whatever order the agent’s writes are taken back', () => {
        fc.assert(
            fc.property(EVENTS, fc.infiniteStream(fc.nat()), (events, chances) => {
                const file = new TestFile(textOf(START));
                let alone = START;
                for (const event of events) {
                    if ('edits' in event) {
                        // What is taken back is not in the file any more, so what the agent knows of it is its own sections as they are.
                        const both = withEdits(sectionsOf(file.state ?? ''), event.edits, true);
                        file.agentWrites(textOf(both));
                        alone = withEdits(alone, event.edits, false);
                        file.state = textOf(withEdits(both, event.edits, false));
                    } else if (file.calls.length > 0) {
                        const callId = file.calls[event.undo % file.calls.length] ?? '';
                        assert.ok(file.setUndone(callId, Number(chances.next().value) % 3 > 0));
                    }
                }
                for (const callId of shuffled(file.calls, chances)) {
                    assert.ok(file.setUndone(callId, true));
                }
                assert.equal(file.state, textOf(alone));
            })
        );
    });

    it('loses nothing that the person wrote, whatever the agent wrote over it and takes back, and changes nothing in a conflict', () => {
        const edit = fc.record({
            by: fc.constantFrom('agent' as const, 'person' as const),
            at: fc.nat(30),
            remove: fc.nat(3),
            add: fc.nat(3)
        });
        fc.assert(
            fc.property(fc.array(edit, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (edits, chances) => {
                const file = new TestFile(Array.from({ length: 12 }, (_, index) => `line ${index}\n`).join(''));
                let count = 0;
                for (const { by, at, remove, add } of edits) {
                    const lines = (file.state ?? '').split(/(?<=\n)/);
                    const written = Array.from({ length: add }, () => `${by} ${++count}\n`);
                    const text = lines.toSpliced(at % (lines.length + 1), remove, ...written).join('');
                    if (by === 'agent') {
                        file.agentWrites(text);
                    } else {
                        file.state = text;
                    }
                }
                for (const callId of shuffled(file.calls, chances)) {
                    const before = personsLines(file.state);
                    const { state } = file;
                    if (file.setUndone(callId, true)) {
                        const after = personsLines(file.state);
                        assert.deepEqual(
                            before.filter(line => !after.includes(line)),
                            []
                        );
                    } else {
                        assert.equal(file.state, state);
                    }
                }
            })
        );
    });

    it('makes again what was taken back', () => {
        const file = new TestFile('1\n2\n3\n4\n5\n');
        const first = file.agentWrites('one\n2\n3\n4\n5\n');
        file.agentWrites('one\n2\n3\n4\nfive\n');
        file.state = 'one\n2\nmine\n4\nfive\n';
        file.setUndone(first, true);
        assert.equal(file.state, '1\n2\nmine\n4\nfive\n');
        file.setUndone(first, false);
        assert.equal(file.state, 'one\n2\nmine\n4\nfive\n');
    });

    it('takes a new file away, unless the person wrote in it', () => {
        const file = new TestFile(undefined);
        const made = file.agentWrites('new\n');
        const changed = file.agentWrites('newer\n');
        assert.ok(file.setUndone(made, true));
        assert.equal(file.state, 'newer\n');
        assert.ok(file.setUndone(changed, true));
        assert.equal(file.state, undefined);
        assert.ok(file.setUndone(made, false));
        assert.equal(file.state, 'new\n');
        file.state = 'new\nmine\n';
        assert.ok(!file.setUndone(made, true));
    });

    it('does not touch what the person changed in the agent’s own lines, nor bring back what they deleted', () => {
        const file = new TestFile('1\n2\n3\n');
        const call = file.agentWrites('1\ntwo\n3\n');
        file.state = '1\ntwo and more\n3\n';
        assert.ok(!file.setUndone(call, true));
        file.state = undefined;
        assert.ok(!file.setUndone(call, true));
        assert.deepEqual(file.history.statesOf(call), { before: '1\n2\n3\n', after: '1\ntwo\n3\n' });
    });

    it('forgets the oldest write and can still take back the others', () => {
        const file = new TestFile('1\n2\n3\n4\n5\n');
        const first = file.agentWrites('one\n2\n3\n4\n5\n');
        const second = file.agentWrites('one\n2\n3\n4\nfive\n');
        file.history.forgetOldest();
        assert.deepEqual(file.history.calls, [{ callId: second, undone: false }]);
        assert.ok(file.setUndone(first, true));
        assert.equal(file.state, 'one\n2\n3\n4\nfive\n');
        assert.ok(file.setUndone(second, true));
        assert.equal(file.state, 'one\n2\n3\n4\n5\n');
    });
});

function sectionsOf(text: string): Sections {
    return text
        .split(/--- \d\n?/)
        .slice(0, SECTIONS)
        .map(section =>
            section
                .split('\n')
                .filter(line => line !== '')
                .map(line => line.replace(/^\d: /, ''))
        );
}

function personsLines(state: FileState): string[] {
    return (state ?? '').split('\n').filter(line => line.startsWith('person'));
}
