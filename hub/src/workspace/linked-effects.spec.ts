import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IdeMessage, LinkedDocument, PolicyMessage } from '@openspace/protocol';
import { readAudit } from '@openspace/workspace-tools';
import { LinkedIde, linkedTab, WorkspaceMessage } from '../testing/linked-ide';
import { connectMcpClient } from '../testing/mcp-client';
import { startTestHub, TestHub } from '../testing/test-hub';
import { callerOfClient, succeed } from '../testing/tool-caller';

const PATCH = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n';

describe('What doors do beside a linked IDE', () => {
    let root: string;
    let hub: TestHub;
    let ide: LinkedIde | undefined;
    let asked: string[];
    let shown: LinkedDocument | undefined;
    let isAllowed: boolean;
    let onFind: () => void;

    const reply = (message: WorkspaceMessage): IdeMessage | undefined => {
        const { type, callId } = message;
        switch (type) {
            case 'ask':
                asked.push(message.question.action === 'run' ? message.question.command : message.question.path);
                return { type: 'answer', callId, allowed: isAllowed };
            case 'find-document':
                onFind();
                return { type: 'document', callId, ...(message.path === 'a.txt' && shown && { document: shown }) };
            case 'replace-document':
                return { type: 'replaced', callId, replaced: { version: 'v2', saved: shown?.unsaved === false } };
            default:
                return undefined;
        }
    };
    const link = async (confirmation: PolicyMessage['confirmation'] = 'risky'): Promise<void> => {
        ide = await LinkedIde.link(hub.port, hub.linkKey, [linkedTab({ workspace: root })], undefined, reply);
        ide.send({ type: 'policy', sensitiveFiles: [], forbiddenPaths: [], limits: {}, confirmation });
        await ide.settled();
    };
    const post = async (path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> => {
        const { status, text } = await hub.send({ method: 'POST', path, body, headers: { 'x-openspace-session': 'run-1' } });
        return { status, body: JSON.parse(text) as Record<string, unknown> };
    };
    const git = (...args: string[]): string =>
        execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: root, encoding: 'utf8' });
    const bench = async (tool: string, params: object): Promise<Record<string, unknown>> => {
        const { status, body } = await post('/agentbench/tools', { tool, params, request_id: 'r' });
        assert.equal(status, 200, JSON.stringify(body));
        return body;
    };
    const saved = (): string => readFileSync(join(root, 'a.txt'), 'utf8');

    beforeEach(async () => {
        [asked, shown, isAllowed, onFind] = [[], undefined, true, () => undefined];
        root = realpathSync(mkdtempSync(join(tmpdir(), 'openspace-effects-')));
        writeFileSync(join(root, 'a.txt'), 'one\n');
        hub = await startTestHub({ workspace: root });
    });
    afterEach(async () => {
        ide?.socket.terminate();
        await hub.stop();
        rmSync(root, { recursive: true, force: true });
    });

    describe('With git', () => {
        beforeEach(() => {
            git('init', '--quiet', '--initial-branch=main');
            git('add', '.');
            git('commit', '--quiet', '--message=First');
            git('branch', 'other');
            writeFileSync(join(root, 'a.txt'), 'changed\n');
            git('commit', '--quiet', '--all', '--message=Second');
        });

        it('every change of the repository waits for the person who always wants to be asked', async () => {
            await link('always');
            isAllowed = false;
            writeFileSync(join(root, 'b.txt'), 'b\n');
            for (const request of [
                { action: 'commit', message: 'More', files: ['b.txt'] },
                { action: 'checkout', branch: 'new' },
                { action: 'push', remote: 'origin' }
            ]) {
                assert.equal((await post('/tools/git', request)).status, 403, request.action);
            }
            assert.deepEqual(asked, ['git commit --message="More" -- b.txt', 'git checkout new', 'git push origin']);
            assert.deepEqual([git('branch', '--show-current'), git('log', '-1', '--format=%s')], ['main\n', 'Second\n']);
            assert.equal((await post('/tools/git', { action: 'status' })).status, 200);
        });

        it('a push waits for every person who wants to be asked at all, and a commit does not', async () => {
            await link('risky');
            isAllowed = false;
            writeFileSync(join(root, 'b.txt'), 'b\n');
            assert.equal((await post('/tools/git', { action: 'commit', message: 'More', files: ['b.txt'] })).status, 200);
            assert.equal((await post('/tools/git', { action: 'push' })).status, 403);
            assert.deepEqual(asked, ['git push']);
        });

        it('a checkout leaves files alone that have unsaved text in an editor', async () => {
            await link();
            shown = { tabId: 'tab-1', version: 'v1', text: 'mine\n', unsaved: true, readState: 'current' };
            const { status, body } = await post('/tools/git', { action: 'checkout', branch: 'other' });
            assert.equal(status, 409);
            assert.match(JSON.stringify(body), /unsaved text of the person/);
            assert.deepEqual([saved(), git('branch', '--show-current')], ['changed\n', 'main\n']);
            shown = undefined;
            assert.equal((await post('/tools/git', { action: 'checkout', branch: 'other' })).status, 200);
        });
    });

    it('every door tells that a text stands unsaved in an editor', async () => {
        await link();
        shown = { tabId: 'tab-1', version: 'v1', text: 'one\n', unsaved: true, readState: 'current' };
        assert.equal((await post('/wap/writeFile', { path: 'a.txt', content: 'x' })).body['unsaved'], true);
        const operations = [{ type: 'insert', afterLine: 0, newContent: 'x' }];
        assert.equal((await post('/wap/modifyFile', { path: 'a.txt', operations })).body['unsaved'], true);
        const { data } = await bench('apply_patch', { unified_diff: PATCH });
        assert.deepEqual((data as { unsaved_files?: unknown }).unsaved_files, ['a.txt']);
        const { client } = await connectMcpClient(hub);
        const text = await succeed(callerOfClient(client), 'write_file', { path: '/workspace/a.txt', content: 'x' });
        assert.match(text, /unsaved text of the person/);
        await client.close();
        assert.equal(saved(), 'one\n');
    });

    it('what a door refuses itself is noted', async () => {
        assert.equal((await post('/wap/exploreFiles', { path: '../../etc', recursive: true })).status, 403);
        await bench('apply_patch', { unified_diff: ' ' });
        assert.deepEqual(
            readAudit(hub.auditDirectory).map(({ command, outcome, code }) => [command, outcome, code]),
            [
                ['wap.exploreFiles', 'refused', 'outside-workspace'],
                ['agentbench.apply_patch', 'refused', 'invalid-patch']
            ]
        );
    });

    it('a patch that is applied is answered as applied although its artifacts cannot be stored', async () => {
        await link();
        const events = join(hub.artifacts, 'run-1', 'events.jsonl');
        onFind = () => {
            rmSync(events, { recursive: true, force: true });
            mkdirSync(events, { recursive: true });
        };
        const { status, data } = await bench('apply_patch', { unified_diff: PATCH });
        assert.equal(status, 'success');
        assert.equal((data as { artifacts_incomplete?: unknown }).artifacts_incomplete, true);
        assert.equal(saved(), 'two\n');
        assert.ok(hub.logLines.some(line => line.includes('could not be stored')));
    });
});
