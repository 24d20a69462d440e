import type { PaneInfo, PaneStateSnapshot } from '@openspace/protocol';
import { ApplicationShell, type Widget } from '@theia/core/lib/browser';
import { ContributionProvider, Emitter } from '@theia/core/lib/common';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import { AgentReveal } from '../attention/agent-reveal';
import { FrontUndo } from '../attention/front-undo';
import { TypingWatch } from '../attention/typing-watch';
import type { ArgumentChoice, CommandOrigin } from '../command/openspace-command';
import { EditorUndo } from '../editor/editor-undo';
import { AgentWidgets } from '../session/agent-widgets';
import { terminalInfo } from '../terminal/terminal-description';
import { Terminals } from '../terminal/terminals';
import { ActionUndo } from '../undo/action-undo';
import { PaneCloser } from './pane-closer';
import { PaneLayout, shownTab, tabId, type Pane } from './pane-layout';
import { PaneResizer } from './pane-resizer';
import { PaneType, type PaneSplit, type WantedSplit } from './pane-type';
import { PaneWatch } from './pane-watch';
import { SizeUndo } from './size-undo';

/** What to open, and where. */
export interface PaneOpenRequest {
    readonly type: string;
    readonly contentId: string;
    /** Side by side is vertical, one above the other horizontal: the direction of the line between the two. */
    readonly splitDirection?: 'horizontal' | 'vertical';
}

/** What is true after a pane was opened. */
export interface OpenedPane {
    readonly pane: PaneInfo;
    readonly tabId: string;
    readonly title: string;
    readonly isNew: boolean;
    /** Whether it can be seen: not when it would have covered what the person types in. */
    readonly shown: boolean;
    /** Why nothing was split, although that was asked for. */
    readonly notSplit?: string;
}

/** Arranges what the window shows, for agents and people alike. Every id may be that of a pane or of one of its tabs. */
@injectable()
export class PaneService {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(PaneLayout) protected readonly layout: PaneLayout;
    @inject(PaneWatch) protected readonly watch: PaneWatch;
    @inject(PaneCloser) protected readonly closer: PaneCloser;
    @inject(PaneResizer) protected readonly resizer: PaneResizer;
    @inject(SizeUndo) protected readonly sizeUndo: SizeUndo;
    @inject(EditorUndo) protected readonly editorUndo: EditorUndo;
    @inject(FrontUndo) protected readonly frontUndo: FrontUndo;
    @inject(ActionUndo) protected readonly undo: ActionUndo;
    @inject(AgentReveal) protected readonly reveal: AgentReveal;
    @inject(AgentWidgets) protected readonly agentWidgets: AgentWidgets;
    @inject(TypingWatch) protected readonly typing: TypingWatch;
    @inject(Terminals) protected readonly terminals: Terminals;
    @inject(ContributionProvider) @named(PaneType) protected readonly types: ContributionProvider<PaneType>;

    protected readonly onPaneLayoutChangedEmitter = new Emitter<PaneStateSnapshot>();
    /** Fires once for each change that can be seen in a snapshot, always with the latest. */
    readonly onPaneLayoutChanged = this.onPaneLayoutChangedEmitter.event;

    /** The last snapshot that was told, without its time. */
    protected lastTold?: string;

    @postConstruct()
    protected init(): void {
        this.watch.onMayHaveChanged(() => this.tellChange());
    }

    /** The types of content that panes can show. */
    get contentTypes(): readonly PaneType[] {
        return this.types.getContributions();
    }

    /** What a person may choose to open as this type, narrowed by what was typed. */
    async contentsOf(type: unknown, typed: string): Promise<ArgumentChoice[]> {
        return (await this.contentTypes.find(({ id }) => id === type)?.contents?.(typed)) ?? [];
    }

