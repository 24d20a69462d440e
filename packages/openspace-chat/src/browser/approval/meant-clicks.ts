/** Nobody has read a question sooner: who presses a button within this time meant what stood there before. */
export const READING_MS = 600;

/** Tells the clicks that were meant for a question from those that were meant for what stood there before. */
export class MeantClicks {
    protected isPressMeant = false;

    /** @param readSince when the question could have been read, on the clock of the page's events */
    constructor(protected readonly readSince: () => number | undefined) {}

    /** To be told of every press, since a click counts from its beginning. */
    notePress(press: Event): void {
        this.isPressMeant = this.isRead(press);
    }

    /** Whether a click began after the question could be read. */
    isMeant(click: MouseEvent): boolean {
        // Only the click of a pointer has a count.
        return click.detail === 0 ? this.isRead(click) : this.isPressMeant;
    }

    /** By the time of the event itself: a busy page may learn of it long after. */
    protected isRead({ timeStamp }: Event): boolean {
        const since = this.readSince();
        return since !== undefined && timeStamp >= since;
    }
}
