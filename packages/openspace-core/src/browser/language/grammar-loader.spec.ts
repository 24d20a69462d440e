import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadGrammar } from './grammar-loader';

const present = { scopeName: 'source.present', patterns: [{ match: 'x', name: 'keyword' }], repository: {} };
const answers: Partial<Record<string, string>> = {
    '/ide/grammars/present.json': JSON.stringify(present),
    '/ide/grammars/broken.json': '{"scopeName":'
};

describe('loadGrammar', () => {
    let server: Server;
    let page: string;
    let warnings: string[];
    const load = (file: string) => loadGrammar({ file, scope: `source.${file}` }, page, message => warnings.push(message));

    before(async () => {
        server = createServer((request, response) => {
            const answer = answers[request.url ?? ''];
            response.writeHead(answer === undefined ? 404 : 200).end(answer);
        });
        await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
        page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ide/`;
    });
    beforeEach(() => (warnings = []));
    after(() => server.close());

    it('fetches the grammar from the folder beside the page', async () => {
        assert.deepEqual(await load('present'), { format: 'json', content: present, location: `${page}grammars/present.json` });
        assert.deepEqual(warnings, []);
    });

    for (const [file, reason] of [
        ['absent', '404'],
        ['broken', 'JSON']
    ] as const) {
        it(`gives a grammar without rules and one warning when the grammar is ${file}`, async () => {
            const { content } = await load(file);
            assert.deepEqual(content, { scopeName: `source.${file}`, patterns: [], repository: {} });
            assert.equal(warnings.length, 1);
            assert.match(warnings[0] ?? '', new RegExp(`source\\.${file}.*${reason}`));
        });
    }

    it('does not fail when no server answers', async () => {
        const { content } = await loadGrammar({ file: 'present', scope: 'source.present' }, 'http://127.0.0.1:1/', message =>
            warnings.push(message)
        );
        assert.deepEqual(content, { scopeName: 'source.present', patterns: [], repository: {} });
        assert.equal(warnings.length, 1);
    });
});
