import { AddressInfo } from 'node:net';
import { reachableHost } from '@openspace/workspace-tools';
import { HUB_LIMITS } from './hub-limits';
import { createHubServer, HubServerOptions } from './hub-server';
import { isLoopback } from './loopback';
import { StartupError } from './startup-error';

export interface HubOptions extends HubServerOptions {
    /** 0 takes any free port. */
    readonly port: number;
}

export interface RunningHub {
    /** Address of the Hub, with the port that it really has. */
    readonly url: string;
    /** Ends the Hub: running requests may finish, but not for long. */
    stop(): Promise<void>;
}

/**
 * Starts the Hub and resolves once it accepts requests.
 *
 * @throws {StartupError} when the address cannot be used
 */
export async function startHub({ port, ...options }: HubOptions): Promise<RunningHub> {
    const app = createHubServer(options);
    try {
        // For the name "localhost" the library would open a second server that lacks our handling of malformed requests.
        await app.listen({ port, host: options.host === 'localhost' ? '127.0.0.1' : options.host });
    } catch (error) {
        await app.close();
        throw new StartupError(listenErrorText(error, options.host, port));
    }
    if (!isLoopback(options.host)) {
        app.log.warn(`The Hub can be reached from other machines through ${options.host}; its traffic is not encrypted.`);
    }
    const { port: realPort } = app.server.address() as AddressInfo;
    return {
        url: `http://${reachableHost(options.host)}:${realPort}`,
        stop: async () => {
            const force = setTimeout(() => app.server.closeAllConnections(), HUB_LIMITS.stopMs);
            await app.close();
            clearTimeout(force);
        }
    };
}

function listenErrorText(error: unknown, host: string, port: number): string {
    switch (error instanceof Error && 'code' in error ? error.code : undefined) {
        case 'EADDRINUSE':
            return `Port ${port} of ${host} is in use. Stop the program that uses it, or choose another port with --port (of npm start: --hub-port).`;
        case 'EACCES':
            return `Port ${port} needs more rights than this user has. Choose a port above 1023 with --port.`;
        case 'EADDRNOTAVAIL':
        case 'ENOTFOUND':
            return `This machine has no address ${host}. Choose one that it has with --host, such as 127.0.0.1.`;
        default:
            return `The Hub cannot listen on ${host}, port ${port}: ${String(error)}`;
    }
}
