import assert from 'node:assert/strict';
import { findTerminal } from './terminal-reference';

const TERMINALS = [
    { id: 't1', title: 'tests' },
    { id: 't2', title: 'server' },
    { id: 't3', title: 'server' },
    { id: 't4', title: 't1' }
];

describe('A terminal', () => {
    it('is found by its id, or by a title that only one has; the id counts first', () => {
        assert.equal(findTerminal('t2', TERMINALS).id, 't2');
        assert.equal(findTerminal('tests', TERMINALS).id, 't1');
        assert.equal(findTerminal('t1', TERMINALS).id, 't1');
    });

    it('is not guessed when several have the title', () => {
        assert.throws(() => findTerminal('server', TERMINALS), {
            code: 'ambiguous-terminal',
            message: '2 terminals have the title "server". Use one of the ids: t2 ("server"), t3 ("server").'
        });
    });

    it('that does not exist is answered with those that do', () => {
        assert.throws(() => findTerminal('x', TERMINALS.slice(0, 2)), {
            code: 'unknown-terminal',
            message: 'There is no terminal "x". There are: t1 ("tests"), t2 ("server").'
        });
        assert.throws(() => findTerminal('x', []), { message: 'There is no terminal yet. Make one with openspace.terminal.create.' });
    });
});
