import { once } from 'node:events';
import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';

/** One connection that sends prepared requests and reads no more of the answers than it must, so that the server is what is measured. */
export class RawConnection {
    #socket;
    #pending = Buffer.alloc(0);
    #resolve = () => undefined;
    #reject = () => undefined;

    static async open(url) {
        const { hostname, port } = new URL(url);
        const connection = new RawConnection();
        const socket = connect(Number(port), hostname).setNoDelay();
        connection.#socket = socket;
        await once(socket, 'connect');
        socket.on('data', data => connection.#take(data));
        socket.on('error', error => connection.#reject(error));
        socket.on('close', () => connection.#reject(new Error('The server closed the connection.')));
        return connection;
    }

    /** Sends the request; resolves with the status of its answer. */
    send(request) {
        return new Promise((resolve, reject) => {
            this.#resolve = resolve;
            this.#reject = reject;
            this.#socket.write(request);
        });
    }

    close() {
        this.#reject = () => undefined;
        this.#socket.destroy();
    }

    #take(data) {
        this.#pending = this.#pending.length === 0 ? data : Buffer.concat([this.#pending, data]);
        const end = this.#pending.indexOf(HEAD_END);
        if (end === -1) {
            return;
        }
        const head = this.#pending.toString('latin1', 0, end);
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
        if (this.#pending.length >= end + HEAD_END.length + length) {
            this.#pending = Buffer.alloc(0);
            this.#resolve(Number(head.slice(9, 12)));
        }
    }
}

/** A request as bytes. */
export function prepareRequest(url, { method = 'GET', path, token, body }) {
    const { host } = new URL(url);
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const lines = [
        `${method} ${path} HTTP/1.1`,
        `host: ${host}`,
        ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
        ...(payload === undefined ? [] : ['content-type: application/json', `content-length: ${payload.length}`])
    ];
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}${HEAD_END}`), payload ?? Buffer.alloc(0)]);
}
