import assert from 'node:assert/strict';
import { ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { readAudit, verifyAudit } from '@openspace/workspace-tools';
import { HUB_LIMITS } from '../../hub-limits';
import { HUB_VERSION } from '../../hub-version';
import { FileToolHub } from '../../testing/file-tool-hub';
import { connectMcpClient } from '../../testing/mcp-client';
import { connectStdioClient, HUB_PROGRAM } from '../../testing/stdio-client';
import { callerOfClient, fail, plainCaller, succeed, ToolCaller } from '../../testing/tool-caller';
import { useHub } from '../../testing/workspace-hub';
import { FILE_TOOL_SCHEMAS } from '../files/file-tool-schemas';

interface Answer {
    readonly id: number | null;
    readonly result?: {
        readonly content: readonly { readonly text: string }[];
        readonly tools?: readonly { readonly name: string }[];
        readonly protocolVersion?: string;
        readonly serverInfo?: object;
    };
    readonly error?: { readonly code: number; readonly message: string };
}

const HELLO = {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'test', version: '1.0' } }
};
const call = (id: number, name: string, args: object) => ({ id, method: 'tools/call', params: { name, arguments: args } });
const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

describe('Every way to the file tools', () => {
    const hub = useHub(new FileToolHub());
    let clients: Client[];
    beforeEach(() => (clients = []));
    afterEach(() => Promise.all(clients.map(client => client.close())));

    const ways: Readonly<Record<string, () => Promise<ToolCaller>>> = {
        ...Object.fromEntries(
            ['2024-11-05', LATEST_PROTOCOL_VERSION].map(protocolVersion => [
                `the SDK's client over HTTP with protocol ${protocolVersion}`,
                async () => {
                    const { client } = await connectMcpClient(hub.hub, { protocolVersion });
                    clients.push(client);
                    return callerOfClient(client);
                }
            ])
        ),
        'plain requests as curl sends them': () => Promise.resolve(plainCaller(hub.hub)),
        "the SDK's client over standard input and output": async () => {
            const client = await connectStdioClient(hub.path(), hub.state);
            clients.push(client);
            return callerOfClient(client);
        }
    };
    for (const [way, open] of Object.entries(ways)) {
        it(`lists and calls every tool: ${way}`, async () => {
            const tools = await open();
            const list = await tools.list();
            assert.deepEqual(
                list.map(({ name }) => name),
                Object.keys(FILE_TOOL_SCHEMAS)
            );
            assert.ok(list.every(({ description, inputSchema, outputSchema }) => description && inputSchema.required && outputSchema));
            assert.deepEqual(
                list.map(({ annotations }) => [annotations?.readOnlyHint, annotations?.destructiveHint, annotations?.idempotentHint]),
                [
                    [true, false, true],
                    [false, true, true],
                    [true, false, true],
                    [false, false, true],
                    [true, false, true],
                    [true, false, true]
                ]
            );
            assert.equal(
                await succeed(tools, 'write_file', { path: 'README.md', content: '# Read me\n' }),
                'Successfully wrote 10 bytes to README.md'
            );
            assert.equal(await succeed(tools, 'create_directory', { path: 'logs' }), 'Successfully created directory logs');
            assert.equal(await succeed(tools, 'read_file', { path: 'README.md' }), '# Read me\n');
            assert.equal(await succeed(tools, 'list_directory', { path: '.' }), 'Contents of .:\n\n[DIR] logs\n[FILE] README.md');
            assert.match(await succeed(tools, 'get_file_info', { path: 'README.md' }), /^Path: README\.md\nType: file\nSize: 10 B\n/);
            assert.match(await succeed(tools, 'search_files', { path: '.', pattern: '*.md' }), /^Found 1 match\(es\)/);
            assert.equal(await fail(tools, 'read_file', { path: '/etc/passwd' }), 'Error: Access denied. Path must be within /workspace');
        });
    }
});

