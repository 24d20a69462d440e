import assert from 'node:assert/strict';
import { activityTarget } from './activity-target';

describe('activityTarget', () => {
    it('prefers the evidence to what was asked for', () => {
        assert.deepEqual(activityTarget({ path: './a.ts', line: 900 }, { path: 'a.ts', line: 12 }), {
            kind: 'file',
            path: 'a.ts',
            line: 12
        });
        const asked = [{ startLine: 900, endLine: 950 }];
        assert.deepEqual(activityTarget({ path: 'a.ts', ranges: asked }, { path: 'a.ts', ranges: [{ startLine: 12, endLine: 12 }] }), {
            kind: 'file',
            path: 'a.ts',
            line: 12
        });
        assert.deepEqual(activityTarget({ title: 'tests' }, { terminalId: 'terminal-1' }), { kind: 'terminal', terminalId: 'terminal-1' });
    });

    it('has the title that a person sees of a terminal or a pane', () => {
        const terminal = { kind: 'terminal', terminalId: 'terminal-1', title: 'tests' };
        assert.deepEqual(activityTarget({ terminalId: 'terminal-1' }, { terminalId: 'terminal-1', title: 'tests' }), terminal);
        assert.deepEqual(activityTarget({ paneId: 'main-1' }, { title: 'a.ts' }), { kind: 'pane', paneId: 'main-1', title: 'a.ts' });
    });

    it('knows a file, a terminal and a pane by the names of the arguments', () => {
        assert.deepEqual(activityTarget({ path: 'a.ts', ranges: [{ startLine: 3, endLine: 5 }] }, undefined), {
            kind: 'file',
            path: 'a.ts',
            line: 3
        });
        assert.deepEqual(activityTarget({ type: 'editor', contentId: 'b.ts' }, undefined), { kind: 'file', path: 'b.ts' });
        assert.deepEqual(activityTarget({ type: 'terminal', contentId: 'tests' }, undefined), { kind: 'terminal', terminalId: 'tests' });
        assert.deepEqual(activityTarget({ paneId: 'main-1' }, null), { kind: 'pane', paneId: 'main-1' });
    });

    it('is the command line where that is all there is', () => {
        assert.deepEqual(activityTarget({ command: ' npm test\n-- --all ' }, undefined), { kind: 'command', text: 'npm test -- --all' });
        assert.equal(activityTarget({ command: '\n' }, undefined), undefined);
    });

    it('tells what is typed into a terminal, on one line and with nothing unseen in it', () => {
        const typed = (text: unknown): unknown => activityTarget({ terminalId: 'tests', text }, { title: 'Tests' });
        const terminal = { kind: 'terminal', terminalId: 'tests', title: 'Tests' };
        assert.deepEqual(typed('rm -rf build\n'), { ...terminal, typed: 'rm -rf build' });
        assert.deepEqual(typed('rm \u202e-rf\n\tbuild\u0000'), { ...terminal, typed: 'rm \\u{202e}-rf build\\u{0}' });
        assert.deepEqual(typed('\n'), terminal);
        assert.deepEqual(typed('x'.repeat(600)), { ...terminal, typed: `${'x'.repeat(499)}…` });
    });

    it('is silent about what is no place', () => {
        assert.equal(activityTarget({}, { panes: [] }), undefined);
        assert.equal(activityTarget({ path: 7 }, 'text'), undefined);
        assert.equal(activityTarget({ path: 'x'.repeat(501) }, undefined), undefined);
    });
});
