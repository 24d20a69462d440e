import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { FileToolHub } from '../../testing/file-tool-hub';
import { textsOf } from '../../testing/tool-caller';
import { useHub } from '../../testing/workspace-hub';

describe('Calls of MCP clients that come at the same time', () => {
    const hub = useHub(new FileToolHub());

    it('read many files, each its own', async () => {
        const names = Array.from({ length: 100 }, (_, index) => `file-${index}.txt`);
        names.forEach(name => hub.file(name, `This is ${name}.\n`.repeat(1000)));
        const texts = await Promise.all(names.map(path => hub.succeed('read_file', { path })));
        texts.forEach((text, index) => assert.equal(text, `This is ${names[index]}.\n`.repeat(1000)));
    });

    const versions = Array.from({ length: 20 }, (_, index) => `version ${index}\n`.repeat(20_000));

    it('never read a file that is half written', async () => {
        hub.file('a.txt', versions[0]);
        let isWriting = true;
        const write = async (): Promise<void> => {
            for (const content of versions) {
                await hub.succeed('write_file', { path: 'a.txt', content });
            }
            isWriting = false;
        };
        const read = async (): Promise<void> => {
            while (isWriting) {
                const text = await hub.succeed('read_file', { path: 'a.txt' });
                assert.ok(versions.includes(text), `${text.length} characters: ${text.slice(0, 20)} … ${text.slice(-20)}`);
            }
        };
        await Promise.all([write(), read(), read(), read()]);
        assert.equal(hub.text('a.txt'), versions.at(-1));
        assert.deepEqual(readdirSync(hub.path()), ['a.txt']);
    }).timeout(30_000);

    it('write a whole text, or are told that another one was written meanwhile', async () => {
        const results = await Promise.all(versions.map(content => hub.tools.call('write_file', { path: 'a.txt', content })));
        const refusals = results.filter(({ isError }) => isError).flatMap(textsOf);
        assert.ok(refusals.length < versions.length);
        refusals.forEach(text => assert.match(text, /was changed or replaced by someone else/));
        assert.ok(versions.includes(hub.text('a.txt')));
        assert.deepEqual(readdirSync(hub.path()), ['a.txt']);
    }).timeout(30_000);
});
