import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Milliseconds since the epoch, as fine as the clock is. */
export const now = (): number => performance.timeOrigin + performance.now();

/** Stands before a server and notes when it hands on a certain text. */
export class TimedRelay {
    private noted: (time: number) => void = () => undefined;
    private readonly sockets = new Set<Socket>();
    private readonly server: Server = createServer(socket => this.pass(socket));

    private constructor(
        private readonly port: number,
        private readonly wanted: string
    ) {}

    static async start(url: string, wanted: string): Promise<TimedRelay> {
        const relay = new TimedRelay(Number(new URL(url).port), wanted);
        relay.server.listen(0, '127.0.0.1');
        await once(relay.server, 'listening');
        return relay;
    }

    get url(): string {
        return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    }

    /** When the text is handed on next. */
    next(): Promise<number> {
        return new Promise(resolve => (this.noted = resolve));
    }

    stop(): void {
        this.sockets.forEach(socket => socket.destroy());
        this.server.close();
    }

    private pass(near: Socket): void {
        const far = connect(this.port, '127.0.0.1');
        for (const [socket, other] of [
            [near, far],
            [far, near]
        ] as const) {
            this.sockets.add(socket);
            socket.setNoDelay();
            socket.on('error', () => other.destroy());
            socket.on('close', () => {
                this.sockets.delete(socket);
                other.destroy();
            });
        }
        near.on('data', data => far.write(data));
        far.on('data', data => {
            if (data.includes(this.wanted)) {
                this.noted(now());
            }
            near.write(data);
        });
    }
}
