import { randomUUID } from 'node:crypto';

/** A shorter text is written as often as it stands in a message. */
const LONG_TEXT = 4096;
/** Stands for a long text while the rest is written. Nobody else knows it, so that no text can contain it. */
const PLACE = randomUUID();
const PLACES = new RegExp(`"${PLACE}:(\\d+)"`, 'g');

/** A message as JSON. The content of a file stands in an answer twice, as text and as data, and is written as JSON once. */
export function messageText(message: object): string {
    const places = new Map<string, number>();
    const texts: string[] = [];
    const rest = JSON.stringify(message, (_key, value: unknown) => {
        if (typeof value !== 'string' || value.length < LONG_TEXT) {
            return value;
        }
        const place = places.get(value) ?? texts.push(JSON.stringify(value)) - 1;
        places.set(value, place);
        return `${PLACE}:${place}`;
    });
    return texts.length === 0 ? rest : rest.replace(PLACES, (_written, place: string) => texts[Number(place)]);
}
