/** Keeps track of whether something of a command line may run what another part of it writes. */
export class WriteOrder {
    /** Whether parts may run again or side by side, as in loops and in the background, so that their order says nothing. */
    isLoose = false;
    private hasWritten = false;
    private hasRun = false;
    private hasRunAfterWrite = false;

    /** Whether something runs what was surely written before it. */
    get runsWritten(): boolean {
        return this.hasRunAfterWrite;
    }

    /** Whether something may run what is written at some time. */
    get mayRunWritten(): boolean {
        return this.hasRunAfterWrite || (this.isLoose && this.hasRun && this.hasWritten);
    }

    /** A file is written. */
    writes(): void {
        this.hasWritten = true;
    }

    /** A program runs that is made of files of the workspace. */
    runs(): void {
        this.hasRun = true;
        this.hasRunAfterWrite ||= this.hasWritten;
    }
}
