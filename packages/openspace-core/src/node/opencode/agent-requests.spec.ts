import assert from 'node:assert/strict';
import { Policy } from '@openspace/workspace-tools';
import { ILogger } from '@theia/core/lib/common';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import type { ConversationEvent } from '../../common';
import { until } from '../testing/until';
import { WorkspaceKernels } from '../workspace/workspace-kernels';
import { AgentRequests } from './agent-requests';
import { AgentTurn } from './agent-turn';
import { OpenCodeClientProvider } from './opencode-client';
import { RunningTurns } from './running-turns';
import { SubAgents } from './sub-agents';

const CONVERSATION = { sessionId: 'session', directory: '/workspace', userMessages: new Set<string>() };
const ASKED = { id: 'request', sessionID: 'session', permission: 'bash', patterns: ['ls'], metadata: {}, always: [] };

/** OpenCode, which can be away. */
class FakeOpenCode {
    isAway = false;
    readonly replies: unknown[] = [];
    /** The sessions whose parents were asked for, and how the answers come. */
    readonly asked: string[] = [];
    parents = Promise.resolve<Record<string, string>>({});
    readonly session = {
        get: async ({ sessionID }: { sessionID: string }): Promise<{ data: { parentID: string | undefined } }> => {
            this.asked.push(sessionID);
            return { data: { parentID: (await this.parents)[sessionID] } };
        }
    };
    readonly permission = {
        reply: ({ reply }: { reply: string }): Promise<void> => {
            this.replies.push(reply);
            return Promise.resolve();
        }
    };

    client(): Promise<this> {
        return this.isAway ? Promise.reject(new Error('fetch failed')) : Promise.resolve(this);
    }
}

describe('A request of the agent', () => {
    let server: FakeOpenCode;
    let requests: AgentRequests;
    let events: ConversationEvent[];

    /** What the person reads, and may answer, when OpenCode asks about this command line. */
    const shown = (id: string, command: string, always: string[]): [string, string[]] => {
        const request = requests.takePermission({ ...ASKED, id, patterns: ['rm build.log'], always, metadata: { command } }, CONVERSATION);
        assert.ok(request);
        const [{ text, options }] = request.questions;
        return [text, options.map(({ value }) => value)];
    };

    beforeEach(() => {
        server = new FakeOpenCode();
        const container = new Container();
        container.bind<object>(OpenCodeClientProvider).toConstantValue(server);
        const guard = { policy: new Policy({ forbiddenPaths: ['/state'] }) };
        container.bind<object>(WorkspaceKernels).toConstantValue({ open: () => Promise.resolve({ guard }) });
        container.bind(RunningTurns).toSelf().inSingletonScope();
        container.bind(SubAgents).toSelf();
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind(AgentRequests).toSelf();
        requests = container.get(AgentRequests);
        events = [];
        const partner = { tabId: 'tab', workspace: '/workspace', send: (event: ConversationEvent) => events.push(event) };
        const blocks = { onBlock: () => undefined, onProblem: () => undefined };
        const prompt = { conversationId: 'conversation', turnId: 'turn', text: 'Hello' };
        container.get(RunningTurns).add(new AgentTurn(prompt, CONVERSATION, partner, blocks));
    });

    it('is shown in the turn of the session that started its own, which is looked up once', async () => {
        server.parents = Promise.resolve({ child: 'session', grandchild: 'child' });
        requests.askPermission({ ...ASKED, id: 'a', sessionID: 'grandchild' });
        await until(() => events.length === 1);
        requests.askPermission({ ...ASKED, id: 'b', sessionID: 'grandchild' });
        assert.deepEqual(
            events.map(event => event.kind === 'request' && event.request.requestId),
            ['a', 'b']
        );
        assert.deepEqual(server.asked, ['grandchild', 'child']);
    });

    it('is shown to nobody when its session belongs to no turn, or it is answered before that is known', async () => {
        const parents = new Deferred<Record<string, string>>();
        server.parents = parents.promise;
        requests.askPermission({ ...ASKED, id: 'a', sessionID: 'stranger' });
        requests.askPermission({ ...ASKED, id: 'b', sessionID: 'child' });
        requests.askPermission({ ...ASKED, id: 'c', sessionID: 'endless' });
        requests.close('b');
        parents.resolve({ child: 'session', endless: 'endless' });
        await new Promise(resolve => setImmediate(resolve));
        assert.deepEqual(events, []);
    });

    it('is shown once when OpenCode says whose it is only later, however often it is told', async () => {
        server.parents = Promise.resolve({ child: 'session' });
        server.isAway = true;
        requests.askPermission({ ...ASKED, id: 'a', sessionID: 'child' });
        requests.askPermission({ ...ASKED, id: 'a', sessionID: 'child' });
        await new Promise(resolve => setImmediate(resolve));
        server.isAway = false;
        await until(() => events.length > 0);
        assert.deepEqual([events.length, server.asked], [1, ['child']]);
    });

    it('shows the whole command line, with what hides, turns around or breaks the line escaped', () => {
        const [text] = shown('a', 'rm build.log;\nrm -r src\u202e', []);
        assert.match(text, /` bash: rm build\.log;\\u\{a\}rm -r src\\u\{202e\} `/);
    });

    it('can be allowed for ever only when that is no more than what is shown', async () => {
        assert.deepEqual(shown('a', 'rm build.log', ['rm *'])[1], ['once', 'reject']);
        assert.deepEqual(shown('b', 'rm build.log && rm -r src', ['rm build.log'])[1], ['once', 'reject']);
        assert.deepEqual(shown('c', 'rm build.log', ['rm build.log'])[1], ['once', 'always', 'reject']);
        await requests.answer('a', [['always']]);
        await requests.answer('c', [['always']]);
        assert.deepEqual(server.replies, ['reject', 'always']);
    });

    it('is refused without a word of the person when nobody may allow it', async () => {
        const refused = new Promise<void>(resolve => {
            requests.onDidChange(() => {
                if (!requests.isWaiting('session')) {
                    resolve();
                }
            });
        });
        shown('a', 'cat /state/token', []);
        await refused;
        await requests.answer('a', [['once']]);
        await new Promise(resolve => setImmediate(resolve));
        assert.deepEqual(server.replies, ['reject']);
    });

    it('is answered once, and may be answered again when the answer did not get there', async () => {
        assert.ok(requests.takePermission(ASKED, CONVERSATION));

        server.isAway = true;
        await assert.rejects(requests.answer('request', [['once']]), /fetch failed/);
        assert.equal(requests.isWaiting('session'), true);

        server.isAway = false;
        await requests.answer('request', [['once']]);
        await requests.answer('request', [['always']]);
        assert.deepEqual([server.replies, requests.isWaiting('session')], [['once'], false]);
    });
});
