import { realpathSync } from 'node:fs';
import { LinkedTab, WORKSPACE_LINK_VERSION } from '@openspace/protocol';
import { HubPolicy } from '../workspace/hub-policy';
import { IdeLink } from './ide-link';

/** A tab that shows the workspace of the Hub, and its IDE. */
export interface WorkspaceTab {
    readonly link: IdeLink;
    readonly tab: LinkedTab;
}

/** The linked IDEs in which the workspace of the Hub is open, and what they make of its policy. */
export class WorkspaceIdes {
    /** Every IDE that can be asked, whatever it has open: its chats are its own while its tabs are away, as in a reload. */
    private readonly links = new Set<IdeLink>();
    /** The tabs of this workspace by their IDEs; the one in which a person was active last stands last. */
    private readonly tabs = new Map<IdeLink, readonly LinkedTab[]>();
    /** The tabs of this workspace that are away now and hold what agents ask for all the same. */
    private readonly away = new Map<IdeLink, readonly LinkedTab[]>();

    constructor(
        /** Real path of the workspace. */
        private readonly root: string,
        private readonly policy: HubPolicy,
        /** The IDE that started the Hub, if one did: its person decides, whatever it has open. */
        private readonly starter?: string
    ) {}

    /** Asks the IDE behind this link about the workspace while it has it open. Older IDEs cannot be asked. */
    add(link: IdeLink): void {
        if (link.version < WORKSPACE_LINK_VERSION) {
            return;
        }
        const { linkId } = link;
        this.links.add(link);
        this.policy.join(linkId, this.starter !== undefined && link.ideId === this.starter);
        link.on('tabs', (tabs, away) => {
            this.tabs.delete(link);
            this.away.set(link, this.ownOf(away));
            const own = this.ownOf(tabs);
            if (own.length > 0) {
                this.tabs.set(link, own);
                this.policy.own(linkId);
            }
        });
        link.on('policy', published => this.policy.publish(linkId, published));
        link.on('close', () => {
            this.links.delete(link);
            this.tabs.delete(link);
            this.away.delete(link);
            this.policy.release(linkId);
        });
    }

    /** Where a person can be asked who wants to be asked most: in the tab that owns the session, else in the one active last. */
    tabFor(sessionId: string): WorkspaceTab | undefined {
        const all = this.everyTab();
        // Whoever wants to be asked less would say yes for those who want to be asked.
        const level = Math.max(...all.map(({ link }) => this.policy.levelOf(link.linkId)));
        const strictest = all.filter(({ link }) => this.policy.levelOf(link.linkId) === level);
        return strictest.findLast(({ tab }) => tab.sessions.includes(sessionId)) ?? strictest.at(-1);
    }

    /** Whether a person has set that no agent may act, also while nobody can be asked. */
    get refuseAgents(): boolean {
        return this.policy.refusesAgents;
    }

    /**
     * Whether this is the pass of a chat in one of the IDEs, also of one that has the workspace open in no tab now. While none has, whoever
     * shows a pass is taken at its word: its IDE may have lost the link for a moment.
     */
    isChat(pass: string | undefined): boolean {
        return pass !== undefined && (this.tabs.size === 0 || [...this.links].some(link => link.isPassOfChat(pass)));
    }

    /**
     * Where the person has paused the agent: for the chat that shows its pass, in the tab that owns its session. Anybody else may name
     * any session, and is held by every tab.
     */
    pausedTabsFor(sessionId: string, pass: string | undefined): readonly WorkspaceTab[] {
        const all = [...tabsOf(this.away), ...this.everyTab()];
        const owner = all.findLast(({ tab }) => tab.sessions.includes(sessionId));
        const isChat = pass !== undefined && owner?.link.isPassOfChat(pass) === true;
        return (isChat ? [owner] : all).filter(({ tab }) => tab.paused);
    }

    /** Every IDE of the workspace, with the names that its tabs have for the root. */
    all(): readonly { readonly link: IdeLink; readonly workspaces: readonly string[] }[] {
        return [...this.tabs].map(([link, tabs]) => ({ link, workspaces: [...new Set(tabs.map(({ workspace }) => workspace))] }));
    }

    /** The tab active last stands last. */
    private everyTab(): readonly WorkspaceTab[] {
        return tabsOf(this.tabs);
    }

    private ownOf(tabs: readonly LinkedTab[]): readonly LinkedTab[] {
        return tabs.filter(({ workspace }) => realPath(workspace) === this.root);
    }
}

function tabsOf(byLink: ReadonlyMap<IdeLink, readonly LinkedTab[]>): readonly WorkspaceTab[] {
    return [...byLink].flatMap(([link, tabs]) => tabs.map(tab => ({ link, tab })));
}

function realPath(folder: string): string | undefined {
    try {
        return folder === '' ? undefined : realpathSync(folder);
    } catch {
        // On another machine, or gone.
        return undefined;
    }
}
