import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { shuffled } from '../../common/testing/shuffled';
import type { CommandOrigin } from '../command/openspace-command';
import { FileEditors } from '../testing/file-editors';
import { openWindow } from '../testing/pane-window';

const EVENT = fc.record({
    by: fc.constantFrom('agent' as const, 'person' as const),
    file: fc.constantFrom('a.ts', 'b.ts', 'c.ts', 'd.ts'),
    splitDirection: fc.constantFrom('horizontal' as const, 'vertical' as const, undefined)
});

describe('Editors', () => {
    it('that are open are those of the person, in whatever order the agent’s doing is taken back, and again', async () => {
        await fc.assert(
            fc.asyncProperty(fc.array(EVENT, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()), async (events, chances) => {
                sessionStorage.clear();
                const editors = new FileEditors();
                const { panes, shell, undo } = openWindow(editors);
                const open = (): string[] => editors.all.map(({ title }) => title.label).sort();
                const ofPerson = new Set<string>();
                // Whoever comes to a file opens it, or closes it if it is open.
                for (const [index, { by, file, splitDirection }] of events.entries()) {
                    const origin: CommandOrigin = by === 'agent' ? { by, sessionId: 'session', callId: `call ${index}` } : { by };
                    const widget = editors.all.find(({ title }) => title.label === file);
                    if (widget) {
                        await panes.closeContent(widget.id, origin);
                    } else {
                        await panes.openContent({ type: 'editor', contentId: file, ...(splitDirection ? { splitDirection } : {}) }, origin);
                    }
                    if (by === 'person') {
                        ofPerson[widget ? 'delete' : 'add'](file);
                    }
                }
                const before = open();
                const calls = events.map((_, index) => `call ${index}`).filter(callId => undo.stateOf(callId) === 'done');
                for (const callId of shuffled(calls, chances)) {
                    await undo.setUndone(callId, true);
                }
                assert.deepEqual(open(), [...ofPerson].sort());
                for (const callId of shuffled(calls, chances)) {
                    await undo.setUndone(callId, false);
                }
                assert.deepEqual(open(), before);
                shell.dispose();
            }),
            { numRuns: 15 }
        );
    });
});
