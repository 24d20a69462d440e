import { LinkedTab } from '@openspace/protocol';
import { LinkRecord } from '../store/hub-store';
import { CallRefusal } from './call-refusal';

/** How a caller says which IDE it means. A session that no tab owns is just the caller's own name and says nothing. */
export interface LinkTarget {
    readonly workspace?: string;
    readonly tabId?: string;
    readonly sessionId?: string;
}

/** A tab and the link over which it can be reached. */
export interface ReachableTab extends LinkedTab {
    readonly linkId: string;
}

/**
 * The one tab that the caller means: of several tabs of an IDE with the same workspace, the one active last.
 *
 * @throws {CallRefusal} when there is none, or when the caller must choose; the message lists the choices
 */
export function chooseTab(links: readonly LinkRecord[], target: LinkTarget): ReachableTab {
    const all = links.flatMap(({ linkId, tabs }) => tabs.map(tab => ({ ...tab, linkId })));
    if (all.length === 0) {
        throw new CallRefusal('no-ide', 'No IDE is linked to the Hub. Ask the person to open the IDE in a browser, then try again.');
    }
    const meant = preferOwner(
        all.filter(tab => matches(tab, target)),
        target.sessionId
    );
    const chosen = meant.at(-1);
    if (!chosen) {
        throw new CallRefusal('no-such-ide', `No linked IDE has ${targetText(target)}. ${choicesText(all)}`);
    }
    if (meant.some(tab => tab.linkId !== chosen.linkId || tab.workspace !== chosen.workspace)) {
        throw new CallRefusal('ambiguous-ide', `Several workspaces are open. ${choicesText(meant)}`);
    }
    return chosen;
}

function matches(tab: ReachableTab, { workspace, tabId }: LinkTarget): boolean {
    return (tabId === undefined || tab.tabId === tabId) && (workspace === undefined || tab.workspace === withoutEndSlash(workspace));
}

function preferOwner(tabs: readonly ReachableTab[], sessionId: string | undefined): readonly ReachableTab[] {
    const owned = tabs.filter(tab => sessionId !== undefined && tab.sessions.includes(sessionId));
    return owned.length > 0 ? owned : tabs;
}

function withoutEndSlash(path: string): string {
    return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

function targetText({ workspace, tabId }: LinkTarget): string {
    return [
        ...(workspace === undefined ? [] : [`the workspace ${JSON.stringify(workspace)}`]),
        ...(tabId === undefined ? [] : [`the tab ${JSON.stringify(tabId)}`])
    ].join(' and ');
}

function choicesText(tabs: readonly ReachableTab[]): string {
    const choices = tabs.map(({ workspace, tabId }) => `workspace ${JSON.stringify(workspace)} in tab ${JSON.stringify(tabId)}`);
    return `Name one of these by its workspace or its tab: ${choices.join('; ')}.`;
}
