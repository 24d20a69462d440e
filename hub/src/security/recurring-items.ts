import { isUtf8 } from 'node:buffer';
import { checkJsonValue, parseJsonBody } from './json-body';
import { BACKSLASH, COMMA, QUOTE, stringEnd } from './json-strings';

/** An item of the list as it stood in a body, and what it says. */
interface KnownItem {
    readonly text: Buffer;
    readonly value: unknown;
}

/** A stretch of a body, without its end. */
interface Stretch {
    readonly from: number;
    readonly to: number;
}

const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = Buffer.from('{}[]');

/**
 * Parses bodies in which one list makes up nearly everything and hardly differs from one body to the next: what its beginning and its
 * end have in common with the list before is not parsed again, and its items are the same objects as before. Nobody may change them.
 */
export class RecurringItems {
    private known: readonly KnownItem[] = [];
    private readonly quotedKey: string;

    /** @param key of the list in the object that is the body */
    constructor(private readonly key: string) {
        this.quotedKey = JSON.stringify(key);
    }

    /**
     * The same as `parseJsonBody` gives.
     *
     * @throws {HubError} 400 that says what is wrong with the body
     */
    readonly parse = (body: Buffer): unknown => this.parseInPieces(body) ?? parseJsonBody(body);

    /**
     * Nothing for a body that cannot be taken apart. Pieces of which each is valid by itself are valid together and say the same
     * together, so it is enough to know that the list stands where it seems to.
     */
    private parseInPieces(body: Buffer): object | undefined {
        const list = isUtf8(body) ? this.findList(body) : undefined;
        if (!list) {
            return undefined;
        }
        const outside = body.toString('utf8', 0, list.from) + body.toString('utf8', list.to);
        const envelope = parsed(outside, 0) as Record<string, unknown> | undefined;
        const items = this.parseItems(body, list);
        // The key may come a second time, with something else.
        if (!items || !Array.isArray(envelope?.[this.key])) {
            return undefined;
        }
        this.known = items;
        return { ...envelope, [this.key]: items.map(item => item.value) };
    }

    /** Where the items stand, if their list is one of the outermost object and the last of all lists. */
    private findList(body: Buffer): Stretch | undefined {
        const key = body.indexOf(this.quotedKey);
        const from = body.indexOf('[', key) + 1;
        const to = body.lastIndexOf(']');
        const isFound =
            key > 0 &&
            from > 0 &&
            to >= from &&
            body[key - 1] !== BACKSLASH &&
            body.lastIndexOf('{', key) === 0 &&
            /^\s*:\s*$/.test(body.toString('latin1', key + this.quotedKey.length, from - 1)) &&
            !body.includes('[', to);
        return isFound ? { from, to } : undefined;
    }

    private parseItems(body: Buffer, { from, to }: Stretch): readonly KnownItem[] | undefined {
        const { known } = this;
        let leading = 0;
        let start = from;
        for (let end; leading < known.length; leading++, start = end + 1) {
            end = start + known[leading].text.length;
            if (!holds(body, known[leading], start, to) || (end < to && body[end] !== COMMA)) {
                break;
            }
        }
        let trailing = 0;
        let end = to;
        for (let begin; leading + trailing < known.length; trailing++, end = begin - 1) {
            const item = known[known.length - 1 - trailing];
            begin = end - item.text.length;
            if (begin < start || !holds(body, item, begin, end) || (begin > start && body[begin - 1] !== COMMA)) {
                break;
            }
        }
        const fresh = end < start ? [] : parseFreshItems(body, { from: start, to: end });
        return fresh && [...known.slice(0, leading), ...fresh, ...known.slice(known.length - trailing)];
    }
}

function holds(body: Buffer, { text }: KnownItem, from: number, limit: number): boolean {
    const to = from + text.length;
    return to <= limit && body.compare(text, 0, text.length, from, to) === 0;
}

/** One item at least; nothing when the stretch does not consist of items. */
function parseFreshItems(body: Buffer, stretch: Stretch): readonly KnownItem[] | undefined {
    const values = parsed(`[${body.toString('utf8', stretch.from, stretch.to)}]`, 1) as unknown[] | undefined;
    if (!values?.length) {
        return undefined;
    }
    let from = stretch.from;
    return itemEnds(body, stretch).map((to, index) => {
        const text = Buffer.from(body.subarray(from, to));
        from = to + 1;
        return { text, value: values[index] };
    });
}

/** Where the items of a valid stretch end. */
function itemEnds(body: Buffer, { from, to }: Stretch): number[] {
    const ends: number[] = [];
    let depth = 0;
    for (let at = from; at < to; at++) {
        const character = body[at];
        if (character === QUOTE) {
            at = stringEnd(body, at + 1);
        } else if (character === OPENING_BRACE || character === OPENING_BRACKET) {
            depth++;
        } else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) {
            depth--;
        } else if (character === COMMA && depth === 0) {
            ends.push(at);
        }
    }
    return [...ends, to];
}

/** What a piece at this depth of the body says; nothing when a body may not hold it, about which `parseJsonBody` has the words. */
function parsed(text: string, depth: number): unknown {
    try {
        const value = JSON.parse(text) as unknown;
        checkJsonValue(value, depth);
        return value;
    } catch {
        return undefined;
    }
}
