import assert from 'node:assert/strict';
import { Gate, scriptedBrain, startModelServer, type ModelServer } from '@openspace/guide-model';
import { cp, writeFile } from 'node:fs/promises';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { once } from 'node:events';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { packageProgram } from '../process/package-file';
import { SupervisedProcess } from '../process/supervised-process';
import { RunningBackend, textOf } from '../testing/running-backend';

/** A model behind an endpoint that wants a key. */
class KeyedEndpoint {
    readonly keys = new Set<string | undefined>();
    protected readonly server: Server = createServer((request, response) => {
        this.keys.add(request.headers.authorization);
        const { host, href } = new URL(request.url ?? '/', this.model.url);
        const onward = ask(href, { method: 'POST', headers: { ...request.headers, host } }, answer => {
            response.writeHead(answer.statusCode ?? 500, answer.headers);
            answer.pipe(response);
        });
        request.pipe(onward);
    });

    protected constructor(readonly model: ModelServer) {}

    static async start(answer: string): Promise<KeyedEndpoint> {
        const endpoint = new KeyedEndpoint(await startModelServer({ brain: scriptedBrain([answer]) }));
        endpoint.server.listen(0, '127.0.0.1');
        await once(endpoint.server, 'listening');
        return endpoint;
    }

    get url(): string {
        return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
    }

    async stop(): Promise<void> {
        this.server.close();
        this.server.closeAllConnections();
        await this.model.close();
    }
}

const PASSWORD = 'time-for-tea';

/** An OpenCode that the person runs with a password, and the given model behind it. */
async function startOwnServer(home: string, { url }: ModelServer): Promise<SupervisedProcess<string>> {
    // What our own server has prepared keeps it from the network.
    await cp(join(process.env['OPENSPACE_STATE_DIR'] ?? '', 'opencode', 'config'), join(home, 'config'), { recursive: true });
    const provider = { npm: '@ai-sdk/openai-compatible', options: { baseURL: url, apiKey: 'none' }, models: { tea: {} } };
    const config = {
        model: 'own/tea',
        small_model: 'own/tea',
        share: 'disabled',
        autoupdate: false,
        snapshot: false,
        provider: { own: provider }
    };
    const environment = {
        ...process.env,
        ...{ HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data') },
        ...{ XDG_STATE_HOME: join(home, 'state'), XDG_CACHE_HOME: join(home, 'cache') },
        ...{ OPENCODE_DISABLE_PROJECT_CONFIG: '1', OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
        OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
        OPENCODE_SERVER_PASSWORD: PASSWORD
    };
    const server = new SupervisedProcess(
        () =>
            Promise.resolve({
                name: 'The OpenCode of the person',
                command: packageProgram('opencode-ai', 'opencode'),
                args: ['serve', '--hostname', '127.0.0.1', '--port', '0'],
                environment,
                readReady: line => /listening on (http:\/\/\S+)/.exec(line)?.[1]
            }),
        new MockLogger()
    );
    await server.start();
    return server;
}

describe('A model that the person chooses in the settings', function () {
    this.timeout(120_000);
    let backend: RunningBackend;
    let other: KeyedEndpoint;

    before(async () => {
        backend = await RunningBackend.start(({ url }) => ({ 'openspace.model.baseUrl': url, 'openspace.model.name': 'first' }));
        other = await KeyedEndpoint.start('This is the other.');
    });

    after(async () => {
        await backend.stop();
        await other.stop();
    });

    const changed = (): Promise<void> => new Promise(resolve => void backend.server.onDidChange(resolve));

    it('answers from the end of the running turn on, in the same conversation, with its key', async () => {
        const gate = new Gate();
        backend.answer(['This is ', { kind: 'gate', gate }, 'the first.']);
        const turn = await backend.begin('Who are you?', 'talk');
        await gate.reached;
        const keyFile = join(backend.workspace, '..', 'model-key');
        await writeFile(keyFile, 'sk-other\n');
        const switched = changed();
        backend.settings.change({
            'openspace.model.baseUrl': other.url,
            'openspace.model.name': 'second',
            'openspace.model.keyFile': keyFile
        });
        gate.open();
        assert.equal(textOf(await turn.finished), 'This is the first.');
        await switched;
        assert.equal(backend.server.answering, 'second');
        assert.equal(textOf(await backend.ask('And you?', 'talk')), 'This is the other.');
        assert.deepEqual([...other.keys], ['Bearer sk-other']);
        const request = other.model.requests.at(-1);
        assert.equal(request?.model, 'second');
        assert.match(JSON.stringify(request.messages), /Who are you\?.*This is the first\./);
    });

    it('is not started anew for a setting that changes nothing', async () => {
        const address = backend.server.known;
        backend.settings.change({ 'openspace.openCode.passwordFile': '/not/used' });
        assert.ok(await backend.server.isCurrent());
        assert.equal(backend.server.known, address);
    });

    it('is said to be wrong in a message, until it is mended', async () => {
        let switched = changed();
        backend.settings.change({ 'openspace.model.baseUrl': 'localhost:11434' });
        await switched;
        await assert.rejects(backend.ask('Hello?', 'talk'), /The setting openspace\.model\.baseUrl is not an address/);
        switched = changed();
        backend.settings.change({ 'openspace.model.baseUrl': backend.model.url, 'openspace.model.keyFile': '' });
        await switched;
        backend.answer('The first again.');
        assert.equal(textOf(await backend.ask('Hello?', 'talk')), 'The first again.');
    });

    it('gives way to the guide when there is none, and is said to be named by halves as long as it is', async () => {
        const switched = changed();
        backend.settings.change({ 'openspace.model.baseUrl': '' });
        await switched;
        assert.match(textOf(await backend.ask('How do I connect a model?', 'new talk')), /scripted guide/);
        assert.equal(backend.server.answering, 'Guide');
        // A name without an address is told, and taking it away starts nothing anew.
        assert.match(backend.server.missingSetting ?? '', /^The setting openspace\.model\.baseUrl is empty, though openspace\.model\.name/);
        const address = backend.server.known;
        const told = changed();
        backend.settings.change({ 'openspace.model.name': '' });
        await told;
        assert.equal(backend.server.missingSetting, undefined);
        assert.equal(backend.server.known, address);
    });

    it('gives way to a server that the person runs, which wants the password from its file', async () => {
        const own = await startOwnServer(join(backend.workspace, '..', 'own-home'), backend.model);
        try {
            const url = own.current ?? '';
            const passwordFile = async (password: string): Promise<string> => {
                const file = join(backend.workspace, '..', `password-${password}`);
                await writeFile(file, `${password}\n`);
                return file;
            };
            let switched = changed();
            backend.settings.change({ 'openspace.openCode.url': url, 'openspace.openCode.passwordFile': await passwordFile('wrong') });
            await switched;
            await assert.rejects(backend.ask('Hello?', 'own talk'), /refused us\. Check the setting openspace\.openCode\.passwordFile\./);
            switched = changed();
            backend.settings.change({ 'openspace.openCode.passwordFile': await passwordFile(PASSWORD) });
            await switched;
            backend.answer('From your own server.');
            assert.equal(textOf(await backend.ask('Hello?', 'own talk')), 'From your own server.');
            assert.equal(backend.server.answering, `OpenCode at ${url}`);
        } finally {
            await own.stop();
        }
    });
});
