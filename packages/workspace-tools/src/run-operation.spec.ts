import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { FinishedOperation, OperationOptions } from './operation';
import { systemError } from './pinned-entry';
import { runOperation } from './run-operation';
import { PersonQuestion, PersonRefusal } from './person-consent';
import { refusalOf, useWorkspace } from './test/test-workspace';

describe('runOperation', () => {
    it('lets no error of the system out, with or without an audit, and notes what it became', async () => {
        for (const [systemCode, code, outcome] of [
            ['ENAMETOOLONG', 'invalid-path', 'refused'],
            ['EMFILE', 'failed', 'failed'],
            ['EXDEV', 'failed', 'failed']
        ] as const) {
            const finished: FinishedOperation[] = [];
            const audit = { started: () => undefined, finished: (operation: FinishedOperation) => void finished.push(operation) };
            const operate = (): Promise<never> => Promise.reject(systemError(systemCode));
            const { cause } = await refusalOf(code, runOperation('stat', { path: 'a.txt' }, {}, operate));
            assert.match(String(cause), new RegExp(systemCode));
            await refusalOf(code, runOperation('stat', { path: 'a.txt' }, { audit }, operate));
            assert.deepEqual(
                finished.map(operation => [operation.code, operation.outcome]),
                [[code, outcome]]
            );
        }
    });
});

describe('An operation that was refused before', () => {
    const workspace = useWorkspace();

    it('is noted with what it was about, and nothing is begun or done', async () => {
        workspace.file('a.txt', 'one\n');
        const tools = await workspace.tools();
        const finished: FinishedOperation[] = [];
        const audit = {
            started: () => assert.fail('It was begun.'),
            finished: (operation: FinishedOperation) => void finished.push(operation)
        };
        const refusal = new PersonRefusal('', { allowed: false, reason: 'Stopped.', advice: 'Wait.' });
        for (const operate of [
            (options: OperationOptions) => tools.read({ path: 'a.txt' }, options),
            (options: OperationOptions) => tools.write({ path: 'b.txt', content: 'b' }, options)
        ]) {
            assert.equal(await refusalOf('needs-consent', operate({ refusal })), refusal);
            assert.equal(await refusalOf('needs-consent', operate({ refusal, audit })), refusal);
        }
        assert.deepEqual(
            finished.map(({ operation, args, outcome, message }) => [operation, args['path'], outcome, message]),
            [
                ['read', 'a.txt', 'refused', 'Stopped.'],
                ['write', 'b.txt', 'refused', 'Stopped.']
            ]
        );
        assert.equal(existsSync(workspace.path('b.txt')), false);
    });
});

describe('A change that the policy asks about', () => {
    const workspace = useWorkspace();
    const PATCH = ['.vscode/tasks.json', 'a.txt', '.envrc'].map(path => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+new\n`).join('');
    const exists = (path: string): boolean => existsSync(workspace.path(path));

    it('asks the person about each path, once, and then changes all of them', async () => {
        const asked: PersonQuestion[] = [];
        const ask = (question: PersonQuestion) => {
            asked.push(question);
            return Promise.resolve({ allowed: true } as const);
        };
        await (await workspace.tools()).patch({ patch: PATCH }, { ask });
        assert.deepEqual(
            asked.map(question => question.action === 'write' && question.path),
            ['.vscode/tasks.json', '.envrc']
        );
        assert.ok(asked.every(({ reason }) => /protected|sensitive/.test(reason)));
        assert.ok(exists('.vscode/tasks.json') && exists('a.txt') && exists('.envrc'));
    });

    it('shows the person the text that the file would have, whatever the operation', async () => {
        const texts: (string | undefined)[] = [];
        const ask = (question: PersonQuestion) => {
            texts.push(question.action === 'write' ? question.text : 'none');
            return Promise.resolve({ allowed: false, reason: 'No.' } as const);
        };
        const tools = await workspace.tools();
        const path = '.vscode/tasks.json';
        const refuse = (change: Promise<unknown>) => refusalOf('needs-consent', change);
        await refuse(tools.write({ path, content: 'added', mode: 'append' }, { ask }));
        workspace.file(path, 'one\ntwo\n');
        await refuse(tools.write({ path, content: 'new' }, { ask }));
        await refuse(tools.write({ path, content: 'three\n', mode: 'append' }, { ask }));
        await refuse(tools.edit({ path, oldText: 'two', newText: '2' }, { ask }));
        await refuse(tools.modify({ path, operations: [{ type: 'delete', startLine: 1, endLine: 1 }] }, { ask }));
        await refuse(tools.patch({ patch: `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-one\n+1\n` }, { ask }));
        await refuse(tools.patch({ patch: `--- a/${path}\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n` }, { ask }));
        assert.deepEqual(texts, ['added', 'new', 'one\ntwo\nthree\n', 'one\n2\n', 'two\n', '1\ntwo\n', '']);
    });

    it('shows what an editor has of the file, and nothing of a file that agents may not read', async () => {
        const texts: (string | undefined)[] = [];
        const ask = (question: PersonQuestion) => {
            texts.push(question.action === 'write' ? question.text : 'none');
            return Promise.resolve({ allowed: false, reason: 'No.' } as const);
        };
        workspace.file('.vscode/tasks.json', 'saved\n');
        workspace.file('.env', 'KEY=1\n');
        const document = {
            ...{ text: 'typed\n', unsaved: true, readState: 'current' as const },
            replace: () => Promise.reject(new Error('replaced'))
        };
        const documents = { find: (path: string) => Promise.resolve(path === '.vscode/tasks.json' ? document : undefined) };
        const tools = await workspace.tools();
        const edit = (path: string, oldText: string) =>
            refusalOf('needs-consent', tools.edit({ path, oldText, newText: 'x' }, { ask, documents }));
        await edit('.vscode/tasks.json', 'typed');
        await edit('.env', 'KEY');
        assert.deepEqual(texts, ['x\n', undefined]);
    });

    it('changes nothing when the person says no to one of them, and tells the agent what the person said', async () => {
        const ask = ({ action, ...question }: PersonQuestion) =>
            Promise.resolve(
                action === 'write' && 'path' in question && question.path === '.envrc'
                    ? ({ allowed: false, reason: 'The person says: not today.' } as const)
                    : ({ allowed: true } as const)
            );
        const { message } = await refusalOf('needs-consent', (await workspace.tools()).patch({ patch: PATCH }, { ask }));
        assert.match(message, /\.envrc.*not today/);
        assert.ok(!exists('.vscode/tasks.json') && !exists('a.txt'));
    });

    it('never asks about what nobody may allow', async () => {
        const ask = () => Promise.reject(new Error('asked'));
        workspace.file('.git/HEAD', '');
        await refusalOf('protected-path', (await workspace.tools()).write({ path: '.git/hooks/x', content: '' }, { ask }));
    });

    it('is noted once, as refused, when the person says no, without what the agent alone is told', async () => {
        const finished: FinishedOperation[] = [];
        const audit = { started: () => undefined, finished: (operation: FinishedOperation) => void finished.push(operation) };
        const ask = () => Promise.resolve({ allowed: false, reason: 'No.', advice: 'Ask first.' } as const);
        const write = (await workspace.tools()).write({ path: '.envrc', content: 'x' }, { ask, audit });
        const { message } = await refusalOf('needs-consent', write);
        assert.match(message, /word\. No\. Ask first\.$/);
        assert.deepEqual(
            finished.map(({ outcome, code, message: told }) => [outcome, code, told]),
            [['refused', 'needs-consent', message.replace(' Ask first.', '')]]
        );
    });
});
