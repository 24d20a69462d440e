import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** A network between two parts of this machine that can be cut, clogged or made to crumble, and mended again. */
export class CuttableRelay {
    protected readonly sockets = new Set<Socket>();
    /** Those of them that were opened to the relay. */
    protected readonly near = new Set<Socket>();
    protected readonly server: Server = createServer(socket => this.pass(socket));
    protected isCut = false;
    /** Whether what comes back arrives byte by byte. */
    crumbles = false;
    /** What clogs the network, until it is found; what has not got through since. */
    protected clogAt?: { readonly text: string; readonly found: () => void } | undefined;
    protected clogged?: (() => void)[] | undefined;

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

    /** Ends every connection for those who have opened it; the other end does not learn of it, as when a cable is pulled. */
    cutUnnoticed(): void {
        this.near.forEach(socket => socket.removeAllListeners('close').destroy());
        this.near.clear();
    }

    /** Whatever is sent arrives only when the network is mended, from the first piece on that holds this text; resolves with that. */
    clog(text: string): Promise<void> {
        return new Promise(found => (this.clogAt = { text, found }));
    }

    mend(): void {
        this.isCut = false;
        this.clogged?.forEach(send => send());
        this.clogged = undefined;
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
                this.near.delete(socket);
                other.destroy();
            });
        }
        this.near.add(near);
        near.setNoDelay();
        far.pipe(Duplex.from((pieces: AsyncIterable<Buffer>) => this.crumble(pieces))).pipe(near);
        near.on('data', (piece: Buffer) => this.send(far, piece));
    }

    protected async *crumble(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        for await (const piece of pieces) {
            if (!this.crumbles) {
                yield piece;
                continue;
            }
            for (let byte = 0; byte < piece.length; byte++) {
                yield piece.subarray(byte, byte + 1);
                // What is sent at the same moment would arrive in one piece.
                await setImmediate();
            }
        }
    }

    protected send(far: Socket, piece: Buffer): void {
        if (this.clogAt && piece.includes(this.clogAt.text)) {
            this.clogged = [];
            this.clogAt.found();
            this.clogAt = undefined;
        }
        if (this.clogged) {
            this.clogged.push(() => far.write(piece));
        } else {
            far.write(piece);
        }
    }
}