    /** Opens content, or brings it to the front if it is open already. Never takes the keyboard focus. */
    async openContent({ type, contentId, splitDirection }: PaneOpenRequest, origin: CommandOrigin): Promise<OpenedPane> {
        const paneType = this.contentTypes.find(({ id }) => id === type);
        if (!paneType) {
            const message = `No pane type "${type}" is installed. Installed types: ${this.contentTypes.map(({ id }) => id).join(', ')}.`;
            throw new CommandError('unknown-pane-type', message);
        }
        const split = splitDirection && this.splitFor(splitDirection === 'vertical' ? 'split-right' : 'split-bottom', origin);
        const { widget, isNew, notSplit, moved } = await paneType.open(contentId, split);
        if (moved) {
            this.undo.record(origin, moved);
        }
        if (isNew && origin.by === 'agent') {
            this.agentWidgets.add(widget, origin.sessionId);
            this.editorUndo.opened(widget, origin);
        }
        const shown = await this.reveal.show(widget, origin);
        return {
            pane: this.describeHolder(widget),
            tabId: tabId(widget.title),
            title: widget.title.label,
            isNew,
            shown,
            ...(notSplit === undefined ? {} : { notSplit })
        };
    }

    /** Closes a pane or a tab; answers with the titles of what was closed. @throws CommandError rather than lose unsaved text */
    async closeContent(paneId: string, origin: CommandOrigin): Promise<string[]> {
        return this.closer.close(this.layout.find(paneId), origin);
    }

    /** Brings a pane or a tab to the front with the keyboard focus, which stays where it is while the person types. */
    async focusContent(
        paneId: string,
        origin: CommandOrigin
    ): Promise<{ pane: PaneInfo; title: string; focused: boolean; shown: boolean }> {
        const { pane, tab } = this.layout.find(paneId);
        const { owner, label: title } = tab ?? shownTab(pane) ?? pane.tabBar.currentTitle ?? pane.tabBar.titles[0];
        const mayCover = this.reveal.mayCover(this.shell.getAreaFor(owner) ?? 'main', origin);
        if (origin.by === 'agent' && (this.typing.isTyping() || !mayCover)) {
            const shown = await this.reveal.show(owner, origin);
            return { pane: this.describeHolder(owner), title, focused: false, shown };
        }
        await this.frontUndo.during(owner, origin, () => this.shell.activateWidget(owner.id));
        const focused = owner.node.contains(document.activeElement);
        return { pane: this.describeHolder(owner), title, focused, shown: owner.isVisible };
    }

    /** The panes of the window with their geometry, area by area. */
    listPanes(): PaneInfo[] {
        return this.layout.describeAll();
    }

    /** Resizes a pane, in percent of the window, as far as the layout allows; answers with what was reached. */
    async resizePane(paneId: string, size: { width?: number; height?: number }, origin: CommandOrigin): Promise<PaneInfo> {
        const { pane } = this.layout.find(paneId);
        await this.sizeUndo.during(pane, origin, () => this.resizer.resize(pane, size));
        return this.layout.describe(pane);
    }

    /** The layout at this moment. */
    snapshot(): PaneStateSnapshot {
        return { ...this.state(), timestamp: new Date().toISOString() };
    }

    /** Tells of a change now that would otherwise be told a moment later. */
    flush(): void {
        this.watch.flush();
    }

    /** An agent splits nothing where it may not come to the front, and moves nothing away from the person's hands. */
    protected splitFor(direction: PaneSplit, origin: CommandOrigin): WantedSplit {
        return {
            direction,
            reasonAgainst: (area, moved) => {
                if (!this.reveal.mayCover(area, origin)) {
                    return 'what the person has before the eyes there must stay as it is now';
                }
                const isInUse = origin.by === 'agent' && moved?.node.contains(document.activeElement);
                return isInUse ? 'the person has the keyboard focus in it' : undefined;
            }
        };
    }

    protected state(): Omit<PaneStateSnapshot, 'timestamp'> {
        const active = this.layout.active();
        return {
            panes: this.layout.describeAll(),
            ...(active ? { activePane: active.id } : {}),
            terminals: this.terminals.all().map(terminal => terminalInfo(terminal, this.agentWidgets.openedBy(terminal)))
        };
    }

    protected tellChange(): void {
        const state = this.state();
        const text = JSON.stringify(state);
        if (text !== this.lastTold) {
            this.lastTold = text;
            this.onPaneLayoutChangedEmitter.fire({ ...state, timestamp: new Date().toISOString() });
        }
    }

    protected describeHolder(widget: Widget): PaneInfo {
        // The shell lays itself out with the next frame; what is told must be true now.
        this.flush();
        const pane: Pane | undefined = this.layout.paneOf(widget);
        if (!pane) {
            throw new CommandError('pane-gone', `"${widget.title.label}" was closed or moved out of the window meanwhile.`);
        }
        return this.layout.describe(pane);
    }
}
