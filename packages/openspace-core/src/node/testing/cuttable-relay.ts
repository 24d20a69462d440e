import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A network between two parts of this machine that can be cut, and mended again. */
export class CuttableRelay {
    protected readonly sockets = new Set<Socket>();
    protected readonly server: Server = createServer(socket => this.pass(socket));
    protected isCut = false;

    protected constructor(protected readonly port: number) {}

    static async start(port: number): Promise<CuttableRelay> {
        const relay = new CuttableRelay(port);
        relay.server.listen(0, '127.0.0.1');
        await once(relay.server, 'listening');
        return relay;
    }

    get url(): string {
        return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    }

    /** Ends every connection, and every new one at once. */
    cut(): void {
        this.isCut = true;
        this.sockets.forEach(socket => socket.destroy());
    }

    mend(): void {
        this.isCut = false;
    }

    stop(): void {
        this.cut();
        this.server.close();
    }

    protected pass(near: Socket): void {
        if (this.isCut) {
            near.destroy();
            return;
        }
        const far = connect(this.port, '127.0.0.1');
        for (const [socket, other] of [
            [near, far],
            [far, near]
        ] as const) {
            this.sockets.add(socket);
            socket.on('error', () => other.destroy());
            socket.on('close', () => {
                this.sockets.delete(socket);
                other.destroy();
            });
            socket.pipe(other);
        }
    }
}
