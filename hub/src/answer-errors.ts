import { Socket } from 'node:net';
import { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, HubError } from './hub-error';
import { HUB_LIMITS } from './hub-limits';
import { rpcRefusal } from './mcp/rpc-error';
import { requestPath } from './request-path';
import { toolRefusal, wapRefusal } from './workspace/kernel-error-answers';

/** Doors whose protocols have a shape of their own for errors, by the beginning of their addresses. */
const SHAPES: readonly (readonly [address: string, shape: (refusal: HubError) => object])[] = [
    ['/tools/', toolRefusal],
    ['/wap/', wapRefusal],
    ['/mcp', rpcRefusal]
];

/** Gives every error of the server the shape of its door, or else the Hub's own, unknown addresses and wrong methods included. */
export function answerErrors(app: FastifyInstance): void {
    app.setErrorHandler(answerError);

    app.setNotFoundHandler((request, reply) => {
        const url = requestPath(request);
        const allowed = app.supportedMethods.filter(method => app.hasRoute({ method, url }));
        if (allowed.length === 0) {
            throw new HubError(404, 'not_found', 'There is nothing at this address. Check the path.');
        }
        void reply.header('allow', allowed.join(', '));
        throw new HubError(405, 'method_not_allowed', `This address takes only ${allowed.join(', ')}.`);
    });
}

/** Logs and answers an error, also one of the guard or of the parser. */
function answerError(error: FastifyError | HubError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const answer = describe(error, request);
    const path = requestPath(request);
    const line = { reqId: request.id, method: request.method, path, status: answer.statusCode, code: answer.code };
    if (answer.statusCode < 500) {
        request.log.warn(line, 'refused');
    } else {
        request.log.error({ ...line, err: error }, 'failed');
    }
    if (!request.raw.complete) {
        closeGently(request.raw.socket);
    }
    const [, shape] = SHAPES.find(([address]) => path.startsWith(address)) ?? [undefined, errorBody];
    return reply.code(answer.statusCode).headers(answer.headers).send(shape(answer));
}

/** A connection that is closed while the client still sends takes the answer with it: what comes is read and dropped for a while. */
function closeGently(socket: Socket): void {
    socket.destroySoon = () => {
        socket.end();
        const last = setTimeout(() => socket.destroy(), HUB_LIMITS.lingerMs).unref();
        socket.once('close', () => clearTimeout(last));
    };
}

function describe(error: FastifyError | HubError, { raw, routeOptions: { bodyLimit } }: FastifyRequest): HubError {
    if (error instanceof HubError) {
        return error;
    }
    if (error.validation) {
        return new HubError(400, 'invalid_request', `${validationText(error)}. Correct the request and send it again.`);
    }
    if (error.code === 'ECONNRESET' && !raw.complete) {
        return new HubError(400, 'incomplete_body', 'The connection ended before the whole body had come. Send the request again.');
    }
    switch (error.code) {
        case 'FST_ERR_CTP_BODY_TOO_LARGE':
            return new HubError(413, 'body_too_large', `The body is larger than ${bodyLimit} bytes. Send less.`);
        case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
            return new HubError(415, 'unsupported_media_type', 'Send the body as JSON with the header "Content-Type: application/json".');
        case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
            return new HubError(400, 'invalid_content_length', 'The body does not have the length that Content-Length announces.');
        case 'FST_ERR_BAD_URL':
            return new HubError(400, 'invalid_target', 'The address is not a valid URL. Encode special characters with percent signs.');
        default:
            return new HubError(500, 'internal_error', 'The Hub failed to handle this request. Its log says why.');
    }
}

/** Names the unknown property, or the values that there are, which the validator's own message leaves out. */
export function validationText({ message, validation }: Pick<FastifyError, 'message' | 'validation'>): string {
    const { additionalProperty, allowedValues }: Record<string, unknown> = validation?.[0]?.params ?? {};
    const named = typeof additionalProperty === 'string' ? [additionalProperty] : Array.isArray(allowedValues) ? allowedValues : [];
    return named.length === 0 ? message : `${message}: ${named.map(value => JSON.stringify(value)).join(', ')}`;
}
