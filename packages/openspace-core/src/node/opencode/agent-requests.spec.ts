import assert from 'node:assert/strict';
import { Policy } from '@openspace/workspace-tools';
import { ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { WorkspaceKernels } from '../workspace/workspace-kernels';
import { AgentRequests } from './agent-requests';
import { OpenCodeClientProvider } from './opencode-client';
import { RunningTurns } from './running-turns';

const CONVERSATION = { sessionId: 'session', directory: '/workspace', userMessages: new Set<string>() };
const ASKED = { id: 'request', sessionID: 'session', permission: 'bash', patterns: ['ls'], metadata: {}, always: [] };

/** OpenCode, which can be away. */
class FakeOpenCode {
    isAway = false;
    readonly replies: unknown[] = [];
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
        container.bind(RunningTurns).toSelf();
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind(AgentRequests).toSelf();
        requests = container.get(AgentRequests);
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
