import { timingSafeEqual } from 'node:crypto';
import { IncomingHttpHeaders } from 'node:http';
import { resolve } from 'node:path';
import { HUB_LINK_KEY_HEADER, LinkedTab } from '@openspace/protocol';
import { BoundedMap } from '@openspace/workspace-tools';
import { HubError } from '../hub-error';
import { HUB_LIMITS } from '../hub-limits';
import { HubStore, Publisher } from '../store/hub-store';

/** What a post speaks of. */
export interface Publication {
    readonly workspace?: string;
    readonly tabId?: string;
    readonly sessions?: readonly string[];
}

/**
 * Decides who may publish. Agents are told what is published as the word of the IDE, so about the workspaces, tabs and sessions of a
 * linked IDE, and about what an IDE has published before, nobody speaks without the key of the link. About all else the token suffices; the
 * store keeps that apart.
 */
export class PublicationGuard {
    private readonly key: Buffer;
    private readonly ideTabs = new BoundedMap<string, true>(HUB_LIMITS.tabs);
    private readonly ideSessions = new BoundedMap<string, true>(HUB_LIMITS.sessions);

    constructor(
        linkKey: string,
        private readonly store: HubStore
    ) {
        this.key = Buffer.from(linkKey);
    }

    /**
     * Who the sender is.
     *
     * @throws {HubError} when this is not for the sender to tell
     */
    async check(headers: IncomingHttpHeaders, publication: Publication): Promise<Publisher> {
        if (this.hasKey(headers)) {
            this.remember(publication);
            return 'ide';
        }
        if (this.isKnown(publication) || (await this.store.links()).some(({ tabs }) => tabs.some(tab => concerns(publication, tab)))) {
            throw new HubError(
                403,
                'not_the_ide',
                'Only the IDE publishes this while it is linked to the Hub. Use one of the doors, such as /mcp, to act in it.'
            );
        }
        return 'anybody';
    }

    private hasKey({ [HUB_LINK_KEY_HEADER]: header }: IncomingHttpHeaders): boolean {
        const given = Buffer.from(typeof header === 'string' ? header : '');
        return given.length === this.key.length && timingSafeEqual(given, this.key);
    }

    private remember({ tabId, sessions = [] }: Publication): void {
        if (tabId !== undefined) {
            this.ideTabs.set(tabId, true);
        }
        sessions.forEach(session => this.ideSessions.set(session, true));
    }

    private isKnown({ tabId, sessions = [] }: Publication): boolean {
        return (
            (tabId !== undefined && this.ideTabs.get(tabId) === true) || sessions.some(session => this.ideSessions.get(session) === true)
        );
    }
}

function concerns({ workspace, tabId, sessions = [] }: Publication, tab: LinkedTab): boolean {
    return (
        tab.tabId === tabId ||
        (workspace !== undefined && resolve(tab.workspace) === resolve(workspace)) ||
        sessions.some(session => tab.sessions.includes(session))
    );
}
