import { isRuleFile } from './ignore-rules';

/** What a folder needs for git to take it for a repository, and what git then acts upon. */
const REPOSITORY_PART =
    /(?:^|[/=])(?:config|config\.worktree|HEAD|commondir|\.git|\.gitattributes|\.gitmodules|\.gitconfig)$|(?:^|[/=])(?:\.git|objects|refs|hooks)(?:\/|$)/i;

/** Files of no one, by the only names that programs write them by. */
const DEVICE = /^\/dev\/\w+(?:\/\d+)?$/;

/** Keeps track of whether something of a command line may run what another part of it writes. */
export class WriteOrder {
    /** Whether parts may run again or side by side, as in loops and in the background, so that their order says nothing. */
    isLoose = false;
    private hasWritten = false;
    private hasRun = false;
    private hasRunAfterWrite = false;
    private hasWrittenRepository = false;
    private hasRunGit = false;
    private hasAdded = false;
    private hasShownTracked = false;
    private hasShownAdded = false;
    private hasWrittenRules = false;
    private hasSearched = false;
    private hasSearchedAnew = false;
    private hasAppended = false;
    private hasOpenedOutput = false;

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

    /** Whether git may show the content of files that it is told to track only now. */
    get mayShowAdded(): boolean {
        return this.hasShownAdded || (this.isLoose && this.hasAdded && this.hasShownTracked);
    }

    /** Whether a search may go by rules about what it leaves out that are written only now. */
    get maySearchAnew(): boolean {
        return this.hasSearchedAnew || (this.isLoose && this.hasWrittenRules && this.hasSearched);
    }

    /** Whether something may empty a file that something else appends to. */
    get mayEmptyAppended(): boolean {
        return this.hasAppended && this.hasOpenedOutput;
    }

    /** A file is appended to; something may be in it already. */
    appends(mayBeFilled: boolean): void {
        this.hasAppended ||= mayBeFilled;
    }

    /** The output is opened once more by its name: a file that is written there loses what is in it. */
    opensOutput(): void {
        this.hasOpenedOutput = true;
    }

    /** Git is told to track files that nobody names. */
    adds(): void {
        this.hasAdded = true;
    }

    /** Git shows the content of what it tracks. */
    showsTracked(): void {
        this.hasShownTracked = true;
        this.hasShownAdded ||= this.hasAdded;
    }

    /** A file is written, unless its name is that of a device. */
    writes(path: string): void {
        this.hasWritten ||= !DEVICE.test(path);
    }

    /**
     * A file or folder is written; by its name it may make a repository of its folder, be the configuration of one, or say what a search
     * leaves out.
     */
    writesAt(path: string): void {
        this.hasWrittenRules ||= isRuleFile(path);
        this.hasWrittenRepository ||= REPOSITORY_PART.test(path);
    }

    /** A search runs that leaves out what it finds rules about. */
    searches(): void {
        this.hasSearched = true;
        this.hasSearchedAnew ||= this.hasWrittenRules;
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
