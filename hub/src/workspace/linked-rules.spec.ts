import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { IdeMessage, LinkedDocument, LinkedTab, PolicyMessage } from '@openspace/protocol';
import { chooseSandbox, SandboxProvider } from '@openspace/workspace-tools';
import { HUB_LIMITS } from '../hub-limits';
import { CHAT_PASS, LinkedIde, linkedTab, WorkspaceMessage } from '../testing/linked-ide';
import { connectMcpClient } from '../testing/mcp-client';
import { startTestHub, TestHub } from '../testing/test-hub';
import { callerOfClient, succeed, textsOf } from '../testing/tool-caller';

type Reply = (message: WorkspaceMessage) => IdeMessage | undefined;

const DANGEROUS = { command: 'rm -rf src' };

const policy = (changes: Partial<PolicyMessage> = {}): PolicyMessage => ({
    type: 'policy',
    sensitiveFiles: [],
    forbiddenPaths: [],
    limits: {},
    confirmation: 'risky',
    ...changes
});

/** Has this document open as `a.txt`, and answers every question with yes. */
const showing =
    (document?: Partial<LinkedDocument>): Reply =>
    message => {
        const { type, callId } = message;
        switch (type) {
            case 'find-document': {
                const shown = { tabId: 'tab-1', version: 'v1', text: 'one\n', unsaved: false, readState: 'never' as const, ...document };
                return { type: 'document', callId, ...(document && message.path === 'a.txt' && { document: shown }) };
            }
            case 'replace-document':
                return { type: 'replaced', callId, replaced: { version: 'v2', saved: true } };
            case 'ask':
                return { type: 'answer', callId, allowed: true };
            default:
                return undefined;
        }
    };

const without =
    (type: WorkspaceMessage['type'], reply: Reply): Reply =>
    message =>
        message.type === type ? undefined : reply(message);

