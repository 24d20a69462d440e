import { basename } from 'node:path/posix';
import { CommandManifest, PaneArea, PaneInfo, PaneStatePost, PaneTab, TerminalInfo } from '@openspace/protocol';
import { quoted } from './prompt-text';

/** Longer lists are cut and say so. */
const MAX_LISTED = 30;

const AREAS: readonly (readonly [PaneArea, string])[] = [
    ['main', 'Main area'],
    ['left', 'Left panel'],
    ['right', 'Right panel'],
    ['bottom', 'Bottom panel']
];

/** What the person sees now, as far as the tab has told. */
export function stateSection(state: PaneStatePost | undefined, manifest: CommandManifest | undefined): string {
    const workspace = state?.workspace ?? manifest?.workspace;
    const lines = [
        `- Workspace: ${workspace === undefined ? 'unknown' : quoted(basename(workspace))}`,
        ...(state ? layoutLines(state) : ['- Layout: unknown, the IDE has not reported it yet'])
    ];
    return ['## Current IDE State', '', ...lines].join('\n');
}

function layoutLines(state: PaneStatePost): string[] {
    const areas = AREAS.flatMap(([area, label]) => {
        const panes = state.panes.filter(pane => pane.area === area);
        // The left panel holds no content of the agent's, so its absence says nothing.
        return panes.length > 0 || area !== 'left' ? [`- ${label}: ${list(panes, paneText, 'nothing open')}`] : [];
    });
    const activePane = state.panes.find(pane => pane.id === state.activePane);
    return [
        ...areas,
        `- Terminals: ${list(state.terminals ?? [], terminalText, 'none')}`,
        `- Active pane: ${activePane ? activePaneText(activePane) : 'none'}`
    ];
}

function paneText(pane: PaneInfo): string {
    return `pane ${quoted(pane.id)} with ${list(pane.tabs, tab => tabText(tab, pane), 'no tabs')}`;
}

function tabText(tab: PaneTab, pane: PaneInfo): string {
    const marks = [
        ...(isActive(tab, pane) ? ['active'] : []),
        ...(tab.dirty ? ['unsaved'] : []),
        ...(tab.openedBy === 'agent' ? ['opened by you'] : [])
    ];
    return withMarks(tabName(tab), marks);
}

function activePaneText(pane: PaneInfo): string {
    const tab = pane.tabs.find(candidate => isActive(candidate, pane));
    return `${quoted(pane.id)} showing ${tab ? tabName(tab) : 'nothing'}`;
}

function isActive(tab: PaneTab, pane: PaneInfo): boolean {
    return tab.active || tab.id === pane.activeTab;
}

function tabName({ path, title }: PaneTab): string {
    return quoted(path ?? title);
}

function terminalText(terminal: TerminalInfo): string {
    const marks = [
        ...(terminal.title === terminal.id ? [] : [`title ${quoted(terminal.title)}`]),
        ...(terminal.running === undefined ? [] : [`running ${quoted(terminal.running)}`]),
        ...(terminal.openedBy === 'agent' ? ['opened by you'] : [])
    ];
    return withMarks(quoted(terminal.id), marks);
}

function withMarks(text: string, marks: readonly string[]): string {
    return marks.length > 0 ? `${text} (${marks.join(', ')})` : text;
}

function list<Item>(items: readonly Item[], text: (item: Item) => string, empty: string): string {
    if (items.length === 0) {
        return empty;
    }
    const rest = items.length - MAX_LISTED;
    return [...items.slice(0, MAX_LISTED).map(text), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}
