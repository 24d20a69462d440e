import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** A server that holds the port and serves nothing; 0 takes any free one. */
export async function listenOn(port: number): Promise<Server> {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
}

export async function close(server: Server): Promise<void> {
    server.close();
    await once(server, 'close');
}

export function portOf(server: Server): number {
    return (server.address() as AddressInfo).port;
}

export async function freePort(): Promise<number> {
    const server = await listenOn(0);
    const port = portOf(server);
    await close(server);
    return port;
}
