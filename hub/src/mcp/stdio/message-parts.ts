import { randomUUID } from 'node:crypto';

/** A shorter text is written as often as it stands in a message. */
const LONG_TEXT = 4096;
/** Stands for a long text while the rest is written. Nobody else knows it, so that no text can contain it. */
const PLACE = randomUUID();
const PLACES = new RegExp(`"${PLACE}:(\\d+)"`);

/** An answer to the call of a tool, as far as it matters here; other messages have nothing of it. */
interface ToolAnswer {
    readonly result?: {
        readonly content?: readonly { readonly text?: unknown }[];
        readonly structuredContent?: Readonly<Record<string, unknown>>;
    };
}

/**
 * A message as a line of JSON, in parts that are written one after the other. The content of a file stands in an answer twice, as text and as
 * data; it is written as JSON once, and not copied into the rest.
 */
export function messageParts(message: object): string[] {
    const { result } = message as ToolAnswer;
    if (!result?.content?.some(({ text }) => isLong(text))) {
        return [`${JSON.stringify(message)}\n`];
    }
    const texts: string[] = [];
    const places = new Map<unknown, string>();
    const takeOut = (value: unknown): unknown => {
        if (!isLong(value)) {
            return value;
        }
        const place = places.get(value) ?? `${PLACE}:${texts.push(JSON.stringify(value)) - 1}`;
        places.set(value, place);
        return place;
    };
    const content = result.content.map(part => (isLong(part.text) ? { ...part, text: takeOut(part.text) } : part));
    const data =
        result.structuredContent &&
        Object.entries(result.structuredContent).map(([name, value]): [string, unknown] => [name, takeOut(value)]);
    const rest = JSON.stringify({
        ...message,
        result: { ...result, content, ...(data && { structuredContent: Object.fromEntries(data) }) }
    });
    // What a place is numbered by stands between the parts around it.
    return `${rest}\n`.split(PLACES).map((part, index) => (index % 2 === 0 ? part : texts[Number(part)]));
}

function isLong(value: unknown): boolean {
    return typeof value === 'string' && value.length >= LONG_TEXT;
}
