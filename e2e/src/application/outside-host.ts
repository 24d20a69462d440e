import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A host that nothing of the IDE has to do with, and that notes whoever comes. */
export class OutsideHost {
    readonly visits: string[] = [];

    private constructor(private readonly server: Server) {
        server.on('request', (request, response) => {
            this.visits.push(`${request.method ?? ''} ${request.url ?? ''}`);
            response.setHeader('Access-Control-Allow-Origin', '*').end('got it');
        });
        server.on('upgrade', (request, socket) => {
            this.visits.push(`UPGRADE ${request.url ?? ''}`);
            socket.destroy();
        });
        server.on('connection', () => this.visits.push('connection'));
    }

    static async start(): Promise<OutsideHost> {
        const server = createServer();
        const host = new OutsideHost(server);
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        return host;
    }

    /** Its name and port. */
    get name(): string {
        return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    }

    stop(): void {
        this.server.close();
        this.server.closeAllConnections();
    }
}
