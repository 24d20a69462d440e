const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;

const enum Part {
    None,
    Before,
    Inside,
    After
}

/**
 * Follows the `[label]:` that may begin a paragraph and make it the definition of a link. Every step tells whether it is now
 * certain that there is no definition.
 */
export class DefinitionLabel {
    private part: Part = Part.None;
    private previous = 0;

    /** Whether it is still undecided. */
    get open(): boolean {
        return this.part !== Part.None;
    }

    /** Whether only brackets and backslashes matter. */
    get inside(): boolean {
        return this.part === Part.Inside;
    }

    /** The next character is the opening bracket. */
    start(): void {
        this.part = Part.Before;
    }

    /** There is none. */
    reset(): void {
        this.part = Part.None;
    }

    /** Reads a character. Returns whether it shows that the paragraph begins with no definition. */
    step(code: number): boolean {
        const escaped = this.previous === BACKSLASH;
        this.previous = code;
        if (this.part === Part.Before) {
            this.part = Part.Inside;
        } else if (this.part === Part.After) {
            this.part = Part.None;
            return code !== COLON;
        } else if (this.part === Part.Inside && !escaped && code === OPEN_BRACKET) {
            this.part = Part.None;
            return true;
        } else if (this.part === Part.Inside && !escaped && code === CLOSE_BRACKET) {
            this.part = Part.After;
        }
        return false;
    }
}
