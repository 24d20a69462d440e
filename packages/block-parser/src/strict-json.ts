import { BlockProblemCode } from './block-problem';

/** Either the value of a JSON text or the reason why it is refused. */
export type StrictJsonResult =
    | { readonly ok: true; readonly value: unknown }
    | { readonly ok: false; readonly code: Extract<BlockProblemCode, 'malformed' | 'too-deep'>; readonly reason: string };

/** Keys through which a careless copy of the value could reach a prototype. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses JSON more strictly than `JSON.parse`: no key twice in one object, no key that names a prototype, no nesting past
 * `maxDepth`. The value's objects are therefore safe to copy and merge.
 */
export function parseStrictJson(text: string, maxDepth: number): StrictJsonResult {
    const refusal = refuseShape(text, maxDepth);
    if (refusal !== undefined) {
        return refusal;
    }
    try {
        return { ok: true, value: JSON.parse(text) };
    } catch (error) {
        return malformed(error instanceof Error ? error.message : String(error));
    }
}

function malformed(reason: string): StrictJsonResult {
    return { ok: false, code: 'malformed', reason };
}

/**
 * Looks at nesting and keys only, before anything is built. Text that is not JSON at all may pass here: `JSON.parse` refuses
 * it afterwards.
 */
function refuseShape(text: string, maxDepth: number): StrictJsonResult | undefined {
    const keysOfOpenObjects: (Set<string> | undefined)[] = [];
    for (let position = 0; position < text.length; position++) {
        switch (text[position]) {
            case '{':
            case '[':
                keysOfOpenObjects.push(text[position] === '{' ? new Set() : undefined);
                if (keysOfOpenObjects.length > maxDepth) {
                    return { ok: false, code: 'too-deep', reason: `It nests more than ${maxDepth} levels.` };
                }
                break;
            case '}':
            case ']':
                keysOfOpenObjects.pop();
                break;
            case '"': {
                const end = endOfString(text, position);
                const keys = keysOfOpenObjects.at(-1);
                if (keys !== undefined && isFollowedByColon(text, end)) {
                    const key = decodeKey(text.slice(position, end));
                    if (FORBIDDEN_KEYS.has(key)) {
                        return malformed(`The key ${JSON.stringify(key)} is not allowed.`);
                    }
                    if (keys.has(key)) {
                        return malformed(`The key ${JSON.stringify(key)} occurs twice in one object.`);
                    }
                    keys.add(key);
                }
                position = end - 1;
                break;
            }
        }
    }
    return undefined;
}

/** The position after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
    for (let position = start + 1; position < text.length; position++) {
        const code = text.charCodeAt(position);
        if (code === BACKSLASH) {
            position++;
        } else if (code === QUOTE) {
            return position + 1;
        }
    }
    return text.length;
}

function isFollowedByColon(text: string, position: number): boolean {
    while (position < text.length && ' \t\n\r'.includes(text.charAt(position))) {
        position++;
    }
    return text[position] === ':';
}

/** `"\u005f_proto__"` names the same key as `"__proto__"`. A literal that is not JSON stands for itself. */
function decodeKey(literal: string): string {
    if (!literal.includes('\\')) {
        return literal.slice(1, -1);
    }
    try {
        return String(JSON.parse(literal));
    } catch {
        return literal; // The whole text is refused by JSON.parse in a moment, with its position.
    }
}
