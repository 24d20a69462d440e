import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONVERSATION_PASS_HEADER, IdeMessage, PolicyMessage } from '@openspace/protocol';
import { readAudit, SandboxName } from '@openspace/workspace-tools';
import { CHAT_PASS, LinkedIde, linkedTab, WorkspaceMessage } from '../testing/linked-ide';
import { connectMcpClient } from '../testing/mcp-client';
import { startTestHub, TestHub } from '../testing/test-hub';

interface Answer {
    readonly status: number;
    readonly body: Record<string, unknown> & { error?: { code: string; message: string } };
}

const policy = (changes: Partial<PolicyMessage> = {}): PolicyMessage => ({
    type: 'policy',
    sensitiveFiles: [],
    forbiddenPaths: [],
    limits: {},
    confirmation: 'risky',
    ...changes
});

const nothingOpen = ({ type, callId }: WorkspaceMessage): IdeMessage | undefined =>
    type === 'find-document' ? { type: 'document', callId } : undefined;

describe('A workspace that a linked IDE has open', () => {
    let root: string;
    let hub: TestHub;

    const start = async (sandbox: SandboxName = 'local'): Promise<void> => {
        hub = await startTestHub({ workspace: root, sandbox });
    };
    const link = (reply: (message: WorkspaceMessage) => IdeMessage | undefined = nothingOpen, ...more: string[]): Promise<LinkedIde> =>
        LinkedIde.link(
            hub.port,
            hub.linkKey,
            [linkedTab({ workspace: root }), ...more.map(session => linkedTab({ tabId: session, workspace: root, sessions: [session] }))],
            undefined,
            reply
        );
    const call = async (tool: string, body: object, headers: Record<string, string> = {}): Promise<Answer> => {
        const response = await hub.send({ method: 'POST', path: `/tools/${tool}`, body, headers });
        return { status: response.status, body: JSON.parse(response.text) as Answer['body'] };
    };
    const refusalOf = async (tool: string, body: object): Promise<[number, string]> => {
        const { status, body: answer } = await call(tool, body);
        return [status, answer.error?.code ?? `no error: ${JSON.stringify(answer)}`];
    };
    const saved = (name: string): string => readFileSync(join(root, name), 'utf8');

    beforeEach(async () => {
        root = realpathSync(mkdtempSync(join(tmpdir(), 'openspace-linked-')));
        mkdirSync(join(root, 'src'));
        writeFileSync(join(root, 'a.txt'), 'one\n');
        await start();
    });
    afterEach(async () => {
        await hub.stop();
        rmSync(root, { recursive: true, force: true });
    });

    describe('The policy that the IDE publishes', () => {
        it('holds with the next request in every tool, also when the link is lost, until an IDE of the workspace publishes anew', async () => {
            await hub.stop();
            await start('bubblewrap');
            writeFileSync(join(root, 'plan.secret'), 'the plan\n');
            const read = { file_path: '/workspace/plan.secret' };
            const ide = await link();
            assert.equal((await call('read', read)).status, 200);
            ide.send(policy({ sensitiveFiles: ['*.secret'] }));
            await ide.settled();
            assert.deepEqual(await refusalOf('read', read), [403, 'denied']);
            assert.deepEqual((await call('grep', { pattern: 'plan' })).body['matches'], []);
            const { body } = await call('bash', { command: 'cat plan.secret' });
            assert.equal(JSON.stringify(body).includes('the plan'), false, JSON.stringify(body));
            ide.socket.terminate();
            await once(ide.socket, 'close');
            assert.deepEqual(await refusalOf('read', read), [403, 'denied']);
            const elsewhere = await LinkedIde.link(hub.port, hub.linkKey, [linkedTab()], undefined, () => undefined);
            elsewhere.send(policy());
            await elsewhere.settled();
            assert.deepEqual(await refusalOf('read', read), [403, 'denied']);
            const again = await link();
            again.send(policy());
            await again.settled();
            assert.equal((await call('read', read)).status, 200);
            elsewhere.socket.terminate();
            again.socket.terminate();
        });

        it('is the strictest of all, and closes the paths that the IDE reads it from', async () => {
            const [one, two] = [await link(), await link()];
            one.send(policy({ limits: { readBytes: 2, writeBytes: 100 } }));
            two.send(policy({ limits: { readBytes: 3 }, forbiddenPaths: [join(root, 'src')] }));
            await Promise.all([one.settled(), two.settled()]);
            assert.deepEqual(await refusalOf('read', { file_path: 'a.txt' }), [413, 'too_large']);
            assert.deepEqual(await refusalOf('write', { file_path: 'b.txt', content: 'x'.repeat(101) }), [413, 'too_large']);
            for (const [tool, body] of [
                ['write', { file_path: 'src/settings.json', content: '{}' }],
                ['read', { file_path: 'src' }],
                ['bash', { command: 'echo {} > src/settings.json' }]
            ] as const) {
                assert.deepEqual(await refusalOf(tool, body), [403, 'denied'], tool);
            }
            [one, two].forEach(({ socket }) => socket.terminate());
        });

        it('makes every change and every command wait for the person who always wants to be asked', async () => {
            const asked: unknown[] = [];
            const ide = await link(message => {
                if (message.type === 'ask') {
                    asked.push(message.question.action === 'run' ? message.question.command : message.question.path);
                    return { type: 'answer', callId: message.callId, allowed: true };
                }
                return nothingOpen(message);
            });
            ide.send(policy({ confirmation: 'always' }));
            await ide.settled();
            assert.equal((await call('write', { file_path: '/workspace/src/b.txt', content: 'b' })).status, 200);
            assert.equal((await call('bash', { command: 'ls' })).status, 200);
            assert.deepEqual(asked, ['src/b.txt', 'ls']);
            ide.socket.terminate();
        });
    });

    describe('What the policy asks about', () => {
        const DANGEROUS = { command: 'rm -rf src' };

        it('is asked in the tab of the session, else in the one active last, with the client and the reason', async () => {
            const ide = await link(
                message => (message.type === 'ask' ? { type: 'answer', callId: message.callId, allowed: true } : undefined),
                'chat',
                'last'
            );
            assert.equal((await call('bash', DANGEROUS, { 'x-openspace-session': 'chat' })).body['exit_code'], 0);
            assert.equal((await call('bash', DANGEROUS)).body['exit_code'], 0);
            const asks = ide.workspaceMessages.filter(message => message.type === 'ask');
            assert.deepEqual(
                asks.map(({ tabId }) => tabId),
                ['chat', 'last']
            );
            const [{ question, client, connection }] = asks as [(typeof asks)[number]];
            assert.deepEqual([question.action, client, connection], ['run', 'tools', 'chat']);
            assert.ok(question.reason.length > 0);
            ide.socket.terminate();
        });

        it('is not done when the person refuses, whose message the caller gets', async () => {
            const ide = await link(message =>
                message.type === 'ask'
                    ? { type: 'answer', callId: message.callId, allowed: false, reason: 'The person says: "Not today".' }
                    : undefined
            );
            const { status, body } = await call('bash', DANGEROUS);
            assert.equal(status, 403);
            assert.match(body.error?.message ?? '', /Not today/);
            ide.socket.terminate();
        });

        it('is refused without an IDE of the workspace, with an IDE of before, and when the link is lost', async () => {
            assert.deepEqual(await refusalOf('bash', DANGEROUS), [403, 'denied']);
            const old = await LinkedIde.link(hub.port, hub.linkKey, [linkedTab({ workspace: root })]);
            assert.deepEqual(await refusalOf('bash', DANGEROUS), [403, 'denied']);
            assert.deepEqual(old.workspaceMessages, []);
            const ide = await link();
            const answer = refusalOf('bash', DANGEROUS);
            await ide.workspaceMessage('ask');
            ide.socket.terminate();
            assert.deepEqual(await answer, [403, 'denied']);
            old.socket.terminate();
        });

        it('is told to an MCP client whose file tool waits for the person', async () => {
            const ide = await link(message => (message.type === 'ask' ? undefined : nothingOpen(message)));
            ide.send(policy({ confirmation: 'always' }));
            await ide.settled();
            const { client } = await connectMcpClient(hub);
            try {
                let tell: (message: string | undefined) => void = () => undefined;
                const told = new Promise<string | undefined>(resolve => (tell = resolve));
                const tool = { name: 'write_file', arguments: { path: 'b.txt', content: 'b' } };
                const written = client.callTool(tool, undefined, { onprogress: ({ message }) => tell(message) });
                const { callId } = await ide.workspaceMessage('ask');
                assert.equal(await told, 'Waiting for the person to decide.');
                ide.send({ type: 'answer', callId, allowed: true });
                assert.equal((await written).isError, undefined);
                assert.equal(saved('b.txt'), 'b');
            } finally {
                await client.close();
                ide.socket.terminate();
            }
        });

        it('is withdrawn when the caller hangs up', async () => {
            const ide = await link();
            const body = JSON.stringify(DANGEROUS);
            const request = httpRequest(`${hub.url}/tools/bash`, {
                method: 'POST',
                headers: { authorization: `Bearer ${hub.token}`, 'content-type': 'application/json' }
            });
            request.on('error', () => undefined).end(body);
            const { callId } = await ide.workspaceMessage('ask');
            request.destroy();
            assert.equal((await ide.workspaceMessage('withdraw')).callId, callId);
            ide.socket.terminate();
        });
    });

    describe('While the person has paused agents', () => {
        const paused = (...tabs: Parameters<typeof linkedTab>[0][]): IdeMessage => ({
            type: 'tabs',
            tabs: tabs.map(tab => linkedTab({ workspace: root, ...tab }))
        });
        /** Every door's way to write `b.txt`. */
        const WRITES: readonly { path: string; body: object }[] = [
            { path: '/tools/write', body: { file_path: '/workspace/b.txt', content: 'b' } },
            { path: '/tools/bash', body: { command: 'echo b > b.txt' } },
            { path: '/wap/writeFile', body: { path: 'b.txt', content: 'b' } },
            { path: '/agentbench/tools', body: { tool: 'run', request_id: 'r', params: { command: 'echo b > b.txt' } } },
            {
                path: '/mcp',
                body: {
                    jsonrpc: '2.0',
                    id: 1,
                    method: 'tools/call',
                    params: { name: 'write_file', arguments: { path: 'b.txt', content: 'b' } }
                }
            }
        ];

        for (const { path, body } of WRITES) {
            it(`${path} waits with ${JSON.stringify(body)}, and goes on when the person lets it`, async () => {
                const ide = await link();
                ide.send(paused({ paused: true }));
                await ide.settled();
                const answer = hub.send({ method: 'POST', path, body });
                const { callId, tabId } = await ide.workspaceMessage('hold');
                assert.deepEqual([tabId, existsSync(join(root, 'b.txt'))], ['tab-1', false]);
                ide.send(paused({}));
                ide.send({ type: 'answer', callId, allowed: true });
                assert.equal((await answer).status, 200, (await answer).text);
                assert.equal(saved('b.txt').trim(), 'b');
                ide.socket.terminate();
            });
        }

        it('what does not go on is shown as refused at every door, with what it was about and why', async () => {
            const ide = await link(({ type, callId }) =>
                type === 'hold' ? { type: 'answer', callId, allowed: false, reason: 'Stopped.', advice: 'Wait.' } : undefined
            );
            ide.send(paused({ paused: true }));
            await ide.settled();
            for (const { path, body } of [...WRITES, { path: '/tools/read', body: { file_path: '/workspace/a.txt' } }]) {
                await hub.send({ method: 'POST', path, body });
            }
            await ide.settled();
            const shown = ide.workspaceMessages.flatMap(message => (message.type === 'activity' ? [message] : []));
            assert.deepEqual(
                shown.map(({ command, operation, args, end }) => [command, operation, args['path'] ?? args['command'], end?.message]),
                [
                    ['tools.write', 'write', 'b.txt', 'Stopped.'],
                    ['tools.bash', 'exec', 'echo b > b.txt', 'Stopped.'],
                    ['wap.writeFile', 'write', 'b.txt', 'Stopped.'],
                    ['agentbench.run', 'exec', 'echo b > b.txt', 'Stopped.'],
                    ['mcp.write_file', 'write', 'b.txt', 'Stopped.'],
                    ['tools.read', 'read', 'a.txt', 'Stopped.']
                ]
            );
            assert.deepEqual([...new Set(shown.map(({ end }) => `${end?.outcome} ${end?.code}`))], ['refused needs-consent']);
            assert.deepEqual(
                readAudit(hub.auditDirectory).map(({ event, command, outcome }) => `${event} ${command} ${outcome}`),
                shown.map(({ command }) => `finished ${command} refused`)
            );
            assert.equal(existsSync(join(root, 'b.txt')), false);
            ide.socket.terminate();
        });

        it('a read waits too; one that the person does not let go on is refused with the reason', async () => {
            const ide = await link(message =>
                message.type === 'hold'
                    ? { type: 'answer', callId: message.callId, allowed: false, reason: 'The person has paused agents.' }
                    : undefined
            );
            ide.send(paused({ paused: true }));
            await ide.settled();
            const { status, body } = await call('read', { file_path: 'a.txt' });
            assert.deepEqual([status, body.error?.code, body.error?.message], [403, 'denied', 'The person has paused agents.']);
            ide.socket.terminate();
        });

        /** An IDE whose person lets every call go on that is held, and of which this is true from then on. */
        const resuming = async (...resumed: IdeMessage[]): Promise<LinkedIde> => {
            const ide: LinkedIde = await link(({ type, callId }) => {
                if (type !== 'hold') {
                    return undefined;
                }
                resumed.forEach(message => ide.send(message));
                return { type: 'answer', callId, allowed: true };
            });
            return ide;
        };

        it('the tab that owns a session counts for the chat that shows its pass, and any tab for whoever merely names a session', async () => {
            const tabsWhile = (isPaused: boolean): IdeMessage =>
                paused({ paused: isPaused, sessions: ['held'] }, { tabId: 'tab-2', sessions: ['free'] });
            const ide = await resuming(tabsWhile(false));
            const read = { name: 'read_file', arguments: { path: 'a.txt' } };
            const holdsFor = async (session: string, pass?: string): Promise<number> => {
                ide.workspaceMessages.length = 0;
                ide.send(tabsWhile(true));
                await ide.settled();
                const headers = { 'x-openspace-session': session, ...(pass !== undefined && { [CONVERSATION_PASS_HEADER]: pass }) };
                const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: read };
                const { status, text } = await hub.send({ method: 'POST', path: '/mcp', headers, body });
                assert.deepEqual([status, text.includes('"isError":true')], [200, false], text);
                return ide.workspaceMessages.filter(({ type }) => type === 'hold').length;
            };
            const pass = CHAT_PASS;
            assert.deepEqual([await holdsFor('held', pass), await holdsFor('free', pass), await holdsFor('foreign', pass)], [1, 0, 1]);
            assert.deepEqual([await holdsFor('held'), await holdsFor('free'), await holdsFor('foreign')], [1, 1, 1]);
            assert.deepEqual([await holdsFor('held', 'forged'), await holdsFor('free', 'forged')], [1, 1]);
            ide.send(tabsWhile(true));
            await ide.settled();
            const named = await call('read', { file_path: 'a.txt' }, { 'x-openspace-session': 'free', [CONVERSATION_PASS_HEADER]: pass });
            assert.equal(named.status, 200);
            assert.equal(ide.workspaceMessages.filter(({ type }) => type === 'hold').length, 2);
            ide.socket.terminate();
        });

        it('a tab that is loaded anew holds what it held, also when it is the only one', async () => {
            const other = linkedTab({ workspace: root, tabId: 'tab-2', sessions: ['free'] });
            const ide = await resuming({ type: 'tabs', tabs: [other] });
            const away = [linkedTab({ workspace: root, paused: true, sessions: ['held'] })];
            const holds = async (message: IdeMessage, headers: Record<string, string> = {}): Promise<string[]> => {
                ide.workspaceMessages.length = 0;
                ide.send(message);
                await ide.settled();
                const params = { name: 'read_file', arguments: { path: 'a.txt' } };
                await hub.send({ method: 'POST', path: '/mcp', headers, body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } });
                return ide.workspaceMessages.flatMap(message => (message.type === 'hold' ? [message.tabId] : []));
            };
            const chat = (session: string) => ({ 'x-openspace-session': session, [CONVERSATION_PASS_HEADER]: CHAT_PASS });
            for (const tabs of [[], [other]]) {
                assert.deepEqual(await holds({ type: 'tabs', tabs, away }), ['tab-1']);
                assert.deepEqual(await holds({ type: 'tabs', tabs, away }, chat('held')), ['tab-1']);
            }
            assert.deepEqual(await holds({ type: 'tabs', tabs: [other], away }, chat('free')), []);
            assert.deepEqual(await holds({ type: 'tabs', tabs: [], away: [{ ...away[0], workspace: '/home/ada/other' }] }), []);
            ide.socket.terminate();
        });

        /** The hold of a call, which must not be answered before. */
        const holdOf = (ide: LinkedIde, answer: Promise<Answer>) =>
            Promise.race([ide.workspaceMessage('hold'), answer.then(({ status }) => assert.fail(`It ended with ${status}.`))]);

        const PAUSED_WHILE_ASKED = {
            consent: { tool: 'write', request: { file_path: 'b.txt', content: 'b' } },
            ask: { tool: 'bash', request: { command: 'rm -f a.txt; echo b > b.txt' } }
        };
        for (const [question, { tool, request }] of Object.entries(PAUSED_WHILE_ASKED)) {
            it(`what the person agrees to waits too, when the pause came while the question was open: ${question}`, async () => {
                const ide: LinkedIde = await link(message => {
                    if (message.type === question) {
                        ide.send(paused({ paused: true }));
                        return { type: 'answer', callId: message.callId, allowed: true };
                    }
                    return nothingOpen(message);
                });
                const answer = call(tool, request);
                const { callId } = await holdOf(ide, answer);
                assert.equal(existsSync(join(root, 'b.txt')), false);
                ide.send(paused({}));
                ide.send({ type: 'answer', callId, allowed: true });
                assert.equal((await answer).status, 200);
                assert.equal(saved('b.txt').trim(), 'b');
                ide.socket.terminate();
            });
        }

        it('a program waits for every tab in which agents are paused, also for one that is paused anew meanwhile', async () => {
            const ide = await link();
            const tell = (first: boolean, second: boolean): void => ide.send(paused({ paused: first }, { tabId: 'tab-2', paused: second }));
            tell(true, true);
            await ide.settled();
            const answer = call('read', { file_path: 'a.txt' });
            const letGoOn = async (tab: string, ...stillPaused: Parameters<typeof tell>): Promise<void> => {
                const { callId, tabId } = await holdOf(ide, answer);
                assert.equal(tabId, tab);
                ide.workspaceMessages.length = 0;
                tell(...stillPaused);
                ide.send({ type: 'answer', callId, allowed: true });
            };
            await letGoOn('tab-2', true, false);
            tell(true, true);
            await letGoOn('tab-1', false, true);
            await letGoOn('tab-2', false, false);
            assert.equal((await answer).status, 200);
            ide.socket.terminate();
        });

        it('a call whose caller hangs up is withdrawn, and one whose link is lost is not done', async () => {
            const ide = await link();
            ide.send(paused({ paused: true }));
            await ide.settled();
            const request = httpRequest(`${hub.url}/tools/write`, {
                method: 'POST',
                headers: { authorization: `Bearer ${hub.token}`, 'content-type': 'application/json' }
            });
            request.on('error', () => undefined).end(JSON.stringify({ file_path: 'b.txt', content: 'b' }));
            const { callId } = await ide.workspaceMessage('hold');
            request.destroy();
            assert.equal((await ide.workspaceMessage('withdraw')).callId, callId);
            ide.workspaceMessages.length = 0;
            const answer = refusalOf('write', { file_path: 'b.txt', content: 'b' });
            await ide.workspaceMessage('hold');
            ide.socket.terminate();
            assert.deepEqual(await answer, [403, 'denied']);
            assert.equal(existsSync(join(root, 'b.txt')), false);
        });
    });

    describe('A file that is open in it', () => {
        /** An IDE that has `a.txt` open with this text. */
        const showing = (text: string, unsaved: boolean): Promise<LinkedIde> =>
            link(message => {
                const { callId } = message;
                if (message.type === 'find-document') {
                    const document = { tabId: 'tab-1', version: 'v1', text, unsaved, readState: 'never' as const };
                    return { type: 'document', callId, ...(message.path === 'a.txt' && { document }) };
                }
                return message.type === 'replace-document'
                    ? { type: 'replaced', callId, replaced: { version: 'v2', saved: !unsaved } }
                    : undefined;
            });

        it('is edited there, as it stands there', async () => {
            const ide = await showing('one\nmine\n', true);
            const { status, body } = await call('edit', { file_path: '/workspace/a.txt', old_string: 'mine', new_string: 'ours' });
            assert.deepEqual([status, body['replacements'], body['unsaved']], [200, 1, true]);
            const { text, version, path, workspace, client } = await ide.workspaceMessage('replace-document');
            assert.deepEqual([text, version, path, workspace, client], ['one\nours\n', 'v1', 'a.txt', root, 'tools']);
            assert.equal(saved('a.txt'), 'one\n');
            ide.socket.terminate();
        });

        it('is not overwritten while its text is unsaved; others are written to the disk', async () => {
            const ide = await showing('mine\n', true);
            const { status, body } = await call('write', { file_path: 'a.txt', content: 'x' });
            assert.deepEqual([status, body.error?.code], [409, 'changed']);
            assert.match(body.error?.message ?? '', /unsaved text of the person/);
            assert.equal((await call('write', { file_path: 'b.txt', content: 'b' })).status, 200);
            assert.deepEqual([saved('a.txt'), saved('b.txt')], ['one\n', 'b']);
            ide.socket.terminate();
        });

        it('is left alone when the IDE cannot say what is open, or does not replace it', async () => {
            const unsure = await link(message =>
                message.type === 'find-document'
                    ? { type: 'document', callId: message.callId, trouble: 'A window does not answer.' }
                    : undefined
            );
            assert.equal((await call('write', { file_path: 'a.txt', content: 'x' })).status, 500);
            unsure.socket.terminate();
            await once(unsure.socket, 'close');
            const typing = await link(message => {
                const { type, callId } = message;
                const document = { tabId: 'tab-1', version: 'v1', text: 'one\n', unsaved: false, readState: 'never' as const };
                const error = { code: 'changed' as const, message: 'The person types.' };
                return type === 'find-document'
                    ? { type: 'document', callId, document }
                    : type === 'replace-document'
                      ? { type: 'replaced', callId, error }
                      : undefined;
            });
            assert.deepEqual(await refusalOf('edit', { file_path: 'a.txt', old_string: 'one', new_string: 'x' }), [409, 'changed']);
            assert.equal(saved('a.txt'), 'one\n');
            typing.socket.terminate();
        });
    });

    it('tells the IDE what was done to a file before it tells that it is done, and nothing of one that may not be read', async () => {
        writeFileSync(join(root, '.env'), 'KEY=secret\n');
        const ide = await link(message =>
            message.type === 'ask' ? { type: 'answer', callId: message.callId, allowed: true } : nothingOpen(message)
        );
        assert.equal((await call('write', { file_path: '/workspace/new/b.txt', content: 'b' })).status, 200);
        assert.equal((await call('edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' })).status, 200);
        await call('write', { file_path: '.env', content: 'KEY=other\n' });
        await ide.settled();
        const told = ide.workspaceMessages.filter(({ type }) => type === 'file-changed' || type === 'activity');
        assert.deepEqual(
            told.slice(0, 6).map(message => ('end' in message ? 'end' : message.type)),
            ['activity', 'file-changed', 'end', 'activity', 'file-changed', 'end']
        );
        const [made, edited, ...more] = told.filter(message => message.type === 'file-changed');
        const change = { type: 'file-changed', workspace: root, encoding: 'utf8' } as const;
        assert.deepEqual(made, { ...change, callId: told[0].callId, path: 'new/b.txt', after: 'b', madeParents: ['new'] });
        assert.deepEqual(edited, { ...change, callId: told[3].callId, path: 'a.txt', before: 'one\n', after: 'two\n', madeParents: [] });
        assert.deepEqual(more, []);
        ide.socket.terminate();
    });

    it('shows in the IDE with which exit code a command of any door ended unless it is 0, as done, and nothing of its output', async () => {
        const ide = await link();
        const write = 'printf %s%s se cret';
        const command = `${write}; exit 3`;
        for (const { path, body } of [
            { path: '/tools/bash', body: { command } },
            { path: '/tools/bash', body: { command: write } },
            { path: '/wap/executeCommand', body: { command } },
            { path: '/agentbench/tools', body: { tool: 'run', request_id: 'r', params: { command } } }
        ]) {
            assert.match((await hub.send({ method: 'POST', path, body })).text, path === '/agentbench/tools' ? /"exit_code":3/ : /secret/);
        }
        await ide.settled();
        const ends = ide.workspaceMessages.flatMap(message => (message.type === 'activity' && message.end ? [message] : []));
        assert.deepEqual(
            ends.map(({ command: door, end }) => [door, end?.outcome, end?.code, end?.message]),
            [
                ['tools.bash', 'done', undefined, 'Exit code 3'],
                ['tools.bash', 'done', undefined, undefined],
                ['wap.executeCommand', 'done', undefined, 'Exit code 3'],
                ['agentbench.run', 'done', undefined, 'Exit code 3']
            ]
        );
        const noted = readAudit(hub.auditDirectory).filter(({ event }) => event === 'finished');
        assert.deepEqual(
            noted.map(({ message }) => message),
            ends.map(({ end }) => end?.message)
        );
        assert.equal(JSON.stringify([ends, noted]).includes('secret'), false);
        ide.socket.terminate();
    });

    it('shows in the IDE what is done, with the path from its root and without contents', async () => {
        const ide = await link();
        await call('write', { file_path: '/workspace/b.txt', content: 'secret' });
        await ide.settled();
        const shown = ide.workspaceMessages.filter(message => message.type === 'activity');
        assert.deepEqual(
            shown.map(({ command, operation, risk, client, args, end }) => [command, operation, risk, client, args['path'], end?.outcome]),
            [
                ['tools.write', 'write', 'write', 'tools', 'b.txt', undefined],
                ['tools.write', 'write', 'write', 'tools', 'b.txt', 'done']
            ]
        );
        assert.equal(JSON.stringify(shown).includes('secret'), false);
        ide.socket.terminate();
    });
});
