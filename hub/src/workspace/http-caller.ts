import { randomUUID } from 'node:crypto';
import { FastifyReply, FastifyRequest } from 'fastify';
import { clientName } from './client-name';
import { SESSION_HEADER, SESSION_NAME_LENGTH } from './session-header';
import { WorkspaceCaller } from './workspace-calls';

/** Sessions of callers that name none, by their connections. */
const sessions = new WeakMap<object, string>();

/** Who sends a request to a door. */
export function httpCaller(door: string, request: FastifyRequest, reply: FastifyReply): WorkspaceCaller {
    const sessionId = sessionOf(door, request);
    // Whoever names a session shares its approvals, and those of no conversation that has the same name.
    return {
        sessionId,
        client: clientName(door, request.headers['user-agent']),
        identity: { connection: sessionId },
        signal: untilGone(reply)
    };
}

/** The session of a request that stands by itself: the one that it names, else its connection's own, which no other has. */
export function sessionOf(door: string, { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): string {
    const named = headers[SESSION_HEADER];
    if (typeof named === 'string' && named !== '') {
        return named.slice(0, SESSION_NAME_LENGTH);
    }
    const own = sessions.get(socket) ?? `${door}-${randomUUID()}`;
    sessions.set(socket, own);
    return own;
}

/** Aborted when the caller hangs up before it has its answer. */
function untilGone({ raw }: FastifyReply): AbortSignal {
    const gone = new AbortController();
    raw.once('close', () => {
        if (!raw.writableFinished) {
            gone.abort();
        }
    });
    return gone.signal;
}
