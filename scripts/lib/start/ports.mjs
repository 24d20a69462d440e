import { once } from 'node:events';
import { createServer } from 'node:net';
import { Failure } from '../failure.mjs';
import { isIde } from './link.mjs';
import { commandLineOf } from './start-options.mjs';

/** The address that the Hub listens on. */
const HUB_HOST = '127.0.0.1';
/** So many ports above the one in use are tried before any free one is proposed. */
const TRIED_PORTS = 100;

/** Whether only programs on this machine can reach `host`. */
export const isLoopback = host => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Claims a port for a moment and gives its number back: `port` itself, or a free one when that is 0. */
async function claimPort(host, port) {
    const server = createServer();
    try {
        server.listen({ host, port, exclusive: true });
        await once(server, 'listening');
        return server.address().port;
    } finally {
        server.close();
    }
}

/** Claims a port like `claimPort`; gives undefined for one that is in use, and fails with a clear message otherwise. */
async function claimUnlessUsed(host, port, option) {
    try {
        return await claimPort(host, port);
    } catch (error) {
        if (error.code === 'EADDRINUSE') {
            return undefined;
        }
        throw new Failure(...explain(error, { host, port, option }));
    }
}

/**
 * The ports that the backend and its Hub will use. A Hub that runs elsewhere has its own. Fails with a clear message and, for ports
 * in use, with a command line that has all the person's options and free ports.
 */
export async function claimPorts(options, environment = process.env) {
    const { host, port, hubPort } = options;
    const ide = await claimUnlessUsed(host, port, '--port');
    let hub = hubPort;
    if (!environment.OPENSPACE_HUB_URL) {
        do {
            hub = await claimUnlessUsed(HUB_HOST, hubPort, '--hub-port');
        } while (hub === ide && hubPort === 0);
    }
    if (ide === undefined || hub === undefined) {
        throw await portsInUse(options, { ide, hub });
    }
    return { port: ide, hubPort: hub };
}

async function portsInUse(options, { ide, hub }) {
    const { host, port, hubPort } = options;
    const freeIde = ide === undefined ? await freePortAbove(host, port, hubPort) : port;
    const freeHub = hub === undefined ? await freePortAbove(HUB_HOST, hubPort, freeIde) : hubPort;
    const another = commandLineOf({ ...options, port: freeIde, hubPort: freeHub });
    if (ide === undefined && (await isIde(host, port))) {
        const link = commandLineOf({ host, port, link: true });
        return new Failure(`Theia OpenSpace runs on port ${port} already.`, {
            advice: `For an address that opens it: ${link}\nFor a second one beside it: ${another}`
        });
    }
    const used = [...(ide === undefined ? [port] : []), ...(hub === undefined ? [hubPort] : [])];
    return used.length === 1
        ? new Failure(`Port ${used[0]} is in use by another program on this machine.`, {
              advice: `Stop that program, or use another port: ${another}`
          })
        : new Failure(`The ports ${used.join(' and ')} are in use by other programs on this machine.`, {
              advice: `Stop those programs, or use other ports: ${another}`
          });
}

/** The next free port that is not `taken`; 0, which stands for any, when there is none near. */
async function freePortAbove(host, port, taken) {
    const last = Math.min(port + TRIED_PORTS, 65_535);
    for (let candidate = port + 1; candidate <= last; candidate++) {
        const claimed = candidate === taken ? undefined : await claimPort(host, candidate).catch(() => undefined);
        if (claimed !== undefined) {
            return claimed;
        }
    }
    return 0;
}

function explain(error, { host, port, option }) {
    switch (error.code) {
        case 'EACCES':
            return [`This user may not use port ${port}.`, { advice: `Use a port above 1023: npm start -- ${option} 3000` }];
        case 'EADDRNOTAVAIL':
        case 'ENOTFOUND':
        case 'EAI_AGAIN':
            return [`"${host}" is not an address of this machine.`, { advice: 'Leave out --host to use 127.0.0.1.' }];
        default:
            return [`Port ${port} on ${host} cannot be used: ${error.message}.`, { advice: `Use another port: npm start -- ${option} 0` }];
    }
}
