import { isUtf8 } from 'node:buffer';
import { FastifyInstance, FastifyRequest } from 'fastify';
import { HubError } from '../hub-error';
import { HUB_LIMITS } from '../hub-limits';

/** Names that change what an object is, once a careless copy assigns them. */
const POLLUTING_KEYS = ['__proto__', 'constructor', 'prototype'];

/** Makes the server take JSON bodies and no others. */
export function acceptJsonOnly(app: FastifyInstance): void {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request: FastifyRequest, body: Buffer, done) => {
        try {
            done(null, parseJsonBody(body));
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
    const value = parse(decode(body));
    checkNesting(value);
    return value;
}

function decode(body: Buffer): string {
    if (!isUtf8(body)) {
        throw invalidJson('The body is not valid UTF-8. Encode it as UTF-8.');
    }
    return body.toString();
}

function parse(text: string): unknown {
    try {
        return JSON.parse(text) as unknown;
    } catch (error) {
        throw invalidJson(`The body is not valid JSON. ${error instanceof Error ? error.message : String(error)}`);
    }
}

/** Level by level, since recursion over hostile input could exhaust the stack. */
function checkNesting(root: unknown): void {
    let level = [root];
    for (let depth = 0; level.length > 0; depth++) {
        if (depth > HUB_LIMITS.jsonDepth) {
            throw invalidJson(`The body is nested deeper than ${HUB_LIMITS.jsonDepth} levels. Send flatter data.`);
        }
        const next: unknown[] = [];
        for (const value of level) {
            if (typeof value === 'object' && value !== null) {
                refusePollutingKeys(value);
                for (const child of Object.values(value)) {
                    next.push(child);
                }
            }
        }
        level = next;
    }
}

function refusePollutingKeys(value: object): void {
    const key = POLLUTING_KEYS.find(name => Object.hasOwn(value, name));
    if (key !== undefined) {
        throw invalidJson(`The key "${key}" is not allowed in a body. Rename it.`);
    }
}

function invalidJson(message: string): HubError {
    return new HubError(400, 'invalid_json', message);
}
