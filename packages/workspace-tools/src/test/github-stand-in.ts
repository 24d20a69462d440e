import { spawn } from 'node:child_process';
import { createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import { IncomingMessage, Server, ServerResponse, createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const APP_ID = '4711';
export const INSTALLATION_ID = '815';

/** A stand-in for GitHub on this machine: its token endpoint, and repositories that take pushes with a token of it only. */
export class GithubStandIn {
    /** Private key of the app, as GitHub hands it out. */
    readonly privateKey: string;
    private readonly publicKey: string;
    private readonly server: Server;
    /** All tokens that were issued, and how often each repository request came with which status. */
    readonly tokens: string[] = [];
    readonly statuses: number[] = [];
    /** What was asked for together with a token. */
    readonly tokenRequests: unknown[] = [];
    /** Status that the token endpoint answers with instead of a token. */
    tokenStatus = 201;
    /** Whether a token is accepted; all that were issued are, unless a test says otherwise. */
    accepts = (token: string): boolean => this.tokens.includes(token);
    /** Called while a push is on its way, which waits for it. */
    onPush: () => Promise<void> | void = () => undefined;
    /** Address that the repositories send callers to instead of serving them. */
    redirect?: string;
    /** What the repositories say, with status 500, instead of serving. */
    failure?: string;

    /** @param folder where the repositories lie */
    constructor(private readonly folder: () => string) {
        const { privateKey, publicKey } = generateKeyPairSync('rsa', {
            modulusLength: 2048,
            privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
            publicKeyEncoding: { type: 'spki', format: 'pem' }
        });
        this.privateKey = privateKey;
        this.publicKey = publicKey;
        this.server = createServer((request, response) => {
            this.answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
        });
    }

    get url(): string {
        return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    }

    async start(): Promise<void> {
        await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    }

    async stop(): Promise<void> {
        this.server.closeAllConnections();
        await new Promise(resolve => this.server.close(resolve));
    }

    private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
        if (request.url === `/api/app/installations/${INSTALLATION_ID}/access_tokens`) {
            await this.issueToken(request, response);
        } else if (this.redirect !== undefined) {
            response.writeHead(302, { location: this.redirect + (request.url ?? '') }).end();
        } else if (this.failure !== undefined) {
            response.writeHead(500, { 'content-type': 'text/plain' }).end(this.failure);
        } else {
            await this.serveRepository(request, response);
        }
    }

    private async issueToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
        this.tokenRequests.push(JSON.parse((await text(request)) || '{}'));
        if (this.tokenStatus !== 201 || !this.isSigned(request.headers.authorization ?? '')) {
            const status = this.tokenStatus === 201 ? 401 : this.tokenStatus;
            response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"refused"}');
            return;
        }
        const token = `ghs_${randomBytes(18).toString('hex')}`;
        this.tokens.push(token);
        const body = { token, expires_at: new Date(Date.now() + 3600_000).toISOString(), permissions: { contents: 'write' } };
        response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }

    private isSigned(authorization: string): boolean {
        const [header, payload, signature] = authorization.replace(/^bearer /i, '').split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss: unknown };
        return (
            String(claims.iss) === APP_ID &&
            createVerify('sha256').update(`${header}.${payload}`).verify(this.publicKey, signature, 'base64url')
        );
    }

    private async serveRepository(request: IncomingMessage, response: ServerResponse): Promise<void> {
        const credential = Buffer.from((request.headers.authorization ?? '').replace(/^basic /i, ''), 'base64').toString();
        const [username, token] = credential.split(':');
        const isAllowed = username === 'x-access-token' && this.accepts(token);
        this.statuses.push(isAllowed ? 200 : 401);
        if (!isAllowed) {
            response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
            return;
        }
        if (request.method === 'POST') {
            await this.onPush();
        }
        const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
        const backend = spawn('git', ['http-backend'], {
            env: {
                PATH: process.env.PATH,
                GIT_PROJECT_ROOT: this.folder(),
                GIT_HTTP_EXPORT_ALL: '1',
                GIT_CONFIG_NOSYSTEM: '1',
                GIT_CONFIG_GLOBAL: '/dev/null',
                REQUEST_METHOD: request.method,
                PATH_INFO: pathname,
                QUERY_STRING: searchParams.toString(),
                CONTENT_TYPE: request.headers['content-type'] ?? '',
                HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
                REMOTE_USER: username
            },
            stdio: ['pipe', 'pipe', 'ignore']
        });
        request.pipe(backend.stdin.on('error', () => undefined));
        const chunks: Buffer[] = [];
        backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
        backend.on('close', () => {
            const output = Buffer.concat(chunks);
            const end = output.indexOf('\r\n\r\n');
            const headers = output.toString('latin1', 0, end).split('\r\n').map(line => line.split(': ', 2)); // prettier-ignore
            const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200);
            response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')) as Record<string, string>);
            response.end(output.subarray(end + 4));
        });
    }
}
