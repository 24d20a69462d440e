import '../testing/browser-environment';
import { Emitter, ILogger, type RpcProxy } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import assert from 'node:assert/strict';
import { AgentControlServer, type AgentState } from '../../common';
import { ResumableConnectionSource } from '../connection/resumable-connection-source';
import { AgentControl } from './agent-control';

/** The backend's end, which knows of the pause until it is started anew. */
class FakeServer implements Pick<RpcProxy<AgentControlServer>, 'onDidOpenConnection' | 'onDidCloseConnection'>, AgentControlServer {
    paused = false;
    readonly openEmitter = new Emitter<void>();
    readonly closeEmitter = new Emitter<void>();
    readonly onDidOpenConnection = this.openEmitter.event;
    readonly onDidCloseConnection = this.closeEmitter.event;

    get state(): AgentState {
        return { phase: this.paused ? 'paused' : 'idle', paused: this.paused, busy: false, queued: 0, approved: false };
    }

    followAgent(): Promise<AgentState> {
        return Promise.resolve(this.state);
    }

    setPaused(paused: boolean): Promise<void> {
        this.paused = paused;
        return Promise.resolve();
    }

    stopAgent(): Promise<void> {
        return this.setPaused(false);
    }

    askAgain(): Promise<void> {
        return Promise.resolve();
    }
}

describe('AgentControl', () => {
    let server: FakeServer;
    let control: AgentControl;
    let network: { readonly lost: Emitter<void>; readonly back: Emitter<void> };

    beforeEach(() => {
        server = new FakeServer();
        network = { lost: new Emitter(), back: new Emitter() };
        const container = new Container();
        const { lost, back } = network;
        container.bind<object>(ResumableConnectionSource).toConstantValue({ onSocketDidClose: lost.event, onDidGoOn: back.event });
        container.bind<object>(AgentControlServer).toConstantValue(server);
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind(AgentControl).toSelf();
        control = container.get(AgentControl);
        control.onStart();
    });

    /** The backend is started anew, and the page has found it again. */
    const restart = async (): Promise<void> => {
        server.closeEmitter.fire();
        assert.equal(control.state.phase, 'disconnected');
        server.paused = false;
        const found = new Promise(resolve => control.onDidChange(resolve));
        server.openEmitter.fire();
        await found;
    };

    it('holds the agents again in a backend that has forgotten that the person does', async () => {
        await control.pause();
        control.onAgentState(server.state);
        await restart();
        assert.deepEqual([server.paused, control.state.phase], [true, 'paused']);
        await restart();
        assert.deepEqual([server.paused, control.state.phase], [true, 'paused']);
    });

    it('says that the backend is away, and what it told last once it is back', async () => {
        await control.pause();
        control.onAgentState(server.state);
        const phases: unknown[] = [];
        control.onDidChange(({ phase, paused }) => phases.push([phase, paused]));
        network.lost.fire();
        network.back.fire();
        assert.deepEqual(phases.flat(), ['disconnected', true, 'paused', true]);
    });

    for (const goOn of ['resume', 'stop'] as const) {
        it(`holds nothing again after a ${goOn}`, async () => {
            await control.pause();
            control.onAgentState(server.state);
            await control[goOn]();
            control.onAgentState(server.state);
            await restart();
            assert.deepEqual([server.paused, control.state.phase], [false, 'idle']);
        });
    }
});
