import type { ApplicationShell, BaseWidget, Widget } from '@theia/core/lib/browser';
import type { ArgumentChoice } from '../command/openspace-command';
import type { UndoStep } from '../undo/undo-step';

/** Where a new pane goes, beside the one that is current: to its right, or below it. */
export type PaneSplit = 'split-right' | 'split-bottom';

/** A pane of its own that content is to get. */
export interface WantedSplit {
    readonly direction: PaneSplit;
    /**
     * Why no pane may be split in this area now, or why this widget may not be moved; undefined when it may. Goes behind "because". To
     * be asked before anything is split.
     */
    reasonAgainst(area: ApplicationShell.Area, moved?: Widget): string | undefined;
}

/** Content that stands in the shell. */
export interface PaneContent {
    readonly widget: BaseWidget;
    /** Whether it was opened by this call; false when it had been there before. */
    readonly isNew: boolean;
    /** Why it has no pane beside another, although that was asked for; absent when it has. */
    readonly notSplit?: string;
    /** Takes it back that content which had been there before was moved into a pane of its own. */
    readonly moved?: UndoStep;
}

/** A kind of content that panes can show. Contributed; used by `PaneService` alone. */
export const PaneType = Symbol('PaneType');
export interface PaneType {
    /** The word for it in the arguments of a command. */
    readonly id: string;
    /** One such content, in the words of a description that a model reads: "a file". */
    readonly noun: string;
    /** What names one such content as `contentId`, in the same words: "the path of the file". */
    readonly contentName: string;
    /** Closing such content ends something that runs, so an agent may close only what it opened itself. */
    readonly endsWorkOnClose: boolean;

    /** What a person at the palette may choose to open, narrowed by what was typed; where it is absent, the id is typed. */
    contents?(typed: string): ArgumentChoice[] | Promise<ArgumentChoice[]>;

    /** Whether a widget shows content of this type. */
    holds(widget: Widget): boolean;

    /**
     * Puts the content into the shell, or finds it there, without bringing it to the front and without the keyboard focus. With
     * `split` it gets a pane of its own, if there is anything to stand beside and no reason against it.
     *
     * @throws CommandError that says what to do when there is no such content
     */
    open(contentId: string, split?: WantedSplit): Promise<PaneContent>;
}
