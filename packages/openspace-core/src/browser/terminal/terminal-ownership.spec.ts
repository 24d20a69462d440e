import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import { Widget } from '@theia/core/lib/browser';
import { Emitter } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { TerminalService } from '@theia/terminal/lib/browser/base/terminal-service';
import { TerminalServer } from '../../common';
import { AgentWidgets } from '../session/agent-widgets';
import { TerminalOwnership } from './terminal-ownership';

/** A terminal with a process, or not yet. */
class TestTerminal extends Widget {
    readonly opened = new Emitter<void>();
    readonly onDidOpen = this.opened.event;
    terminalId = -1;

    open(terminalId: number): void {
        this.terminalId = terminalId;
        this.opened.fire();
    }
}

describe('The ownership of terminals', () => {
    let told: string[];
    let own: Set<unknown>;
    let changed: Emitter<void>;
    let all: TestTerminal[];
    let created: Emitter<TestTerminal>;

    beforeEach(() => {
        told = [];
        own = new Set();
        all = [];
        [changed, created] = [new Emitter<void>(), new Emitter<TestTerminal>()];
        const container = new Container();
        container.bind<unknown>(TerminalService).toConstantValue({ all, onDidCreateTerminal: created.event });
        container.bind<unknown>(AgentWidgets).toConstantValue({ onDidChange: changed.event, isOwn: (widget: unknown) => own.has(widget) });
        container.bind<Pick<TerminalServer, 'adoptTerminal' | 'releaseTerminal'>>(TerminalServer).toConstantValue({
            adoptTerminal: processId => Promise.resolve(void told.push(`adopt ${processId}`)),
            releaseTerminal: processId => Promise.resolve(void told.push(`release ${processId}`))
        });
        container.bind(TerminalOwnership).toSelf();
        container.get(TerminalOwnership).onStart();
    });

    function create(): TestTerminal {
        const terminal = new TestTerminal();
        all.push(terminal);
        created.fire(terminal);
        return terminal;
    }

    function change(terminal: TestTerminal, isOwn: boolean): void {
        own[isOwn ? 'add' : 'delete'](terminal);
        changed.fire();
    }

    it('is told to the backend once for each change', () => {
        const terminal = create();
        terminal.open(7);
        change(terminal, true);
        changed.fire();
        change(terminal, false);
        changed.fire();
        change(terminal, true);
        assert.deepEqual(told, ['adopt 7', 'release 7', 'adopt 7']);
    });

    it('is told when a terminal that came back has its process, and again when that is another one', () => {
        const terminal = create();
        change(terminal, true);
        assert.deepEqual(told, []);
        terminal.open(7);
        terminal.open(8);
        assert.deepEqual(told, ['adopt 7', 'adopt 8']);
    });

    it('stays with the agent when the terminal is closed, so that what runs in it ends', () => {
        const terminal = create();
        terminal.open(7);
        change(terminal, true);
        terminal.dispose();
        change(terminal, false);
        assert.deepEqual(told, ['adopt 7']);
    });
});
