import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { chooseSandbox, GitConfiguration, PolicyOptions, SandboxName, SandboxProvider } from '@openspace/workspace-tools';
import { AgentBenchTimeouts } from '../agentbench/agentbench-limits';
import { RequestRates } from '../security/request-guard';
import { startHub } from '../start-hub';
import { HubStore } from '../store/hub-store';
import { MemoryStore } from '../store/memory-store';

export interface TestRequest {
    readonly method?: string;
    readonly path: string;
    /** Headers besides the token, which is sent unless `token` says otherwise. */
    readonly headers?: Record<string, string>;
    /** `undefined`: the right token; `null`: none. */
    readonly token?: string | null;
    /** Sent as it is if it is a string or bytes, else as JSON. */
    readonly body?: unknown;
    /** Whose connections are used, if not one of its own. */
    readonly agent?: Agent;
}

export interface TestResponse {
    readonly status: number;
    readonly headers: Record<string, string | string[] | undefined>;
    readonly text: string;
}

/** A real Hub on a free port, with a client that can also misbehave. */
export interface TestHub {
    readonly url: string;
    readonly port: number;
    readonly token: string;
    readonly linkKey: string;
    readonly routes: readonly { readonly method: string; readonly path: string }[];
    readonly logLines: readonly string[];
    readonly auditDirectory: string;
    /** Where AgentBench's artifacts lie. */
    readonly artifacts: string;
    send(request: TestRequest): Promise<TestResponse>;
    /** Writes the text to a socket as it is and gives back all that comes until the Hub closes the connection. */
    sendRaw(lines: string): Promise<string>;
    stop(): Promise<void>;
}

/** A test that tries many wrong requests must not be held up by their number. */
const AMPLE = { burst: 1_000_000, perSecond: 1_000_000 };

/** What a test wants otherwise than usual. */
export interface TestHubOptions {
    readonly rates?: RequestRates;
    readonly workspace?: string;
    readonly policy?: PolicyOptions;
    /** Where commands run: one of the product's providers, or another. */
    readonly sandbox?: SandboxName | SandboxProvider;
    readonly agentBench?: { readonly artifacts?: string; readonly timeouts?: Partial<AgentBenchTimeouts> };
    readonly git?: GitConfiguration;
    /** The IDE that is to link itself before anything is done. */
    readonly awaitedIde?: string;
    readonly store?: HubStore;
}

export async function startTestHub({
    rates = { strangers: AMPLE, callers: AMPLE },
    workspace = '/workspace',
    policy = {},
    sandbox = 'local',
    agentBench = {},
    git,
    awaitedIde,
    store = new MemoryStore()
}: TestHubOptions = {}): Promise<TestHub> {
    const token = 'test-token-with-more-than-the-needed-43-characters';
    const linkKey = 'test-link-key-with-more-than-the-needed-43-characters';
    const logLines: string[] = [];
    const routes: { method: string; path: string }[] = [];
    const auditDirectory = mkdtempSync(join(tmpdir(), 'openspace-hub-audit-'));
    const artifacts = agentBench.artifacts ?? join(auditDirectory, 'artifacts');
    const hub = await startHub({
        workspace,
        policy,
        findSandbox: () => (typeof sandbox === 'string' ? chooseSandbox(sandbox) : Promise.resolve(sandbox)),
        git,
        awaitedIde,
        host: '127.0.0.1',
        port: 0,
        token,
        linkKey,
        store,
        auditDirectory,
        agentBench: { ...agentBench, artifacts },
        rates,
        log: { level: 'debug', stream: { write: line => logLines.push(line) } },
        onRoute: ({ method, url }) => routes.push(...[method].flat().map(name => ({ method: name, path: url })))
    });
    const port = Number(new URL(hub.url).port);
    return {
        url: hub.url,
        port,
        token,
        linkKey,
        routes,
        logLines,
        send: request => send(port, token, request),
        sendRaw: lines => sendRaw(port, lines),
        auditDirectory,
        artifacts,
        stop: async () => {
            await hub.stop();
            rmSync(auditDirectory, { recursive: true, force: true });
        }
    };
}

async function send(
    port: number,
    rightToken: string,
    { method = 'GET', path, headers, token = rightToken, body, agent }: TestRequest
): Promise<TestResponse> {
    const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const request = httpRequest({
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: agent ?? false,
        headers: {
            ...(token !== null && { authorization: `Bearer ${token}` }),
            ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
            ...headers
        }
    });
    const response = new Promise<TestResponse>((resolve, reject) => {
        request.on('error', reject).on('response', answer => {
            text(answer).then(content => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: content }), reject);
        });
    });
    request.end(payload);
    return response;
}

async function sendRaw(port: number, lines: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(lines, 'latin1');
    return text(socket);
}
