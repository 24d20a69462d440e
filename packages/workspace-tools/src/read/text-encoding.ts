import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { TurnTaking } from '../turn-taking';
import { WorkspaceError } from '../workspace-error';

/** Encodings of text files that the kernel reads and writes; the names are those of Theia's editors. */
export const TEXT_ENCODINGS = ['utf8', 'utf8bom', 'utf16le', 'utf16be'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

const LINE_FEED = 0x0a;
/** Bytes that a character of UTF-8 has at most. */
const LONGEST_CHARACTER = 4;
/** Where lines have fewer bytes on average, it takes less time to look at each byte than to look for the next line end. */
const SHORT_LINE = 16;
/** So many bytes of shorter lines are nothing to go by. */
const SHORT_LINES_AT_ONCE = 4096;
/** Bytes that are decoded, and characters that are encoded, before others may run. */
const DECODED_AT_ONCE = 1024 * 1024;
const ENCODED_AT_ONCE = 1024 * 1024;
/** What half of a character becomes in UTF-8. */
const REPLACEMENT = Buffer.from('\ufffd');
const SECOND_HALF = /[\udc00-\udfff]/;

const BYTE_ORDER_MARKS: readonly (readonly [TextEncoding, Buffer])[] = [
    ['utf8bom', Buffer.from([0xef, 0xbb, 0xbf])],
    ['utf16le', Buffer.from([0xff, 0xfe])],
    ['utf16be', Buffer.from([0xfe, 0xff])]
];

/** The lowest byte that one begins with. */
const LOWEST_MARK = 0xef;

const DECODER_LABELS: Readonly<Record<TextEncoding, string>> = {
    utf8: 'utf-8',
    utf8bom: 'utf-8',
    utf16le: 'utf-16le',
    utf16be: 'utf-16be'
};

/** Text and how it was stored; the byte order mark is not part of the text. */
export interface DecodedText {
    readonly text: string;
    readonly encoding: TextEncoding;
}

/**
 * Reads bytes as text; undefined when they are none: a NUL character, or anything that is not valid in its encoding.
 * @param isComplete false when the bytes are the beginning of a longer file; a character cut at their end is then left out
 */
export function decodeText(bytes: Buffer, isComplete: boolean): DecodedText | undefined {
    const [encoding, mark] = findMark(bytes);
    const text = decodeBytes(bytes.subarray(mark?.length ?? 0), encoding, isComplete);
    return text === undefined || text.includes('\0') ? undefined : { text, encoding };
}

/** The same for a text of any length, in turns with others. */
export async function decodeInTurns(bytes: Buffer, isComplete: boolean, turns: TurnTaking): Promise<DecodedText | undefined> {
    const [encoding, mark] = findMark(bytes);
    const startOf: typeof wideCharacterStart = encoding.startsWith('utf16') ? wideCharacterStart : characterStart;
    const pieces: string[] = [];
    for (let start = mark?.length ?? 0; start < bytes.length;) {
        const end = startOf(bytes, start + DECODED_AT_ONCE, encoding);
        const piece = decodeBytes(bytes.subarray(start, end), encoding, isComplete || end < bytes.length);
        if (piece === undefined || piece.includes('\0')) {
            return undefined;
        }
        pieces.push(piece);
        start = end;
        await turns.nextIfOver();
    }
    return { text: pieces.join(''), encoding };
}

/** Where the character of UTF-8 begins that this byte is a part of. */
function characterStart(bytes: Buffer, position: number): number {
    let start = Math.min(position, bytes.length);
    while (start > position - LONGEST_CHARACTER && start < bytes.length && (bytes[start] & 0xc0) === 0x80) {
        start--;
    }
    return start;
}

/** The same of UTF-16, whose bytes come in twos. */
function wideCharacterStart(bytes: Buffer, position: number, encoding: TextEncoding): number {
    if (position + 1 >= bytes.length) {
        return bytes.length;
    }
    const isSecondHalf = (bytes[encoding === 'utf16le' ? position + 1 : position] & 0xfc) === 0xdc;
    return isSecondHalf ? position - 2 : position;
}

/** How many of these bytes of UTF-8 are whole characters; undefined when they are no text. A character that their end cuts may go on. */
export function wholeCharacters(bytes: Buffer): number | undefined {
    const whole = withoutCutCharacter(bytes);
    return whole.length > 0 && isUtf8(whole) && !whole.includes(0) ? whole.length : undefined;
}

/** Bytes of UTF-8 without a character at their end that is not complete. */
export function withoutCutCharacter(bytes: Buffer): Buffer {
    const last = Math.max(0, characterStart(bytes, bytes.length - 1));
    // A decoder waits for the rest of a character, but not behind what is none.
    return new StringDecoder('utf8').write(bytes.subarray(last)) === '' ? bytes.subarray(0, last) : bytes;
}

/** How a text is stored that begins with these bytes. */
export function detectEncoding(bytes: Buffer): TextEncoding {
    return findMark(bytes)[0];
}

function findMark(bytes: Buffer): readonly [TextEncoding, Buffer?] {
    // Most texts have none, which their first byte tells.
    const found = bytes[0] >= LOWEST_MARK ? BYTE_ORDER_MARKS.find(([, mark]) => mark.equals(bytes.subarray(0, mark.length))) : undefined;
    return found ?? ['utf8'];
}

function decodeBytes(bytes: Buffer, encoding: TextEncoding, isComplete: boolean): string | undefined {
    if (isComplete && !encoding.startsWith('utf16')) {
        return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
    }
    try {
        return new TextDecoder(DECODER_LABELS[encoding], { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !isComplete });
    } catch {
        // A fatal decoder throws on the first invalid sequence, which is the answer.
        return undefined;
    }
}

/**
 * Stores text in an encoding, with its byte order mark where the encoding has one.
 * @throws WorkspaceError `invalid-argument` when it contains half of a character, which would become another one
 */
export function encodeText(text: string, encoding: TextEncoding): Buffer {
    const mark = markOf(encoding);
    const bytes = encodePart(text, encoding);
    // A copy of a large text takes a while.
    return mark.length === 0 ? bytes : Buffer.concat([mark, bytes]);
}

/** The same for a text of any length, in turns with others. */
export async function encodeInTurns(text: string, encoding: TextEncoding, turns: TurnTaking): Promise<Buffer> {
    if (text.length <= ENCODED_AT_ONCE) {
        return encodeText(text, encoding);
    }
    const parts = [markOf(encoding)];
    for (let start = 0; start < text.length;) {
        const end = betweenCharacters(text, start + ENCODED_AT_ONCE);
        parts.push(encodePart(text.slice(start, end), encoding));
        start = end;
        await turns.nextIfOver();
    }
    return Buffer.concat(parts);
}

function markOf(encoding: TextEncoding): Buffer {
    return BYTE_ORDER_MARKS.find(([candidate]) => candidate === encoding)?.[1] ?? Buffer.alloc(0);
}

function encodePart(text: string, encoding: TextEncoding): Buffer {
    const isWide = encoding.startsWith('utf16');
    const bytes = Buffer.from(text, isWide ? 'utf16le' : 'utf8');
    if ((isWide || bytes.includes(REPLACEMENT)) && /\p{Surrogate}/u.test(text)) {
        throw new WorkspaceError(
            'invalid-argument',
            'The text contains half of a character (a surrogate without its other half), which no file can hold. Send the whole character.'
        );
    }
    return encoding === 'utf16be' ? bytes.swap16() : bytes;
}

/** The place, or the one before it where it lies between the two halves of a character. */
function betweenCharacters(text: string, position: number): number {
    return SECOND_HALF.test(text.charAt(position)) ? position - 1 : position;
}

/** Line feeds between two places of a text whose line ends are single bytes. */
export function countLineFeeds(bytes: Buffer, start: number, end: number): number {
    const part = bytes.subarray(start, end);
    let count = 0;
    for (let index = part.indexOf(LINE_FEED); index >= 0; index = part.indexOf(LINE_FEED, index + 1)) {
        count++;
        if (count * SHORT_LINE > index + SHORT_LINES_AT_ONCE) {
            return count + countByteByByte(part, index + 1);
        }
    }
    return count;
}

function countByteByByte(bytes: Buffer, start: number): number {
    let count = 0;
    for (let index = start; index < bytes.length; index++) {
        count += bytes[index] === LINE_FEED ? 1 : 0;
    }
    return count;
}

/** Lines as a person counts them: a line end closes a line, and text after the last one is a line of its own. */
export function countLines(text: string): number {
    let lines = 0;
    // Character by character takes the same time for a text of nothing but line ends.
    for (let index = 0; index < text.length; index++) {
        lines += text.charCodeAt(index) === LINE_FEED ? 1 : 0;
    }
    return text === '' || text.endsWith('\n') ? lines : lines + 1;
}
