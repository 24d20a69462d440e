/**
 * A point in a reply at which the model falls silent until a test lets it go on. The test awaits `reached`, looks at
 * what is on the screen by then, and calls `open`; no clock is involved.
 */
export class Gate {
    /** Settles when the reply has come to this gate. */
    readonly reached: Promise<void>;
    private readonly opened: Promise<void>;
    private markReached!: () => void;
    private markOpened!: () => void;

    constructor() {
        this.reached = new Promise(resolve => (this.markReached = resolve));
        this.opened = new Promise(resolve => (this.markOpened = resolve));
    }

    /** Lets the reply go on. A gate that was opened once stays open. */
    open(): void {
        this.markOpened();
    }

    /** Called by the server that plays the reply; settles when the gate is open. */
    pass(): Promise<void> {
        this.markReached();
        return this.opened;
    }
}
