import { strict as assert } from 'node:assert';
import { generateKeyPairSync } from 'node:crypto';
import { useWorkspace } from '../test/test-workspace';
import { readGitConfiguration } from './git-configuration';

describe('The configuration of git', () => {
    const workspace = useWorkspace();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
        OPENSPACE_GITHUB_APP_ID: '1',
        OPENSPACE_GITHUB_APP_KEY_FILE: workspace.file('key', privateKey.export({ type: 'pkcs8', format: 'pem' })),
        OPENSPACE_GITHUB_INSTALLATION_ID: '2',
        ...more
    });

    it('attributes commits to the bot unless another identity is named, and pushes nothing by itself', () => {
        assert.deepEqual(readGitConfiguration({}), {
            identity: { name: 'emergent-app[bot]', email: 'emergent-app[bot]@users.noreply.github.com' },
            secretFiles: []
        });
        assert.deepEqual(readGitConfiguration({ OPENSPACE_GIT_BOT_NAME: 'my bot', OPENSPACE_GIT_BOT_EMAIL: 'b@example.com' }).identity, {
            name: 'my bot',
            email: 'b@example.com'
        });
        assert.equal(readGitConfiguration({ OPENSPACE_GIT_BOT_NAME: 'my bot' }).identity.email, 'my-bot@users.noreply.github.com');
        assert.throws(() => readGitConfiguration({ OPENSPACE_GIT_BOT_NAME: 'a <b' }), /without "<"/);
        assert.throws(() => readGitConfiguration({ OPENSPACE_GIT_BOT_EMAIL: 'nobody' }), /e-mail/);
    });

    it('serves the server of the app and no other one', () => {
        const serves = (api: string | undefined, address: string): boolean | undefined =>
            readGitConfiguration(environment({ OPENSPACE_GITHUB_API_URL: api })).credentials?.serves(new URL(address));
        assert.equal(serves(undefined, 'https://github.com/o/r.git'), true);
        assert.equal(serves(undefined, 'https://github.com:8443/o/r.git'), false);
        assert.equal(serves(undefined, 'https://evil.github.com/o/r.git'), false);
        assert.equal(serves(undefined, 'http://127.0.0.1/o/r.git'), false);
        assert.equal(serves('https://git.example.com/api/v3', 'https://git.example.com/o/r.git'), true);
        assert.equal(serves('https://git.example.com/api/v3', 'https://github.com/o/r.git'), false);
        assert.equal(serves('http://127.0.0.1:1/api', 'http://localhost:2/o/r.git'), true);
        assert.equal(serves('http://127.0.0.1:1/api', 'https://github.com/o/r.git'), false);
    });

    it('names the file of the key as a secret', () => {
        const variables = environment();
        assert.deepEqual(readGitConfiguration(variables).secretFiles, [variables.OPENSPACE_GITHUB_APP_KEY_FILE]);
    });

    it('says what is missing or cannot be used, and shows no key', () => {
        assert.throws(() => readGitConfiguration({ OPENSPACE_GITHUB_APP_ID: '1' }), /KEY_FILE and OPENSPACE_GITHUB_INSTALLATION_ID/);
        const wrong =
            (more: NodeJS.ProcessEnv): (() => unknown) =>
            () =>
                readGitConfiguration(environment(more));
        assert.throws(wrong({ OPENSPACE_GITHUB_INSTALLATION_ID: 'x' }), /must be a number/);
        assert.throws(wrong({ OPENSPACE_GITHUB_APP_KEY_FILE: 'key' }), /full path/);
        assert.throws(wrong({ OPENSPACE_GITHUB_APP_KEY_FILE: '/missing' }), /ENOENT/);
        assert.throws(
            wrong({ OPENSPACE_GITHUB_APP_KEY_FILE: workspace.file('text', 'SECRET') }),
            error => !String(error).includes('SECRET')
        );
        for (const api of ['http://github.com', 'https://a:b@api.github.com', 'ftp://x', 'x']) {
            assert.throws(wrong({ OPENSPACE_GITHUB_API_URL: api }), /OPENSPACE_GITHUB_API_URL/);
        }
    });
});
