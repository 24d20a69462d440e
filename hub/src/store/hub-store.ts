import { CommandManifest, CommandResultPost, LinkedTab, PaneStatePost } from '@openspace/protocol';

/** What the Hub knows about one browser tab. */
export interface TabRecord {
    readonly tabId: string;
    readonly manifest?: CommandManifest;
    readonly state?: PaneStatePost;
}

/**
 * How a caller names a tab: by its id, else by a session that it owns, else the tab active last is meant, of an IDE if there is one: a tab
 * on a link if there is one, and none that has left its link for good.
 */
export interface TabQuery {
    readonly tabId?: string;
    readonly sessionId?: string;
}

/** An IDE that executes commands for the Hub, and the tabs in which it can; the tab active last stands last. */
export interface LinkRecord {
    readonly linkId: string;
    readonly tabs: readonly LinkedTab[];
}

/** What a store has at hand it answers at once, what it has to ask for later. */
export type StoreAnswer<T> = T | Promise<T>;

/** Who tells something: an IDE that has proved to be one, or anybody with the token. */
export type Publisher = 'ide' | 'anybody';

/**
 * Everything that the Hub remembers. The routes are its only callers; an implementation may keep it in memory or share it between
 * Hubs. What it hands out is never changed afterwards: a change is a new object, so callers may compare by identity.
 * What anybody tells neither hides nor drives out what an IDE has told.
 */
export interface HubStore {
    /** Keeps the manifest of a tab in place of its previous one, and takes the tab as active. */
    putManifest(manifest: CommandManifest, by: Publisher): Promise<void>;
    /**
     * Calls the listener whenever somebody may find other commands than before: a manifest brought others than its tab had, or another
     * tab was active or can be reached. That a tab is gone after a while is not told. The answer ends that.
     */
    onDidChangeCommands(listener: () => void): () => void;
    /** Keeps the layout of a tab in place of its previous one, takes the tab as active and as owner of the sessions that it names. */
    putState(state: PaneStatePost, by: Publisher): Promise<void>;
    /** The tab that the query names; `undefined` when the tab is unknown or none has reported yet. */
    findTab(query: TabQuery): StoreAnswer<TabRecord | undefined>;
    /** Whether any tab has a command with this id. */
    hasCommand(commandId: string): StoreAnswer<boolean>;
    /** Adds a result to its session. A call has one result: a second one for the same call is ignored, and answered with false. */
    addResult(result: CommandResultPost, by: Publisher): Promise<boolean>;
    /** The latest results of a session, or of all sessions, oldest first. */
    results(sessionId?: string): StoreAnswer<readonly CommandResultPost[]>;
    /** Keeps which tabs can be reached over a link, in place of what was known of that link. */
    putLink(link: LinkRecord): Promise<void>;
    /** The link is down: its tabs can no longer be reached, and are gone for good unless they can be again before long. */
    removeLink(linkId: string): Promise<void>;
    /** All links that are up. */
    links(): Promise<readonly LinkRecord[]>;
    /** How much is kept now. */
    counts(): Promise<{ readonly tabs: number; readonly sessions: number; readonly links: number }>;
}
