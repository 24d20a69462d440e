import { PANE_AREAS, paneTabSchema, type PaneArea, type PaneInfo, type PaneTab } from '@openspace/protocol';
import { ApplicationShell, NavigatableWidget, Saveable, type TabBar, type Title, type Widget } from '@theia/core/lib/browser';
import { ContributionProvider } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { WorkspaceService } from '@theia/workspace/lib/browser';
import { CommandError } from '../../common';
import { AgentWidgets } from '../session/agent-widgets';
import { enclosing, inPercent, type Rectangle } from './pane-geometry';
import { PaneType } from './pane-type';

/** Type of a pane whose content no contributed type knows, such as the explorer. */
const OTHER_TYPE = 'view';
/** Panes that the message about an unknown one names. */
const MAX_NAMED = 30;

/** A tab bar of the window with what it shows. */
export interface Pane {
    /** The same as long as the pane lives, and never that of another. */
    readonly id: string;
    readonly area: PaneArea;
    readonly tabBar: TabBar<Widget>;
}

/** A pane, and the tab in it if the id was that of a tab. */
export interface FoundPane {
    readonly pane: Pane;
    readonly tab?: Title<Widget>;
}

/** Reads the real layout of the window. */
@injectable()
export class PaneLayout {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(AgentWidgets) protected readonly agentWidgets: AgentWidgets;
    @inject(WorkspaceService) protected readonly workspaces: WorkspaceService;
    @inject(ContributionProvider) @named(PaneType) protected readonly types: ContributionProvider<PaneType>;

    protected readonly ids = new WeakMap<TabBar<Widget>, string>();
    protected readonly counts = new Map<PaneArea, number>();

    /** The panes that hold anything, area by area. */
    all(): Pane[] {
        return PANE_AREAS.flatMap(area =>
            this.tabBars(area).flatMap(tabBar => (tabBar.titles.length > 0 ? [{ id: this.idOf(tabBar, area), area, tabBar }] : []))
        );
    }

    /** What the command line of an agent and the Hub know of the panes. */
    describeAll(): PaneInfo[] {
        const window = this.shell.node.getBoundingClientRect();
        return this.all().map(pane => this.describe(pane, window));
    }

    /** What is known of one pane at this moment; its front tab stands for the type and the title. */
    describe(pane: Pane, window: Rectangle = this.shell.node.getBoundingClientRect()): PaneInfo {
        const shown = shownTab(pane);
        const front = shown ?? pane.tabBar.currentTitle ?? pane.tabBar.titles[0];
        return {
            id: pane.id,
            area: pane.area,
            type: this.typeOf(front.owner)?.id ?? OTHER_TYPE,
            title: front.label,
            geometry: inPercent(this.rectangleOf(pane), window),
            tabs: pane.tabBar.titles.map(title => this.describeTab(title, title === shown)),
            ...(shown ? { activeTab: tabId(shown) } : {})
        };
    }

    /** The pane that has the keyboard focus, or had it last. */
    active(): Pane | undefined {
        const widget = this.shell.activeWidget ?? this.shell.currentWidget;
        return widget && this.all().find(({ tabBar }) => tabBar.titles.some(({ owner }) => owner === widget || owner.contains(widget)));
    }

    /** @throws CommandError that names the existing panes when there is none with this id */
    find(id: string): FoundPane {
        const panes = this.all();
        for (const pane of panes) {
            const tab = pane.tabBar.titles.find(title => tabId(title) === id);
            if (pane.id === id || tab) {
                return { pane, ...(tab ? { tab } : {}) };
            }
        }
        const named = panes.slice(0, MAX_NAMED).map(pane => `"${pane.id}" (${this.describe(pane).title})`);
        const rest = panes.length > MAX_NAMED ? ` and ${panes.length - MAX_NAMED} more` : '';
        throw new CommandError(
            'unknown-pane',
            `There is no pane "${id.slice(0, 200)}". ${panes.length > 0 ? `Panes: ${named.join(', ')}${rest}.` : 'No pane is open.'}`
        );
    }

    /** The pane with this id, as long as it is there. */
    get(id: string): Pane | undefined {
        return this.all().find(pane => pane.id === id);
    }

    /** The pane that holds a widget of the shell. */
    paneOf(widget: Widget): Pane | undefined {
        return this.all().find(({ tabBar }) => tabBar.titles.includes(widget.title));
    }

    /** The contributed type that a widget is of; undefined for a view of another kind. */
    typeOf(widget: Widget): PaneType | undefined {
        return this.types.getContributions().find(type => type.holds(widget));
    }

    /** The pane's place on the page, its tab bar included. */
    rectangleOf({ area, tabBar }: Pane): Rectangle {
        if (area === 'left' || area === 'right') {
            const { container } = area === 'left' ? this.shell.leftPanelHandler : this.shell.rightPanelHandler;
            return container.node.getBoundingClientRect();
        }
        const nodes = [tabBar.node, ...(tabBar.currentTitle ? [tabBar.currentTitle.owner.node] : [])];
        return enclosing(nodes.map(node => node.getBoundingClientRect()));
    }

    protected tabBars(area: PaneArea): TabBar<Widget>[] {
        switch (area) {
            case 'main':
                return this.shell.mainAreaTabBars;
            case 'bottom':
                return this.shell.bottomAreaTabBars;
            case 'left':
                return [this.shell.leftPanelHandler.tabBar];
            case 'right':
                return [this.shell.rightPanelHandler.tabBar];
        }
    }

    protected idOf(tabBar: TabBar<Widget>, area: PaneArea): string {
        let id = this.ids.get(tabBar);
        if (id === undefined) {
            const count = (this.counts.get(area) ?? 0) + 1;
            this.counts.set(area, count);
            id = area === 'left' || area === 'right' ? area : `${area}-${count}`;
            this.ids.set(tabBar, id);
        }
        return id;
    }

    protected describeTab(title: Title<Widget>, active: boolean): PaneTab {
        const path = this.pathOf(title.owner);
        return {
            id: tabId(title),
            title: title.label,
            ...(path === undefined ? {} : { path }),
            active,
            dirty: Saveable.isDirty(title.owner),
            openedBy: this.agentWidgets.openedBy(title.owner)
        };
    }

    /** The file that a widget shows, relative to the workspace; undefined for one outside of it. */
    protected pathOf(widget: Widget): string | undefined {
        const uri = NavigatableWidget.getUri(widget);
        const root = this.workspaces.tryGetRoots().at(0);
        return uri && root?.resource.relative(uri)?.toString();
    }
}

/** The tab that a person can see in this pane; none when the pane is collapsed. */
export function shownTab({ tabBar }: Pane): Title<Widget> | undefined {
    return tabBar.currentTitle?.owner.isVisible ? tabBar.currentTitle : undefined;
}

/** The name of a tab in commands. */
export function tabId({ owner }: Title<Widget>): string {
    return owner.id.slice(0, paneTabSchema.properties.id.maxLength);
}
