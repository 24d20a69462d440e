import assert from 'node:assert/strict';
import { ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenSpaceConfiguration } from '../../common';
import { bindGivenSettings } from '../testing/given-settings';
import { ModelSettings } from './model-settings';
import { PolicySettings } from './policy-settings';

describe('ModelSettings', () => {
    const environment = { ...process.env };
    let folder: string;
    let keyFile: string;

    beforeEach(async () => {
        for (const name of Object.keys(process.env).filter(each => /^OPENSPACE_(LLM|OPENCODE)_/.test(each))) {
            Reflect.deleteProperty(process.env, name);
        }
        folder = await mkdtemp(join(tmpdir(), 'openspace-model-'));
        keyFile = join(folder, 'model.key.txt');
        await writeFile(keyFile, 'sk-from-file\n');
    });
    afterEach(async () => {
        const added = Object.keys(process.env).filter(name => !(name in environment));
        added.forEach(name => Reflect.deleteProperty(process.env, name));
        Object.assign(process.env, environment);
        await rm(folder, { recursive: true });
    });

    const container = (settings: Partial<OpenSpaceConfiguration>): Container => {
        const made = new Container();
        made.bind(ILogger).toConstantValue(new MockLogger());
        bindGivenSettings(made, settings);
        return made;
    };
    const given = (settings: Partial<OpenSpaceConfiguration>): ModelSettings => container(settings).get(ModelSettings);

    it('name no model and no server unless the person does', async () => {
        assert.equal(await given({}).model(), undefined);
        assert.equal(await given({ 'openspace.model.baseUrl': ' ', 'openspace.openCode.url': '' }).server(), undefined);
    });

    it('name the model with the key from its file', async () => {
        const model = await given({
            'openspace.model.baseUrl': 'http://localhost:11434/v1/',
            'openspace.model.name': 'teapot-7b',
            'openspace.model.keyFile': keyFile
        }).model();
        assert.deepEqual(model, {
            baseUrl: 'http://localhost:11434/v1',
            model: 'teapot-7b',
            displayName: 'teapot-7b',
            apiKey: 'sk-from-file'
        });
    });

    it('give way to the environment, and send no key to an endpoint that is named there', async () => {
        const settings = given({
            'openspace.model.baseUrl': 'http://settings.test/v1',
            'openspace.model.name': 'teapot-7b',
            'openspace.model.keyFile': keyFile,
            'openspace.openCode.url': 'http://settings.test',
            'openspace.openCode.passwordFile': keyFile
        });
        process.env['OPENSPACE_LLM_API_KEY'] = 'sk-from-environment';
        assert.equal((await settings.model())?.apiKey, 'sk-from-environment');
        Reflect.deleteProperty(process.env, 'OPENSPACE_LLM_API_KEY');
        Object.assign(process.env, { OPENSPACE_LLM_BASE_URL: 'http://env.test/v1', OPENSPACE_OPENCODE_URL: 'http://env.test/' });
        assert.deepEqual(await settings.model(), { baseUrl: 'http://env.test/v1', model: 'default', displayName: 'default' });
        assert.deepEqual(await settings.server(), { url: 'http://env.test', byEnvironment: true });
    });

    it('name a server with the password from its file', async () => {
        const settings = given({ 'openspace.openCode.url': 'https://code.test/', 'openspace.openCode.passwordFile': keyFile });
        assert.deepEqual(await settings.server(), { url: 'https://code.test', password: 'sk-from-file', byEnvironment: false });
    });

    it('say which setting is wrong and what to do, without what a file holds', async () => {
        const baseUrl = 'http://localhost:11434/v1';
        const missing = join(folder, 'missing.txt');
        await writeFile(join(folder, 'poem.txt'), 'two\nlines of a poem\n');
        for (const url of ['localhost:11434/v1', 'ftp://models.test', 'models', 'http://', 'http://me:secret@models.test/v1']) {
            await assert.rejects(given({ 'openspace.model.baseUrl': url }).model(), /^Error: The setting openspace\.model\.baseUrl is not/);
            await assert.rejects(given({ 'openspace.openCode.url': url }).server(), /openspace\.openCode\.url is not.*Set it to/);
        }
        for (const [path, reason] of [
            ['keys/model.txt', /names no absolute path/],
            [missing, /cannot be read \(ENOENT\)/],
            [folder, /cannot be read \(EISDIR\)/],
            [
                join(folder, 'poem.txt'),
                /^Error: The setting openspace\.model\.keyFile names a file that does not hold one line with a key\./
            ]
        ] as const) {
            await assert.rejects(given({ 'openspace.model.baseUrl': baseUrl, 'openspace.model.keyFile': path }).model(), reason);
        }
    });

    it('say what is missing of a model that is named by halves, and what is used instead', () => {
        const url = { 'openspace.model.baseUrl': 'http://localhost:11434/v1' };
        const name = { 'openspace.model.name': 'teapot-7b' };
        assert.equal(given({}).missing(), undefined);
        assert.equal(given({ ...url, ...name }).missing(), undefined);
        assert.match(
            given(url).missing() ?? '',
            /^The setting openspace\.model\.name is empty.*asked for as "default".*Set openspace\.model\.name/
        );
        for (const half of [name, { 'openspace.model.keyFile': keyFile }]) {
            const [setting] = Object.keys(half);
            const missing = given(half).missing() ?? '';
            assert.match(missing, /^The setting openspace\.model\.baseUrl is empty.*the guide answers.*Set openspace\.model\.baseUrl/);
            assert.ok(missing.includes(setting));
        }
        process.env['OPENSPACE_LLM_MODEL'] = 'teapot-7b';
        assert.equal(given(url).missing(), undefined);
        assert.match(
            given({}).missing() ?? '',
            /^OPENSPACE_LLM_BASE_URL is not set, though OPENSPACE_LLM_MODEL is.*the guide answers.*Set openspace\.model\.baseUrl in the settings/
        );
        process.env['OPENSPACE_LLM_BASE_URL'] = 'http://env.test/v1';
        assert.equal(given({}).missing(), undefined);
        Reflect.deleteProperty(process.env, 'OPENSPACE_LLM_MODEL');
        assert.match(
            given(name).missing() ?? '',
            /^OPENSPACE_LLM_MODEL is not set, though OPENSPACE_LLM_BASE_URL is.*asked for as "default"/
        );
        assert.doesNotMatch(given(name).missing() ?? '', /openspace\.model/, 'No setting changes what the environment names.');
    });

    it('keep the files with a key from every agent', async () => {
        const policy = await container({ 'openspace.model.keyFile': keyFile, 'openspace.openCode.passwordFile': 'odd' })
            .get(PolicySettings)
            .current();
        assert.ok(policy.forbiddenPaths?.includes(keyFile));
    });
});
