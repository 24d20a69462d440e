import { once } from 'node:events';
import { createServer } from 'node:net';
import { Failure } from '../failure.mjs';

/** Whether only programs on this machine can reach `host`. */
export const isLoopback = host => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/**
 * Claims a port for a moment and gives its number back: `port` itself, or a free one when that is 0. Fails with a clear message
 * that names `option`, the option with which the person chooses another port.
 */
async function claimPort({ host, port, option }) {
    const server = createServer();
    try {
        server.listen({ host, port, exclusive: true });
        await once(server, 'listening');
        return server.address().port;
    } catch (error) {
        throw new Failure(...explain(error, { host, port, option }));
    } finally {
        server.close();
    }
}

/** The ports that the backend and its Hub will use. A Hub that runs elsewhere has its own. */
export async function claimPorts({ host, port, hubPort }, environment = process.env) {
    const ide = await claimPort({ host, port, option: '--port' });
    if (environment.OPENSPACE_HUB_URL) {
        return { port: ide, hubPort };
    }
    let hub;
    do {
        hub = await claimPort({ host: '127.0.0.1', port: hubPort, option: '--hub-port' });
    } while (hub === ide && hubPort === 0);
    return { port: ide, hubPort: hub };
}

function explain(error, { host, port, option }) {
    const another = `npm start -- ${option} ${port < 65_535 ? port + 1 : 0}`;
    switch (error.code) {
        case 'EADDRINUSE':
            return [
                `Port ${port} is in use by another program on this machine.`,
                { advice: `Stop that program, or use another port: ${another}` }
            ];
        case 'EACCES':
            return [`This user may not use port ${port}.`, { advice: `Use a port above 1023: npm start -- ${option} 3000` }];
        case 'EADDRNOTAVAIL':
        case 'ENOTFOUND':
        case 'EAI_AGAIN':
            return [`"${host}" is not an address of this machine.`, { advice: 'Leave out --host to use 127.0.0.1.' }];
        default:
            return [`Port ${port} on ${host} cannot be used: ${error.message}.`, { advice: `Use another port: ${another}` }];
    }
}
