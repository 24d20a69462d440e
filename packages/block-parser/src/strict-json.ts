import { codeAt, find, lengthOf } from './any-string';
import { BlockProblemCode } from './block-problem';
import { CharacterSet } from './character-set';

/** Either the value of a JSON text or what `JSON.parse` has against it. */
export type JsonOutcome = JsonValue | { readonly ok: false; readonly reason: string };

interface JsonValue {
    readonly ok: true;
    readonly value: unknown;
}

/** Either the value of a JSON text or the reason why it is refused. */
export type StrictJsonResult =
    JsonValue | { readonly ok: false; readonly code: Extract<BlockProblemCode, 'malformed' | 'too-deep'>; readonly reason: string };

/** Keys through which a careless copy of the value could reach a prototype. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Most keys have another length, which is cheaper to find out. */
function isForbidden(key: string): boolean {
    const length = lengthOf(key);
    return (length === 9 || length === 11) && FORBIDDEN_KEYS.has(key);
}

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** What the shape of a text is made of. */
const SHAPE = new CharacterSet('{}[]"');
const STRING_STOPS = new CharacterSet('"\\');
const WHITE_SPACE = new CharacterSet(' \t\n\r');

/** `JSON.parse` that throws nothing. */
export function parseJson(text: string): JsonOutcome {
    try {
        return { ok: true, value: JSON.parse(text) as unknown };
    } catch (error) {
        return { ok: false, reason: error instanceof Error ? error.message : String(error) };
    }
}

/**
 * Parses JSON more strictly than `JSON.parse`: no key twice in one object, no key that names a prototype, no nesting past
 * `maxDepth`. The value's objects are therefore safe to copy and merge. `outcome`: what `JSON.parse` said of the text.
 */
export function parseStrictJson(text: string, maxDepth: number, outcome = parseJson(text)): StrictJsonResult {
    if (!outcome.ok) {
        return refuseShape(text, maxDepth) ?? malformed(outcome.reason);
    }
    // A repeated key is one key in the value. Where no key can be missing, the text need not be looked at.
    const isProper = countKeys(outcome.value, maxDepth) === countColonsBehindQuotes(text);
    return (isProper ? undefined : refuseShape(text, maxDepth)) ?? outcome;
}

/** The number of keys in all objects of a value; `NaN` where one of them is forbidden or lies too deep. */
function countKeys(value: unknown, maxDepth: number): number {
    if (typeof value !== 'object' || value === null) {
        return 0;
    }
    if (maxDepth === 0) {
        return NaN;
    }
    let count = 0;
    if (Array.isArray(value)) {
        for (const item of value) {
            count += countKeys(item, maxDepth - 1);
        }
    } else {
        const members = value as Readonly<Record<string, unknown>>;
        for (const key in members) {
            const member = members[key];
            count += isForbidden(key) ? NaN : typeof member === 'object' ? 1 + countKeys(member, maxDepth - 1) : 1;
        }
    }
    return count;
}

/** At least the number of keys in a JSON text; more only where a string holds an escaped quote and a colon. */
function countColonsBehindQuotes(text: string): number {
    let count = 0;
    for (let colon = find(text, ':', 0); colon >= 0; colon = find(text, ':', colon + 1)) {
        let before = colon - 1;
        while (WHITE_SPACE.has(codeAt(text, before))) {
            before--;
        }
        count += codeAt(text, before) === QUOTE ? 1 : 0;
    }
    return count;
}

function malformed(reason: string): StrictJsonResult {
    return { ok: false, code: 'malformed', reason };
}

/** Looks at nesting and keys only, and says what is wrong with them. The text need not be JSON. */
function refuseShape(text: string, maxDepth: number): StrictJsonResult | undefined {
    const keysOfOpenObjects: (Set<string> | undefined)[] = [];
    let position = SHAPE.find(text, 0);
    while (position < text.length) {
        const code = codeAt(text, position);
        let end = position + 1;
        if (code === QUOTE) {
            end = endOfString(text, position);
            const keys = keysOfOpenObjects.at(-1);
            if (keys !== undefined && codeAt(text, WHITE_SPACE.skip(text, end)) === COLON) {
                const key = decodeKey(text.slice(position, end));
                if (isForbidden(key)) {
                    return malformed(`The key ${JSON.stringify(key)} is not allowed.`);
                }
                if (keys.has(key)) {
                    return malformed(`The key ${JSON.stringify(key)} occurs twice in one object.`);
                }
                keys.add(key);
            }
        } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
            if (keysOfOpenObjects.push(code === OPEN_BRACE ? new Set() : undefined) > maxDepth) {
                return { ok: false, code: 'too-deep', reason: `It nests more than ${maxDepth} levels.` };
            }
        } else {
            keysOfOpenObjects.pop();
        }
        position = SHAPE.find(text, end);
    }
    return undefined;
}

/** The position after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
    let position = STRING_STOPS.find(text, start + 1);
    while (position < text.length && codeAt(text, position) !== QUOTE) {
        position = STRING_STOPS.find(text, position + 2);
    }
    return Math.min(position + 1, text.length);
}

/** `"\u005f_proto__"` names the same key as `"__proto__"`. A literal that is not JSON stands for itself. */
function decodeKey(literal: string): string {
    if (!literal.includes('\\')) {
        return literal.slice(1, -1);
    }
    try {
        return String(JSON.parse(literal));
    } catch {
        return literal; // JSON.parse refuses the whole text, and knows the position.
    }
}
