import type { ActivityEntry, ActivityState, WantedAction } from '@openspace/core/lib/common';
import { CHAT_CLIENT } from '@openspace/protocol';
import { nls } from '@theia/core/lib/common';

/** Says what an entry holds in the words that the view, the clipboard and the search share. */
export class ActivityWords {
    protected readonly sessionNames = new Map<string, string>();
    /** By the client. */
    protected readonly sessionCounts = new Map<string, number>();
    protected readonly searchTexts = new WeakMap<ActivityEntry, string>();

    /** @param isUndone whether an action was taken back: it is neither done nor to be done */
    constructor(
        protected readonly labelOf: (commandId: string) => string | undefined,
        protected readonly isUndone: (entry: ActivityEntry) => boolean = () => false
    ) {}

    /** When the action was asked for, as the person writes times. */
    time({ askedAt }: ActivityEntry): string {
        return new Date(askedAt).toLocaleTimeString();
    }

    /** The same with the day, for where nobody sees which day it is. */
    dateAndTime({ askedAt }: ActivityEntry): string {
        return new Date(askedAt).toLocaleString();
    }

    /** What was done: the label of the command, or the words for what a program did at a door. */
    action({ commandId, operation }: WantedAction): string {
        const isKnown = operation !== undefined && Object.hasOwn(OPERATION_WORDS, operation);
        return isKnown ? OPERATION_WORDS[operation]() : (this.labelOf(commandId) ?? commandId);
    }

    /** What it was done to; empty where that is nothing single. */
    target({ target }: WantedAction): string {
        switch (target?.kind) {
            case undefined:
                return '';
            case 'file':
                return target.line === undefined ? target.path : `${target.path}:${target.line}`;
            case 'terminal':
                return [target.title ?? target.terminalId, target.typed].filter(Boolean).join(': ');
            case 'pane':
                return target.title ?? target.paneId;
            case 'command':
                return target.text;
        }
    }

    /** How long it took; empty as long as it goes on. */
    duration({ durationMs }: ActivityEntry): string {
        if (durationMs === undefined) {
            return '';
        }
        if (durationMs < 1_000) {
            return `${durationMs} ms`;
        }
        const tenths = Math.round(durationMs / 100);
        if (tenths < 600) {
            return `${(tenths / 10).toFixed(1)} s`;
        }
        const seconds = Math.round(durationMs / 1_000);
        return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    }

    /** How it stands, or ended. */
    state(entry: ActivityEntry): string {
        return this.isUndone(entry) ? nls.localize('openspace/activity/undone', 'Undone') : STATE_WORDS[entry.state]();
    }

    /** The state, and what came of it. */
    outcome(entry: ActivityEntry): string {
        return [this.state(entry), entry.detail].filter(Boolean).join(': ');
    }

    /** Who acted, as the first words of a sentence: the agent of the chat, or a program at a door by its name. */
    actor({ client }: ActivityEntry): string {
        return client === CHAT_CLIENT ? nls.localize('openspace/activity/agent', 'The agent') : client;
    }

    /** The sessions of the chat, and those of each program at a door, are numbered as they come. */
    session({ sessionId, client }: ActivityEntry): string {
        let name = this.sessionNames.get(sessionId);
        if (name === undefined) {
            const count = (this.sessionCounts.get(client) ?? 0) + 1;
            name = client === CHAT_CLIENT ? nls.localize('openspace/activity/chat', 'Chat {0}', count) : `${client} (${count})`;
            this.sessionCounts.set(client, count);
            this.sessionNames.set(sessionId, name);
        }
        return name;
    }

    /** Every session that has a name, in the order of the names. */
    get sessions(): readonly (readonly [sessionId: string, name: string])[] {
        return [...this.sessionNames];
    }

    /** Everything that a person reads in the row, in small letters. */
    searchText(entry: ActivityEntry): string {
        let text = this.searchTexts.get(entry);
        if (text === undefined) {
            text = [...this.columns(entry, []), entry.commandId].join(' ').toLowerCase();
            this.searchTexts.set(entry, text);
        }
        // It changes when the action is undone, or made again.
        return `${text} ${this.state(entry).toLowerCase()}`;
    }

    /** The row as text, its columns between tabs. */
    line(entry: ActivityEntry): string {
        return this.columns(entry, [this.state(entry)]).join('\t');
    }

    protected columns(entry: ActivityEntry, state: readonly string[]): string[] {
        return [
            this.dateAndTime(entry),
            this.action(entry),
            this.target(entry),
            ...state,
            this.duration(entry),
            this.session(entry),
            entry.detail ?? ''
        ];
    }
}

const STATE_WORDS: Readonly<Record<ActivityState, () => string>> = {
    waiting: () => nls.localize('openspace/activity/waiting', 'Waiting'),
    running: () => nls.localize('openspace/activity/running', 'Running'),
    done: () => nls.localize('openspace/activity/done', 'Done'),
    failed: () => nls.localize('openspace/activity/failed', 'Failed'),
    refused: () => nls.localize('openspace/activity/refused', 'Refused'),
    unknown: () => nls.localize('openspace/activity/unknown', 'Outcome unknown')
};

/** What programs do to the workspace through the Hub's doors. */
const OPERATION_WORDS: Readonly<Record<string, () => string>> = {
    read: () => nls.localize('openspace/activity/read', 'Read File'),
    list: () => nls.localize('openspace/activity/list', 'List Folder'),
    glob: () => nls.localize('openspace/activity/glob', 'Find Files by Pattern'),
    grep: () => nls.localize('openspace/activity/grep', 'Search in Files'),
    search: () => nls.localize('openspace/activity/search', 'Find Files by Name'),
    stat: () => nls.localize('openspace/activity/stat', 'Look at File'),
    info: () => nls.localize('openspace/activity/info', 'Look at Workspace'),
    makeDirectory: () => nls.localize('openspace/activity/makeDirectory', 'Make Folder'),
    write: () => nls.localize('openspace/activity/write', 'Write File'),
    edit: () => nls.localize('openspace/activity/edit', 'Edit File'),
    modify: () => nls.localize('openspace/activity/modify', 'Change Lines of File'),
    patch: () => nls.localize('openspace/activity/patch', 'Apply Patch'),
    exec: () => nls.localize('openspace/activity/exec', 'Run Command'),
    git: () => nls.localize('openspace/activity/git', 'Use Git')
};
