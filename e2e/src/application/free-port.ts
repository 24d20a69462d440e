import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Below the ports that a system takes for connections as they come: what is free here stays free until a test needs it. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** A server that holds the port and serves nothing; 0 takes any free one. */
export async function listenOn(port: number): Promise<Server> {
    // Whoever looks what listens here is not kept waiting, and does not keep the server from closing.
    const server = createServer(socket =>
        socket
            .on('error', () => undefined)
            .resume()
            .end('This is not HTTP.\n')
    );
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

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
    for (;;) {
        const port = randomInt(FIRST_PORT, LAST_PORT);
        try {
            await close(await listenOn(port));
            return port;
        } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') {
                throw error;
            }
        }
    }
}
