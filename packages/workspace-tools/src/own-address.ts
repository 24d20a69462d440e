import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';

const HOST = 'host';
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
/** What a server is told to listen on for all interfaces, and the address that reaches it from this machine. */
const ALL_INTERFACES = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]']
]);

/**
 * Tells requests that were addressed to a server by a name of its own, and that no foreign page sent, from all others: a page of
 * another host could otherwise reach a server of this machine through a name that it lets point here. The Hub and the IDE backend
 * ask it about every request and every protocol upgrade. It needs no proxy's headers and believes none.
 */
export class OwnAddress {
    private readonly names: () => readonly string[];
    /** The names with the port that was asked for last, for as long as the names stay what they are. */
    private withPort?: { readonly port: number; readonly names: readonly string[]; readonly hosts: ReadonlySet<string> };

    /** @param listenHost name or address that the server listens on; the loopback names are its own in any case */
    constructor(listenHost: string) {
        const names = [...LOOPBACK_NAMES, toUrlHost(listenHost)];
        // Addresses come and go with networks, so they are looked up anew for a server that listens on all of them.
        this.names = ALL_INTERFACES.has(listenHost) ? machineNames : () => names;
    }

    /** Whether the one `Host` of a request names this server, port included. */
    isHostOf(request: IncomingMessage): boolean {
        const { rawHeaders, headers } = request;
        let hosts = 0;
        for (let index = 0; index < rawHeaders.length; index += 2) {
            const name = rawHeaders[index];
            hosts += name.length === HOST.length && name.toLowerCase() === HOST ? 1 : 0;
        }
        return hosts === 1 && this.isOwn(headers.host ?? '', request);
    }

    /** Whether a request comes from no page at all or from a page of this server. */
    isOriginOf(request: IncomingMessage): boolean {
        const { origin } = request.headers;
        if (origin === undefined) {
            return true;
        }
        const prefix = `${isEncrypted(request) ? 'https' : 'http'}://`;
        return origin.startsWith(prefix) && this.isOwn(origin.slice(prefix.length), request);
    }

    private isOwn(host: string, request: IncomingMessage): boolean {
        const given = host.toLowerCase();
        const { localPort = 0 } = request.socket;
        const names = this.names();
        // Clients leave out the port that the protocol has by itself.
        return this.hosts(names, localPort).has(given) || (localPort === (isEncrypted(request) ? 443 : 80) && names.includes(given));
    }

    private hosts(names: readonly string[], port: number): ReadonlySet<string> {
        if (this.withPort?.port !== port || this.withPort.names !== names) {
            this.withPort = { port, names, hosts: new Set(names.map(name => `${name}:${port}`)) };
        }
        return this.withPort.hosts;
    }
}

/** Whether the host of an address, as `URL` names it, can be nothing but this machine. */
export function isLoopbackHost(host: string): boolean {
    return LOOPBACK_NAMES.includes(host);
}

/** The host of the address under which a program on this machine reaches a server, given the name or address that it listens on. */
export function reachableHost(listenHost: string): string {
    return ALL_INTERFACES.get(listenHost) ?? toUrlHost(listenHost);
}

/** A host as it stands in an address: IPv6 in brackets. */
function toUrlHost(host: string): string {
    return (host.includes(':') ? `[${host}]` : host).toLowerCase();
}

function isEncrypted({ socket }: IncomingMessage): boolean {
    return 'encrypted' in socket && socket.encrypted === true;
}

/** Every name and address by which others in the network know this machine. */
function machineNames(): string[] {
    const addresses = Object.values(networkInterfaces()).flatMap(found => found?.map(({ address }) => toUrlHost(address)) ?? []);
    const name = hostname().toLowerCase();
    return [...LOOPBACK_NAMES, ...addresses, name, ...(name.includes('.') ? [] : [`${name}.local`])];
}
