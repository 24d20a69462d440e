/** What a folder needs for git to take it for a repository, and what git then acts upon. */
const REPOSITORY_PART =
    /(?:^|[/=])(?:config|config\.worktree|HEAD|commondir|\.git|\.gitattributes|\.gitmodules|\.gitconfig)$|(?:^|[/=])(?:\.git|objects|refs|hooks)(?:\/|$)/i;

/** Keeps track of whether something of a command line may run what another part of it writes. */
export class WriteOrder {
    /** Whether parts may run again or side by side, as in loops and in the background, so that their order says nothing. */
    isLoose = false;
    private hasWritten = false;
    private hasRun = false;
    private hasRunAfterWrite = false;
    private hasWrittenRepository = false;
    private hasRunGit = false;

    /** Whether something runs what was surely written before it. */
    get runsWritten(): boolean {
        return this.hasRunAfterWrite;
    }

    /** Whether something may run what is written at some time. */
    get mayRunWritten(): boolean {
        return (
            this.hasRunAfterWrite || (this.isLoose && ((this.hasRun && this.hasWritten) || (this.hasRunGit && this.hasWrittenRepository)))
        );
    }

    /** A file is written. */
    writes(): void {
        this.hasWritten = true;
    }

    /** A file or folder is written; by its name it may make a repository of its folder, or be the configuration of one. */
    writesAt(path: string): void {
        this.hasWrittenRepository ||= REPOSITORY_PART.test(path);
    }

    /** Git runs, and with it what the repository around it names. */
    runsGit(): void {
        this.hasRunGit = true;
        this.hasRunAfterWrite ||= this.hasWrittenRepository;
    }

    /** A program runs that is made of files of the workspace. */
    runs(): void {
        this.hasRun = true;
        this.hasRunAfterWrite ||= this.hasWritten;
    }
}