describe('The rules of linked IDEs', () => {
    let root: string;
    let hub: TestHub;
    /** Tried out beforehand: the time that a trial has would not end while the test has the clock. */
    let sandbox: SandboxProvider;

    const start = async (awaitedIde?: string): Promise<void> => {
        hub = await startTestHub({ workspace: root, awaitedIde, sandbox });
    };
    const link = (reply: Reply, tab: Partial<LinkedTab> = {}): Promise<LinkedIde> =>
        LinkedIde.link(hub.port, hub.linkKey, [linkedTab({ workspace: root, ...tab })], undefined, reply);
    const publish = async (ide: LinkedIde, changes: Partial<PolicyMessage>): Promise<void> => {
        ide.send(policy(changes));
        await ide.settled();
    };
    const leave = async ({ socket }: LinkedIde): Promise<void> => {
        socket.terminate();
        await once(socket, 'close');
    };
    const call = async (tool: string, body: object): Promise<{ status: number; text: string }> =>
        hub.send({ method: 'POST', path: `/tools/${tool}`, body });
    const statusOf = async (tool: string, body: object): Promise<number> => (await call(tool, body)).status;
    const callAs = async (pass: string | undefined, name: string, args: object): Promise<CallToolResult> => {
        const { client } = await connectMcpClient(hub, { pass, sessionArgument: 'openspace_session' });
        const result = await callerOfClient(client).call(name, { ...args, openspace_session: 'ses_1' });
        await client.close();
        return result;
    };
    const asksOf = (ide: LinkedIde) => ide.workspaceMessages.filter(message => message.type === 'ask');
    const saved = (): string => readFileSync(join(root, 'a.txt'), 'utf8');

    before(async () => {
        sandbox = await chooseSandbox('local');
    });
    beforeEach(async () => {
        root = realpathSync(mkdtempSync(join(tmpdir(), 'openspace-rules-')));
        writeFileSync(join(root, 'a.txt'), 'one\n');
        writeFileSync(join(root, 'plan.secret'), 'the plan\n');
        await start();
    });
    afterEach(async () => {
        mock.timers.reset();
        await hub.stop();
        rmSync(root, { recursive: true, force: true });
    });

    it('protect unsaved text although as many questions wait for the person as may', async () => {
        const ide = await link(without('ask', showing({ text: 'mine\n', unsaved: true })));
        const waiting = Array.from({ length: HUB_LIMITS.callsPerLink }, () => call('bash', DANGEROUS));
        while (asksOf(ide).length < HUB_LIMITS.callsPerLink) {
            await once(ide.socket, 'message');
        }
        assert.equal(await statusOf('write', { file_path: 'a.txt', content: 'x' }), 409);
        const { status, text } = await call('bash', DANGEROUS);
        assert.equal(status, 403);
        assert.match(text, /calls wait for this IDE already/);
        assert.equal(saved(), 'one\n');
        ide.socket.terminate();
        await Promise.all(waiting);
    });

    it('let agents read, but neither change nor run anything, when the person does not let them act', async () => {
        const [reason, advice] = ['The person lets agents only answer.', 'Answer in words.'];
        const wanted: unknown[] = [];
        const ide = await link(message => {
            if (message.type !== 'consent') {
                return showing()(message);
            }
            wanted.push(message.wants?.operation, message.wants?.args.path ?? message.wants?.args.command);
            return { type: 'answer', callId: message.callId, allowed: false, reason, advice };
        });
        for (const [tool, body] of [
            ['write', { file_path: '/workspace/a.txt', content: 'x' }],
            ['edit', { file_path: 'a.txt', old_string: 'one', new_string: 'x' }],
            ['bash', { command: 'echo x > b.txt' }]
        ] as const) {
            const { status, text } = await call(tool, body);
            assert.equal(status, 403, tool);
            assert.match(text, new RegExp(`${reason} ${advice}`), tool);
        }
        assert.deepEqual([saved(), readdirSync(root).sort()], ['one\n', ['a.txt', 'plan.secret']]);
        await ide.settled();
        const shown = ide.workspaceMessages.filter(message => message.type === 'activity');
        assert.deepEqual(
            shown.map(({ operation, end }) => [operation, end?.outcome, end?.message]),
            ['write', 'edit', 'exec'].map(operation => [operation, 'refused', reason])
        );
        assert.deepEqual(wanted, ['write', 'a.txt', 'edit', 'a.txt', 'exec', 'echo x > b.txt']);
        assert.equal(await statusOf('read', { file_path: 'a.txt' }), 200);
        ide.socket.terminate();
    });

    it('let the chat of an IDE not even read until the person lets it act, and show what it does as its own', async () => {
        let allowed = false;
        const ide = await link(
            message => (message.type === 'consent' ? { type: 'answer', callId: message.callId, allowed } : showing()(message)),
            { sessions: ['ses_1'] }
        );
        const readAs = (pass: string) => callAs(pass, 'read_file', { path: 'a.txt' });
        assert.deepEqual([(await readAs(CHAT_PASS)).isError, (await readAs('another pass')).isError], [true, undefined]);
        allowed = true;
        assert.equal((await readAs(CHAT_PASS)).isError, undefined);
        await ide.settled();
        const shown = ide.workspaceMessages.filter(message => message.type === 'activity');
        assert.deepEqual(
            shown.map(({ sessionId, client, end }) => [sessionId, client, end?.outcome]),
            [
                ['ses_1', 'chat', 'refused'],
                ['ses_1', 'mcp: test-client 1.2.3', 'done'],
                ['ses_1', 'chat', 'done']
            ]
        );
        ide.socket.terminate();
    });

    it('let the chat of an IDE do nothing while no window has the workspace open, as in a reload, and programs go on', async () => {
        const ide = await link(showing());
        const write = (pass: string | undefined, content: string) => callAs(pass, 'write_file', { path: 'a.txt', content });
        const tell = async (...tabs: LinkedTab[]): Promise<void> => {
            ide.send({ type: 'tabs', tabs });
            await ide.settled();
        };
        const away = [() => tell(), () => tell(linkedTab({ workspace: tmpdir(), sessions: ['ses_1'] })), () => leave(ide)];
        for (const [index, leaveChat] of away.entries()) {
            await tell(linkedTab({ workspace: root, sessions: ['ses_1'] }));
            const before = `chat ${index}\n`;
            assert.equal((await write(CHAT_PASS, before)).isError, undefined);
            await leaveChat();
            for (const refused of [await callAs(CHAT_PASS, 'read_file', { path: 'a.txt' }), await write(CHAT_PASS, 'x')]) {
                assert.equal(refused.isError, true);
                assert.match(textsOf(refused).join(), /No window of the IDE has this workspace open, .* Try again when one has\./);
            }
            assert.equal(saved(), before);
            assert.equal((await write(undefined, 'program\n')).isError, undefined);
            assert.equal(saved(), 'program\n');
        }
    });

    it('keep from a program what the person refused it, or all agents, also while no window has the workspace open', async () => {
        let allowed = false;
        const ide = await link(message =>
            message.type === 'consent' ? { type: 'answer', callId: message.callId, allowed } : showing()(message)
        );
        const write = (content: string): Promise<number> => statusOf('write', { file_path: 'b.txt', content });
        const show = async (...tabs: LinkedTab[]): Promise<void> => {
            ide.send({ type: 'tabs', tabs });
            await ide.settled();
        };
        assert.equal(await write('refused'), 403);
        await show();
        assert.equal(await write('refused'), 403);
        await show(linkedTab({ workspace: root }));
        allowed = true;
        assert.equal(await write('allowed'), 200);
        await show();
        assert.equal(await write('still allowed'), 200);
        await publish(ide, { refusesAgents: true });
        const { status, text } = await call('write', { file_path: 'b.txt', content: 'refused' });
        assert.equal(status, 403);
        assert.match(text, /The person does not let agents act\. Do not try again unless the person asks for it\./);
        assert.equal(readFileSync(join(root, 'b.txt'), 'utf8'), 'still allowed');
        await leave(ide);
        assert.equal(await write('refused'), 403);
    });

    it('take no question that nobody answered for a refusal', async () => {
        const ide = await link(message => {
            if (message.type === 'consent') {
                ide.socket.terminate();
            }
            return showing()(message);
        });
        const { status, text } = await call('write', { file_path: 'b.txt', content: 'unanswered' });
        assert.equal(status, 403);
        assert.match(text, /The link to the IDE was lost before there was an answer/);
        assert.equal(await statusOf('write', { file_path: 'b.txt', content: 'later' }), 200);
    });

    it('let the chat of an IDE without a window ask in that of another IDE', async () => {
        const own = await LinkedIde.link(hub.port, hub.linkKey, [], undefined, showing());
        let allowed = false;
        const consent: Reply = ({ type, callId }) => (type === 'consent' ? { type: 'answer', callId, allowed } : undefined);
        const tabs = [linkedTab({ workspace: root })];
        const other = await LinkedIde.link(hub.port, hub.linkKey, tabs, undefined, consent, 'other-ide', 'another pass');
        assert.equal((await callAs(CHAT_PASS, 'list_directory', { path: '.' })).isError, true);
        allowed = true;
        assert.equal((await callAs(CHAT_PASS, 'list_directory', { path: '.' })).isError, undefined);
        [own, other].forEach(({ socket }) => socket.terminate());
    });

    it('leave a file as it is when an IDE does not say whether it is open', async () => {
        const ide = await link(() => undefined);
        mock.timers.enable({ apis: ['setTimeout'] });
        const answer = call('write', { file_path: 'a.txt', content: 'x' });
        await ide.workspaceMessage('find-document');
        mock.timers.tick(HUB_LIMITS.documentReplyMs);
        const { status, text } = await answer;
        assert.equal(status, 500);
        assert.match(text, /was left as it is\. The IDE .* does not answer/);
        assert.equal(saved(), 'one\n');
        ide.socket.terminate();
    });

    it('ask nobody about a change of the root, which cannot be', async () => {
        const ide = await link(showing());
        await publish(ide, { confirmation: 'always' });
        const { client } = await connectMcpClient(hub);
        assert.match(await succeed(callerOfClient(client), 'create_directory', { path: '/workspace' }), /exists already/);
        assert.equal(await statusOf('write', { file_path: '/workspace', content: 'x' }), 400);
        assert.equal(await statusOf('write', { file_path: '/workspace/src/', content: 'x' }), 400);
        assert.deepEqual(asksOf(ide), []);
        await client.close();
        ide.socket.terminate();
    });

    it('let a session write a saved file again that has changed since, for its reads are not known there', async () => {
        const ide = await link(showing({ readState: 'outdated' }));
        assert.equal(await statusOf('write', { file_path: 'a.txt', content: 'two\n' }), 200);
        assert.equal((await ide.workspaceMessage('replace-document')).text, 'two\n');
        ide.socket.terminate();
    });

    it('are not those of an IDE of another workspace, which only closes files, and only while it is linked', async () => {
        const other = await link(showing(), { workspace: tmpdir() });
        await publish(other, { confirmation: 'always', limits: { writeBytes: 1 }, sensitiveFiles: ['*.secret'] });
        assert.equal(await statusOf('write', { file_path: 'b.txt', content: 'text' }), 200);
        assert.equal(await statusOf('read', { file_path: 'plan.secret' }), 403);
        await leave(other);
        assert.equal(await statusOf('read', { file_path: 'plan.secret' }), 200);
        assert.equal(await statusOf('write', { file_path: 'b.txt', content: 'text' }), 200);
    });

    it('are those of the strictest IDE, whose person is asked, and outlast it until another one is linked', async () => {
        const strict = await link(showing());
        await publish(strict, { confirmation: 'always', sensitiveFiles: ['*.secret'] });
        const lenient = await link(showing());
        await publish(lenient, { confirmation: 'never' });
        assert.equal(await statusOf('write', { file_path: 'b.txt', content: 'b' }), 200);
        assert.deepEqual([asksOf(strict).length, asksOf(lenient).length], [1, 0]);
        await leave(strict);
        lenient.send({ type: 'tabs', tabs: [linkedTab({ workspace: root })] });
        await publish(lenient, { confirmation: 'never' });
        assert.equal(await statusOf('read', { file_path: 'plan.secret' }), 403);
        const next = await link(showing());
        await publish(next, {});
        assert.equal(await statusOf('read', { file_path: 'plan.secret' }), 200);
        [lenient, next].forEach(({ socket }) => socket.terminate());
    });

    it('are waited for by a Hub that an IDE started, whatever that has open', async () => {
        await hub.stop();
        await start('my-ide');
        const answer = statusOf('read', { file_path: 'plan.secret' });
        const stranger = await link(showing(), { workspace: tmpdir() });
        await publish(stranger, {});
        const ide = await LinkedIde.link(hub.port, hub.linkKey, [], undefined, showing(), 'my-ide');
        await publish(ide, { sensitiveFiles: ['*.secret'] });
        assert.equal(await answer, 403);
        assert.equal(await statusOf('read', { file_path: 'a.txt' }), 200);
        [stranger, ide].forEach(({ socket }) => socket.terminate());
    });

    /** What a call is answered for which no IDE comes that it could wait for. */
    const answeredLate = async (): Promise<{ status: number; text: string }> => {
        mock.timers.enable({ apis: ['setTimeout'] });
        const state = { isAnswered: false };
        const answer = call('write', { file_path: 'a.txt', content: 'x' }).finally(() => (state.isAnswered = true));
        while (!state.isAnswered) {
            mock.timers.tick(HUB_LIMITS.awaitIdeMs);
            await new Promise(resolve => setImmediate(resolve));
        }
        mock.timers.reset();
        return answer;
    };

    it('are asked for again later when the IDE that started the Hub is not there', async () => {
        await hub.stop();
        await start('my-ide');
        const { status, text } = await answeredLate();
        assert.equal(status, 503);
        assert.match(text, /IDE is not linked to the Hub now/);
    });

    /** The IDE that started the Hub, while its person has paused agents. */
    const linkPaused = async (): Promise<LinkedIde> => {
        const tabs = [linkedTab({ workspace: root, paused: true })];
        const ide = await LinkedIde.link(hub.port, hub.linkKey, tabs, undefined, showing(), 'my-ide');
        await publish(ide, {});
        return ide;
    };

    it('are waited for again when the IDE that started the Hub has lost its link, whose person may have paused agents', async () => {
        await hub.stop();
        await start('my-ide');
        await leave(await linkPaused());
        assert.equal((await answeredLate()).status, 503);
        assert.equal(saved(), 'one\n');
        const answer = statusOf('write', { file_path: 'a.txt', content: 'two\n' });
        const ide = await linkPaused();
        const { callId } = await ide.workspaceMessage('hold');
        ide.send({ type: 'tabs', tabs: [linkedTab({ workspace: root })] });
        ide.send({ type: 'answer', callId, allowed: true });
        assert.equal(await answer, 200);
        ide.socket.terminate();
    });

    it('are not waited for again by a call that is refused, as when the IDE that started the Hub loses its link while it holds the call', async () => {
        await hub.stop();
        await start('my-ide');
        const ide = await linkPaused();
        const answer = call('write', { file_path: 'a.txt', content: 'two\n' });
        await ide.workspaceMessage('hold');
        await leave(ide);
        const { status, text } = await answer;
        assert.equal(status, 403);
        assert.match(text, /link to the IDE was lost/);
        assert.equal(saved(), 'one\n');
    });

    it('hold for a call as they are when the person lets it go on, not as they were when it came', async () => {
        const ide = await link(showing(), { paused: true });
        await publish(ide, {});
        const answer = statusOf('read', { file_path: 'plan.secret' });
        const { callId } = await ide.workspaceMessage('hold');
        await publish(ide, { sensitiveFiles: ['*.secret'] });
        ide.send({ type: 'tabs', tabs: [linkedTab({ workspace: root })] });
        ide.send({ type: 'answer', callId, allowed: true });
        assert.equal(await answer, 403);
        ide.socket.terminate();
    });

    it('know MCP clients by their connections', async () => {
        const ide = await link(showing());
        await publish(ide, { confirmation: 'always' });
        const { client } = await connectMcpClient(hub);
        await succeed(callerOfClient(client), 'write_file', { path: '/workspace/b.txt', content: 'b' });
        const { connection } = await ide.workspaceMessage('ask');
        assert.ok(connection);
        await client.close();
        ide.socket.terminate();
    });

    it('let MCP clients read as much as without an IDE when its limits are the usual ones', async () => {
        writeFileSync(join(root, 'large.txt'), 'x'.repeat(2 * 1024 * 1024));
        const ide = await link(showing());
        await publish(ide, { limits: { readBytes: 1024 * 1024 } });
        const { client } = await connectMcpClient(hub);
        const text = await succeed(callerOfClient(client), 'read_file', { path: '/workspace/large.txt' });
        assert.equal(text.length, 2 * 1024 * 1024);
        await client.close();
        ide.socket.terminate();
    });

    it('no longer change a document when the caller is gone', async () => {
        const ide = await link(without('replace-document', showing({})));
        const request = httpRequest(`${hub.url}/tools/write`, {
            method: 'POST',
            headers: { authorization: `Bearer ${hub.token}`, 'content-type': 'application/json' }
        });
        request.on('error', () => undefined).end(JSON.stringify({ file_path: 'a.txt', content: 'x' }));
        const { callId } = await ide.workspaceMessage('replace-document');
        request.destroy();
        assert.equal((await ide.workspaceMessage('withdraw')).callId, callId);
        ide.socket.terminate();
    });
});
