import { realpathSync } from 'node:fs';
import { LinkedTab } from '@openspace/protocol';
import { HubPolicy } from '../workspace/hub-policy';
import { IdeLink } from './ide-link';

/** A tab that shows the workspace of the Hub, and its IDE. */
export interface WorkspaceTab {
    readonly link: IdeLink;
    readonly tab: LinkedTab;
}

/** The version of the link from which on an IDE can be asked about the workspace. */
const ASKABLE_VERSION = 2;

/** The linked IDEs in which the workspace of the Hub is open, and what they make of its policy. */
export class WorkspaceIdes {
    /** The tabs of this workspace by their IDEs; the one in which a person was active last stands last. */
    private readonly tabs = new Map<IdeLink, readonly LinkedTab[]>();

    constructor(
        /** Real path of the workspace. */
        private readonly root: string,
        private readonly policy: HubPolicy
    ) {}

    add(link: IdeLink): void {
        if (link.version < ASKABLE_VERSION) {
            return;
        }
        link.on('tabs', tabs => {
            this.tabs.delete(link);
            const own = tabs.filter(({ workspace }) => realPath(workspace) === this.root);
            if (own.length > 0) {
                this.tabs.set(link, own);
                this.policy.settle(link.linkId);
            }
        });
        link.on('policy', published => {
            this.policy.publish(link.linkId, published);
            if (this.tabs.has(link)) {
                this.policy.settle(link.linkId);
            }
        });
        link.on('close', () => {
            this.tabs.delete(link);
            this.policy.release(link.linkId);
        });
    }

    /** Where a person can be asked: in the tab that owns the session, else in the one active last. */
    tabFor(sessionId: string): WorkspaceTab | undefined {
        return this.ownerOf(sessionId) ?? this.everyTab().at(-1);
    }

    /** Where the person has paused the agent: in the tab that owns the session; a session that none owns is held by any tab. */
    pausedTabFor(sessionId: string): WorkspaceTab | undefined {
        const owner = this.ownerOf(sessionId);
        return (owner ? [owner] : this.everyTab()).findLast(({ tab }) => tab.paused);
    }

    /** Every IDE of the workspace, with the names that its tabs have for the root. */
    all(): readonly { readonly link: IdeLink; readonly workspaces: readonly string[] }[] {
        return [...this.tabs].map(([link, tabs]) => ({ link, workspaces: [...new Set(tabs.map(({ workspace }) => workspace))] }));
    }

    private ownerOf(sessionId: string): WorkspaceTab | undefined {
        return this.everyTab().findLast(({ tab }) => tab.sessions.includes(sessionId));
    }

    /** The tab active last stands last. */
    private everyTab(): readonly WorkspaceTab[] {
        return [...this.tabs].flatMap(([link, tabs]) => tabs.map(tab => ({ link, tab })));
    }
}

function realPath(folder: string): string | undefined {
    try {
        return folder === '' ? undefined : realpathSync(folder);
    } catch {
        // On another machine, or gone.
        return undefined;
    }
}