describe('openspace-hub mcp', () => {
    const hub = useHub(new FileToolHub());
    let children: ChildProcessWithoutNullStreams[];
    beforeEach(() => (children = []));
    afterEach(() => children.forEach(child => child.kill('SIGKILL')));

    /** Programs and their options that the server is started by, if any. */
    let starter: string[];
    beforeEach(() => (starter = []));
    const start = (...options: string[]) => {
        const env = { ...process.env, OPENSPACE_STATE_DIR: hub.state };
        const [program, ...args] = [...starter, process.execPath, HUB_PROGRAM, 'mcp', '--workspace', hub.path(), ...options];
        const child = spawn(program, args, { env });
        children.push(child);
        // A process that ended early is seen by its exit code.
        child.stdin.on('error', () => undefined);
        return { child, ended: once(child, 'close') };
    };
    /** What the server answers to these lines until its input ends. */
    const answers = async (input: readonly (string | Buffer)[], ...options: string[]): Promise<Answer[]> => {
        const { child, ended } = start(...options);
        child.stdin.end(Buffer.concat(input.map(part => Buffer.from(part))));
        const [output, [code]] = (await Promise.all([text(child.stdout), ended])) as [string, [number]];
        assert.equal(code, 0);
        return output
            .trimEnd()
            .split('\n')
            .map(answer => JSON.parse(answer) as Answer);
    };
    const byId = (all: readonly Answer[], id: number): Answer => all.find(answer => answer.id === id) ?? assert.fail(`no answer ${id}`);

    it('tells the client what it offers and what it does not, under the name of the Hub', async () => {
        const client = await connectStdioClient(hub.path(), hub.state);
        assert.equal(client.getServerVersion()?.name, 'workspace-tool');
        assert.match(client.getInstructions() ?? '', /\/workspace.*commands of the IDE are not here/);
        await client.close();
    });

    it('answers everything that was asked before its input ended, the last line without an end included', async () => {
        hub.file('a.txt', 'here');
        const all = await answers([
            line(HELLO),
            line(call(2, 'read_file', { path: 'a.txt' })),
            line(call(3, 'read_file', { path: 'b' })).trim()
        ]);
        assert.equal(byId(all, 2).result?.content[0]?.text, 'here');
        assert.equal(byId(all, 3).result?.content[0]?.text, 'Error: File not found: b');
    });

    it('lists and calls every tool by plain lines of JSON', async () => {
        hub.file('a.txt', 'here\n');
        const requests = [
            call(3, 'read_file', { path: 'a.txt' }),
            call(4, 'write_file', { path: 'b/c.txt', content: 'new' }),
            call(5, 'list_directory', { path: '/workspace' }),
            call(6, 'create_directory', { path: 'd/e' }),
            call(7, 'get_file_info', { path: 'a.txt' }),
            call(8, 'search_files', { path: '.', pattern: 'a.*' })
        ];
        assert.equal(requests.length, Object.keys(FILE_TOOL_SCHEMAS).length);
        const [hello, list] = await answers([line(HELLO), line({ id: 2, method: 'tools/list', params: {} })]);
        assert.deepEqual([hello.id, list.id], [1, 2]);
        assert.deepEqual(
            [hello.result?.protocolVersion, hello.result?.serverInfo],
            ['2024-11-05', { name: 'workspace-tool', version: HUB_VERSION }]
        );
        assert.deepEqual(
            list.result?.tools?.map(({ name }) => name),
            requests.map(({ params }) => params.name)
        );
        // One after the other, since what is asked at once may be done in any order.
        const texts: (string | undefined)[] = [];
        for (const request of requests) {
            texts.push(byId(await answers([line(HELLO), line(request)]), request.id).result?.content[0].text);
        }
        assert.deepEqual(texts.slice(0, 4), [
            'here\n',
            'Successfully wrote 3 bytes to b/c.txt',
            'Contents of /workspace:\n\n[DIR] b\n[FILE] a.txt',
            'Successfully created directory d/e'
        ]);
        assert.match(texts[4] ?? '', /^Path: a\.txt\nType: file\nSize: 5 B\n/);
        assert.equal(texts[5], "Found 1 match(es) for 'a.*':\n\n[FILE] a.txt");
    }).timeout(60_000);

    it('keeps the same policy, and notes each call with the name of the client', async () => {
        hub.file('.env', 'tea-leaves');
        hub.file('plan.kdbx', 'tea-leaves');
        const policy = join(hub.outside, 'policy.json');
        writeFileSync(policy, JSON.stringify({ sensitiveFiles: ['*.kdbx'], limits: { readBytes: 5 } }));
        hub.file('long.txt', 'six by');
        const asked = ['.env', 'plan.kdbx', '../outside/policy.json', 'long.txt'].map((path, index) =>
            line(call(index + 2, 'read_file', { path }))
        );
        const all = await answers(
            [line(HELLO), ...asked, line(call(9, 'openspace_editor_open', { path: 'a' }))],
            '--policy',
            policy,
            '--sandbox',
            'local'
        );
        const denied = [2, 3, 4].map(id => byId(all, id).result?.content[0]?.text ?? '');
        assert.ok(
            denied.every(answer => answer.startsWith('Error: Access denied. ')),
            denied.join('\n')
        );
        assert.match(byId(all, 5).result?.content[0]?.text ?? '', /^Error: Failed to read file - .*at most 5/);
        assert.match(byId(all, 9).result?.content[0]?.text ?? '', /^Error: There is no tool "openspace_editor_open"/);
        const noted = readAudit(join(hub.state, 'audit'));
        assert.deepEqual(noted.map(({ command, code }) => `${command} ${code ?? ''}`).sort(), [
            'mcp.read_file outside-workspace',
            'mcp.read_file sensitive-file',
            'mcp.read_file sensitive-file',
            'mcp.read_file too-large',
            'openspace_editor_open no-such-tool'
        ]);
        assert.ok(noted.every(({ client }) => client === 'mcp: test 1.0'));
        assert.equal(new Set(noted.map(({ session }) => session)).size, 1);
        assert.deepEqual(verifyAudit(join(hub.state, 'audit')).problems, []);
    });

    it('"File not readable" and its like: tells what it may not do with the rights of its user', async () => {
        // Root may do everything, unless it gives up its privileges.
        starter = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-all'] : [];
        chmodSync(hub.file('locked.txt', 'x'), 0);
        hub.file('locked/inner.txt', 'x');
        mkdirSync(hub.path('sealed'));
        chmodSync(hub.path('locked'), 0);
        chmodSync(hub.path('sealed'), 0o555);
        const cases: [string, Record<string, unknown>, RegExp][] = [
            ['read_file', { path: 'locked.txt' }, /^Error: File not readable: locked\.txt$/],
            ['write_file', { path: 'sealed/a.txt', content: '' }, /^Error: Failed to write file - "sealed\/a\.txt" \w/],
            [
                'write_file',
                { path: 'sealed/new/a.txt', content: '' },
                /^Error: Failed to create parent directory - "sealed\/new\/a\.txt" \w/
            ],
            ['list_directory', { path: 'locked' }, /^Error: Failed to list directory - "locked" \w/],
            ['create_directory', { path: 'sealed/new' }, /^Error: Failed to create directory - "sealed\/new" \w/],
            ['get_file_info', { path: 'locked/inner.txt' }, /^Error: Failed to get file info - "locked\/inner\.txt" \w/],
            ['search_files', { path: 'locked', pattern: '*' }, /^Error: Search failed - "locked" \w/]
        ];
        const all = await answers([line(HELLO), ...cases.map(([name, args], index) => line(call(index + 2, name, args)))]);
        cases.forEach(([name, , text], index) => assert.match(byId(all, index + 2).result?.content[0]?.text ?? '', text, name));
    });

    it('answers lines that are no messages with errors, and goes on', async () => {
        hub.file('a.txt', 'still here');
        const wrong = [
            'nonsense\n',
            '{"jsonrpc":\n',
            Buffer.from([0xff, 0xfe, 0x0a]),
            '{}\n',
            '7\n',
            'null\n',
            '[]\n',
            `[${JSON.stringify(HELLO)}]\n`
        ];
        const hostile = [`${'['.repeat(100)}${']'.repeat(100)}\n`, '{"jsonrpc":"2.0","id":5,"method":"ping","__proto__":{}}\n'];
        const blank = ['\n', '\r\n', '   \n'];
        const all = await answers([
            ...wrong,
            ...hostile,
            ...blank,
            line(HELLO),
            line(call(2, 'read_file', { path: 'a.txt' })),
            line({ id: 3, method: 'no/such' }),
            line({ id: 4, method: 'tools/call', params: { name: 'read_file', arguments: ['a.txt'] } })
        ]);
        const errors = all.filter(({ id }) => id === null).map(({ error }) => error?.code);
        assert.deepEqual(errors, [-32700, -32700, -32700, -32600, -32600, -32600, -32600, -32600, -32700]);
        assert.equal(byId(all, 2).result?.content[0]?.text, 'still here');
        assert.equal(byId(all, 3).error?.code, -32601);
        assert.equal(byId(all, 4).error?.code, -32602);
        assert.equal(byId(all, 5).error?.code, -32700);
    });

    it('answers a request that is none by its id', async () => {
        const all = await answers([
            line(HELLO),
            '{"jsonrpc":"2.0","id":6,"method":"tools/list","params":[]}\n',
            '{"jsonrpc":"2.0","id":"seven","method":"tools/call","params":{"name":"read_file","arguments":{"__proto__":{}}}}\n',
            '{"jsonrpc":"2.0","id":{},"method":"tools/list"}\n',
            '{"jsonrpc":"2.0","id":8,"result":7}\n'
        ]);
        const refused = all.filter(({ error }) => error).map(({ id, error }) => [id, error?.code]);
        assert.deepEqual(refused, [
            [6, -32600],
            ['seven', -32700],
            [null, -32600],
            [null, -32600]
        ]);
    });

    it('skips a line of any length without keeping it, and goes on', async () => {
        hub.file('a.txt', 'still here');
        const huge = Buffer.alloc(HUB_LIMITS.doorBodyBytes * 8, 'x');
        const all = await answers([line(HELLO), huge, '\n', line(call(2, 'read_file', { path: 'a.txt' }))]);
        assert.match(all.find(({ id }) => id === null)?.error?.message ?? '', /at most 4194304 bytes/);
        assert.equal(byId(all, 2).result?.content[0]?.text, 'still here');
    });

    it('refuses a request of too many values by its id, and goes on', async () => {
        hub.file('a.txt', 'still here');
        const values = Array.from({ length: HUB_LIMITS.bodyValues }, () => 1);
        const all = await answers([
            line(HELLO),
            line(call(2, 'read_file', { path: 'a.txt', values })),
            line(call(3, 'read_file', { path: 'a.txt' }))
        ]);
        const { error } = byId(all, 2);
        assert.deepEqual([error?.code, /more than 50000 values and keys/.test(error?.message ?? '')], [-32600, true]);
        assert.equal(byId(all, 3).result?.content[0]?.text, 'still here');
    });

    it('answers a request that is too long by its id, at whichever end of the line that stands', async () => {
        const content = 'x'.repeat(HUB_LIMITS.doorBodyBytes);
        const params = `"params":{"name":"write_file","arguments":{"path":"a.txt","content":"${content}"}}`;
        const all = await answers([
            line(HELLO),
            `{"method":"tools/call",${params},"jsonrpc":"2.0","id":8}\n`,
            `{"jsonrpc":"2.0","id":"nine","method":"tools/call",${params}}\n`,
            `{"jsonrpc":"2.0","method":"tools/call",${params.replace('{"path"', '{"id":10,"path"').replace(/\}\}$/, ',"id":11}}')}}\n`
        ]);
        assert.deepEqual(
            all.filter(({ error }) => error).map(({ id, error }) => [id, error?.code, /at most 4194304 bytes/.test(error?.message ?? '')]),
            [8, 'nine', null].map(id => [id, -32600, true])
        );
    });

    it('writes nothing but protocol to standard output, and its log to standard error', async () => {
        const { child, ended } = start('--log-level', 'debug');
        const [output, log] = [text(child.stdout), text(child.stderr)];
        child.stdin.end(line({ method: 'notifications/cancelled', params: { wrong: true } }) + line({ id: 7, result: {} }));
        await ended;
        assert.equal(await output, '');
        assert.match(await log, /a message could not be used/);
    });

    it('ends when nobody reads its answers, and on a signal', async () => {
        hub.file('a.txt', 'x'.repeat(1000));
        const { child, ended } = start();
        child.stdout.destroy();
        child.stdin.write(line(HELLO) + line(call(2, 'read_file', { path: 'a.txt' })));
        assert.deepEqual(await ended, [0, null]);
        for (const signal of ['SIGTERM', 'SIGINT'] as const) {
            const other = start();
            const lines = createInterface(other.child.stdout);
            other.child.stdin.write(line(HELLO));
            await once(lines, 'line');
            other.child.kill(signal);
            assert.deepEqual(await other.ended, [0, null]);
        }
    });

    it('says in one line what is wrong with how it was started', async () => {
        for (const [options, message] of [
            [['--workspace', '/none'], /\/none does not exist\./],
            [['--sandbox', 'other'], /--sandbox takes/],
            [['--policy', '/none'], /policy file/],
            [['--port', '1'], /--port/]
        ] as const) {
            const { child, ended } = start(...options);
            const [output, log] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
            assert.match(log, message);
            assert.deepEqual([output, log.split('\n').length], ['', 2]);
        }
    });
});

describe('A server for the file tools that a client starts', () => {
    const hub = useHub(new FileToolHub());

    it('closes every secret that its environment names', async () => {
        const secrets = { OPENSPACE_GITHUB_APP_KEY_FILE: 'app.pem', OPENSPACE_HUB_TOKEN_FILE: 'token' };
        for (const [name, secret] of Object.entries(secrets)) {
            process.env[name] = hub.file(secret, 'a secret');
        }
        hub.file('token.link', 'a secret');
        const client = await connectStdioClient(hub.path(), hub.state);
        try {
            for (const secret of ['app.pem', 'token', 'token.link']) {
                assert.doesNotMatch(await fail(callerOfClient(client), 'read_file', { path: `/workspace/${secret}` }), /a secret/);
            }
        } finally {
            Object.keys(secrets).forEach(name => Reflect.deleteProperty(process.env, name));
            await client.close();
        }
    });
});
