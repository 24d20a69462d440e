import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { requestLink } from './link.mjs';

const SECRET = 'a-secret-with-more-than-the-needed-43-characters';

describe('npm start -- --link', () => {
    const { OPENSPACE_STATE_DIR } = process.env;
    let server;
    let asked;

    beforeEach(async () => {
        process.env.OPENSPACE_STATE_DIR = temporaryFolder();
        asked = [];
        server = createServer((request, response) => {
            asked.push(request);
            response.end('{"url":"http://127.0.0.1/?token=fresh"}');
        });
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
    });

    afterEach(() => {
        server.close();
        process.env.OPENSPACE_STATE_DIR = OPENSPACE_STATE_DIR;
        if (OPENSPACE_STATE_DIR === undefined) {
            delete process.env.OPENSPACE_STATE_DIR;
        }
    });

    const target = () => ({ host: '0.0.0.0', port: server.address().port });
    const saveSecret = () => {
        mkdirSync(process.env.OPENSPACE_STATE_DIR, { recursive: true });
        writeFileSync(join(process.env.OPENSPACE_STATE_DIR, 'ide.token'), SECRET, { mode: 0o600 });
    };

    it('asks the IDE on the port, and does not tell whoever listens there the secret', async () => {
        saveSecret();
        assert.equal(await requestLink(target()), 'http://127.0.0.1/?token=fresh');
        const [{ method, url, headers }] = asked;
        assert.deepEqual([method, url], ['POST', '/openspace/browser-link']);
        assert.match(headers.authorization, /^Bearer \S+$/);
        assert.ok(!headers.authorization.includes(SECRET));
    });

    it('says what to do when no IDE was started with this state directory', async () => {
        await assert.rejects(requestLink(target()), { message: /does not exist/, advice: /OPENSPACE_STATE_DIR/ });
        assert.deepEqual(asked, []);
    });

    it('says what to do when nothing listens there, or something else', async () => {
        saveSecret();
        server.removeAllListeners('request');
        server.on('request', (_, response) => response.writeHead(404).end('not here'));
        await assert.rejects(requestLink(target()), { message: /gives no link \(status 404\)/, advice: /another state directory/ });
        const { port } = server.address();
        server.close();
        server.closeAllConnections();
        await assert.rejects(requestLink({ host: '127.0.0.1', port }), { message: /No IDE answers on port \d+ \(ECONNREFUSED\)/ });
    });
});
