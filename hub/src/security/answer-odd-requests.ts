import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { HubError } from '../hub-error';
import { answerOnSocket } from './answer-client-error';
import { RequestGuard } from './request-guard';

/** Lets requests that Node would answer or drop by itself, past all hooks, end like all others. */
export function answerOddRequests(server: Server, guard: RequestGuard): void {
    // Whatever a client expects, it is answered as if it expected nothing.
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response));
    server.on('connect', (request: IncomingMessage, socket: Duplex) => {
        socket.on('error', () => socket.destroy());
        answerOnSocket(socket, connectRefusal(guard, request));
    });
}

function connectRefusal(guard: RequestGuard, request: IncomingMessage): HubError {
    try {
        guard.check(request);
    } catch (error) {
        if (error instanceof HubError) {
            return error;
        }
        throw error;
    }
    return new HubError(405, 'method_not_allowed', 'The Hub is no proxy.');
}
