import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { FileToolHub } from '../../testing/file-tool-hub';
import { connectStdioClient } from '../../testing/stdio-client';
import { callerOfClient, fail, succeed } from '../../testing/tool-caller';
import { useHub } from '../../testing/workspace-hub';

/** Starts a program that sees the named folder as a small disk of its own, which nobody else sees and which ends with the program. */
const ON_SMALL_DISK = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', 'mount -t tmpfs -o size=100k none "$0" && exec "$@"'];

describe('A disk that is full', () => {
    const hub = useHub(new FileToolHub());
    let client: Client;
    beforeEach(async () => (client = await connectStdioClient(hub.path(), hub.state, [...ON_SMALL_DISK, hub.path()])));
    afterEach(() => client.close());

    it('is told, leaves every file as it was and nothing else behind, and takes what fits', async () => {
        const tools = callerOfClient(client);
        const write = (path: string, content: string) => ({ path, content });
        const tooMuch = 'x'.repeat(200_000);
        await succeed(tools, 'write_file', write('old.txt', 'old'));
        for (const path of ['old.txt', 'new.txt']) {
            assert.match(await fail(tools, 'write_file', write(path, tooMuch)), /^Error: Failed to write file - .*disk is full/, path);
        }
        assert.equal(await succeed(tools, 'read_file', { path: 'old.txt' }), 'old');
        assert.equal(await succeed(tools, 'list_directory', { path: '.' }), 'Contents of .:\n\n[FILE] old.txt');
        await succeed(tools, 'write_file', write('old.txt', 'x'.repeat(60_000)));
        assert.equal((await succeed(tools, 'read_file', { path: 'old.txt' })).length, 60_000);
    });
});
