const enum Part {
    None,
    Start,
    Angle,
    Raw,
    AfterDestination,
    Title,
    AfterTitle
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a;

/**
 * Follows a link's target and title from `](` to its `)`. It may take more for a target than markdown does, never less.
 */
export class LinkTarget {
    private part: Part = Part.None;
    private parentheses = 0;
    private titleEnd = 0;
    private escaped = false;

    /** Whether a link's target has begun. */
    get open(): boolean {
        return this.part !== Part.None;
    }

    /** In a target without angle brackets, where only white space, parentheses and backslashes matter. */
    get inRawTarget(): boolean {
        return this.part === Part.Raw && !this.escaped;
    }

    /** A bracket has closed that may have a target behind it. */
    start(): void {
        this.part = Part.Start;
        this.parentheses = 0;
        this.escaped = false;
    }

    /** There is none. */
    reset(): void {
        this.part = Part.None;
    }

    /** Reads a character. */
    step(code: number): void {
        if (this.escaped && code > 0x20) {
            this.escaped = false;
            return;
        }
        this.escaped = code === 0x5c;
        this.part = this.next(code);
    }

    private next(code: number): Part {
        switch (this.part) {
            case Part.Start:
                return isSpace(code) ? Part.Start : code === 0x3c ? Part.Angle : this.inRaw(code);
            case Part.Angle:
                return code === 0x3e ? Part.AfterDestination : code === 0x3c || code === 0x0a ? Part.None : Part.Angle;
            case Part.Raw:
                return this.inRaw(code);
            case Part.AfterDestination:
                return this.afterDestination(code);
            case Part.Title:
                return code === this.titleEnd ? Part.AfterTitle : Part.Title;
            case Part.AfterTitle:
                return isSpace(code) ? Part.AfterTitle : Part.None;
            default:
                return Part.None;
        }
    }

    private inRaw(code: number): Part {
        if (code === 0x28) {
            this.parentheses++;
        } else if (code === 0x29 && this.parentheses-- === 0) {
            return Part.None;
        } else if (code <= 0x20) {
            return isSpace(code) ? Part.AfterDestination : Part.None;
        }
        return Part.Raw;
    }

    private afterDestination(code: number): Part {
        if (isSpace(code)) {
            return Part.AfterDestination;
        }
        this.titleEnd = code === 0x28 ? 0x29 : code;
        return code === 0x22 || code === 0x27 || code === 0x28 ? Part.Title : Part.None;
    }
}
