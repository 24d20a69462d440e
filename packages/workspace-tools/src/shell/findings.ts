/** How much a part of a command line worries: each level contains the ones before it. */
export enum Concern {
    none,
    /** Not known to be harmless: needs a person unless a sandbox contains it. */
    unproven,
    /** Destroys, hides what it does or asks for more rights: always needs a person. */
    dangerous,
    /** Nobody may allow it. */
    forbidden
}

export interface Finding {
    readonly concern: Concern;
    readonly reason: string;
    readonly subCommand: string;
}

/** Keeps the worst thing that was found, the first of equals. */
export class Findings {
    worst: Finding = { concern: Concern.none, reason: '', subCommand: '' };

    /** Takes note of a concern, unless one as bad is known. */
    add(concern: Concern, reason: string, subCommand: string): void {
        if (concern > this.worst.concern) {
            this.worst = { concern, reason, subCommand };
        }
    }
}
