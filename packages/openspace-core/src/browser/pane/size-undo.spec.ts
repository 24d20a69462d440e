import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import { MessageLoop } from '@theia/core/lib/browser';
import * as fc from 'fast-check';
import { shuffled } from '../../common/testing/shuffled';
import { layOutDocument } from '../testing/laid-out-document';
import { openWindow } from '../testing/pane-window';
import { isNear } from './pane-geometry';

type Side = 'width' | 'height';
const areNear = (some: readonly number[], others: readonly number[]): boolean =>
    some.every((length, at) => isNear(length, others[at] ?? 0));

const RESIZE = fc.record({
    by: fc.constantFrom('agent' as const, 'person' as const),
    pane: fc.constantFrom('main-1', 'main-2', 'main-3'),
    side: fc.constantFrom('width' as const, 'height' as const),
    percent: fc.integer({ min: 20, max: 80 })
});

describe('Sizes of panes', () => {
    let endLayout: () => void;
    before(() => (endLayout = layOutDocument()));
    after(() => endLayout());

    it('are those that the person left, in whatever order the agent’s are taken back', async () => {
        await fc.assert(
            fc.asyncProperty(fc.array(RESIZE, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()), async (resizes, chances) => {
                sessionStorage.clear();
                const { add, panes, shell, undo } = openWindow();
                await add('text-a');
                await add('text-b', { area: 'main', mode: 'split-right' });
                await add('text-c', { area: 'main', mode: 'split-bottom' });
                MessageLoop.flush();
                const lengths = (side: Side): number[] => panes.listPanes().map(({ geometry }) => geometry[side]);
                const ofPerson = { width: lengths('width'), height: lengths('height') };
                for (const [index, { by, pane, side: wanted, percent }] of resizes.entries()) {
                    // The first pane takes the whole height.
                    const side = pane === 'main-1' ? 'width' : wanted;
                    const before = lengths(side);
                    const callId = `call ${index}`;
                    await panes.resizePane(pane, { [side]: percent }, by === 'agent' ? { by, sessionId: 'session', callId } : { by });
                    if (by === 'person' && !areNear(lengths(side), before)) {
                        ofPerson[side] = lengths(side);
                    }
                }
                const calls = resizes.map((_, index) => `call ${index}`).filter(callId => undo.stateOf(callId) === 'done');
                for (const callId of shuffled(calls, chances)) {
                    await undo.setUndone(callId, true);
                }
                for (const side of ['width', 'height'] as const) {
                    assert.ok(
                        areNear(lengths(side), ofPerson[side]),
                        `${side} ${lengths(side).join(', ')}: not ${ofPerson[side].join(', ')}`
                    );
                }
                shell.dispose();
            }),
            { numRuns: 15 }
        );
    });
});
