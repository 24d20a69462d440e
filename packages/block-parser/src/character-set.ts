import { codeAt, lengthOf } from './any-string';

/** So far a loop is faster than to call the regular expression engine. */
const NEAR = 8;

/** A set of characters that can be searched for. Characters above 127 are never in it. */
export class CharacterSet {
    private readonly flags = new Uint8Array(128);
    private readonly pattern: RegExp;

    constructor(characters: string) {
        for (const char of characters) {
            this.flags[char.charCodeAt(0)] = 1;
        }
        const codes = Array.from(this.flags.entries()).flatMap(([code, flag]) => (flag === 1 ? [code] : []));
        this.pattern = new RegExp(`[${codes.map(code => `\\x${code.toString(16).padStart(2, '0')}`).join('')}]`, 'g');
    }

    /** Whether the character with this code belongs to it. */
    has(code: number): boolean {
        return code >>> 7 === 0 && this.flags[code] === 1;
    }

    /** The position of the first character of the set, or the length of the text. */
    find(text: string, from: number): number {
        const length = lengthOf(text);
        const near = Math.min(length, from + NEAR);
        let position = from;
        while (position < near && !this.has(codeAt(text, position))) {
            position++;
        }
        return position < near || near === length ? position : this.findFar(text, near);
    }

    /** The position of the first character outside the set, or the length of the text. */
    skip(text: string, from: number): number {
        const length = lengthOf(text);
        let position = from;
        while (position < length && this.has(codeAt(text, position))) {
            position++;
        }
        return position;
    }

    private findFar(text: string, from: number): number {
        this.pattern.lastIndex = from;
        return this.pattern.test(text) ? this.pattern.lastIndex - 1 : text.length;
    }
}
