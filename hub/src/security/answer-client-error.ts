import { STATUS_CODES } from 'node:http';
import { Duplex } from 'node:stream';
import { HubError, errorBody } from '../hub-error';
import { REQUEST_ID_HEADER, RESPONSE_HEADERS } from './response-headers';

/** Answers what is not even a request: there is no request object yet, so the answer is written to the socket itself. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
    answerOnSocket(socket, describe(error.code));
}

/** Writes a refusal to the socket itself and ends it; a request that has a name in the log learns it. */
export function answerOnSocket(socket: Duplex, answer: HubError, requestId?: string): void {
    if (!socket.writable) {
        socket.destroy();
        return;
    }
    const body = JSON.stringify(errorBody(answer));
    const headers = {
        ...RESPONSE_HEADERS,
        ...(requestId !== undefined && { [REQUEST_ID_HEADER]: requestId }),
        ...answer.headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        connection: 'close'
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${answer.statusCode} ${STATUS_CODES[answer.statusCode] ?? ''}\r\n${head.join('')}\r\n${body}`);
}

function describe(code: string | undefined): HubError {
    switch (code) {
        case 'HPE_HEADER_OVERFLOW':
            return new HubError(431, 'headers_too_large', 'The headers are too large. Send fewer or shorter headers.');
        case 'ERR_HTTP_REQUEST_TIMEOUT':
            return new HubError(408, 'request_timeout', 'The request did not arrive in time. Send it again, faster.');
        default:
            return new HubError(400, 'malformed_request', 'This is not a valid HTTP request. Send HTTP/1.1 with one Host header.');
    }
}
