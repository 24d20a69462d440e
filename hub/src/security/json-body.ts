import { isUtf8 } from 'node:buffer';
import { LIMITS, POLLUTING_KEYS } from '@openspace/protocol';
import { FastifyInstance, FastifyRequest } from 'fastify';
import { HubError } from '../hub-error';
import { boundValues } from './bound-values';

declare module 'fastify' {
    interface FastifyContextConfig {
        /** Parses the bodies of the route in place of `parseJsonBody`, and promises the same. */
        parseBody?: (body: Buffer) => unknown;
    }
}

/** Makes the server take JSON bodies of a bounded number of values, and no others. */
export function acceptJsonOnly(app: FastifyInstance): void {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, ({ routeOptions }: FastifyRequest, body: Buffer, done) => {
        const { parseBody = parseJsonBody } = routeOptions.config;
        try {
            boundValues(body);
            done(null, body.length === 0 ? undefined : parseBody(body));
        } catch (error) {
            done(error as Error);
        }
    });
}

/**
 * Parses the body of a request. Whatever passes is plain data: valid UTF-8, valid JSON, of bounded depth, without keys that pollute
 * prototypes.
 *
 * @throws {HubError} 400 that says what is wrong with the body
 */
export function parseJsonBody(body: Buffer): unknown {
    if (!isUtf8(body)) {
        throw invalidJson('The body is not valid UTF-8. Encode it as UTF-8.');
    }
    const value = parse(body.toString());
    checkJsonValue(value);
    return value;
}

function parse(text: string): unknown {
    try {
        return JSON.parse(text) as unknown;
    } catch (error) {
        throw invalidJson(`The body is not valid JSON. ${error instanceof Error ? error.message : String(error)}`);
    }
}

/**
 * Looks no deeper than is allowed, so that hostile input cannot exhaust the stack. What was parsed inherits no key that can be listed.
 *
 * @param depth how deep in the body the value stands
 * @throws {HubError} 400 when a body may not hold the value
 */
export function checkJsonValue(value: unknown, depth = 0): void {
    if (typeof value !== 'object' || value === null) {
        return;
    }
    if (depth > LIMITS.jsonDepth) {
        throw invalidJson(`The body is nested deeper than ${LIMITS.jsonDepth} levels. Send flatter data.`);
    }
    if (Array.isArray(value)) {
        for (const item of value) {
            checkJsonValue(item, depth + 1);
        }
        return;
    }
    for (const key in value) {
        if (POLLUTING_KEYS.has(key)) {
            throw invalidJson(`The key "${key}" is not allowed in a body. Rename it.`);
        }
        checkJsonValue(value[key as keyof typeof value], depth + 1);
    }
}

function invalidJson(message: string): HubError {
    return new HubError(400, 'invalid_json', message);
}
