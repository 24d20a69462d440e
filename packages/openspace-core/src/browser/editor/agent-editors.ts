import { ApplicationShell } from '@theia/core/lib/browser';
import { Disposable, URI } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { EditorManager, EditorWidget } from '@theia/editor/lib/browser';
import { MonacoEditor } from '@theia/monaco/lib/browser/monaco-editor';
import type { editor } from '@theia/monaco-editor-core';
import { CommandError, type LocatedFile } from '../../common';
import { AgentReveal } from '../attention/agent-reveal';
import { editorsOf, QuietTime } from '../attention/quiet-time';
import { TypingWatch } from '../attention/typing-watch';
import type { CommandOrigin } from '../command/openspace-command';
import { AgentWidgets } from '../session/agent-widgets';
import { WidgetCloser } from '../session/widget-closer';
import { EditorUndo } from './editor-undo';
import { ViewUndo } from './view-undo';

// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- Nothing but a page can load Monaco, which has the value.
const IMMEDIATELY: editor.ScrollType.Immediate = 1;

/** A place in a text, counted from 1. */
export interface TextPlace {
    readonly line: number;
    readonly column: number;
}

/** An editor that a command dealt with. */
export interface AgentEditor {
    readonly widget: EditorWidget;
    readonly editor: MonacoEditor;
    readonly origin: CommandOrigin;
    /** Whether it was opened just now. */
    readonly opened: boolean;
    /** Whether the person can see it. If not, its tab is marked. */
    readonly inFront: boolean;
}

/**
 * Opens, shows and closes editors. For the agent the keyboard focus stays where the person has it, and so does a cursor in use; a person
 * who asks for a file wants to be in it.
 */
@injectable()
export class AgentEditors {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(EditorManager) protected readonly editors: EditorManager;
    @inject(AgentReveal) protected readonly reveal: AgentReveal;
    @inject(AgentWidgets) protected readonly agentWidgets: AgentWidgets;
    @inject(QuietTime) protected readonly quietTime: QuietTime;
    @inject(TypingWatch) protected readonly typing: TypingWatch;
    @inject(WidgetCloser) protected readonly closer: WidgetCloser;
    @inject(EditorUndo) protected readonly editorUndo: EditorUndo;
    @inject(ViewUndo) protected readonly viewUndo: ViewUndo;

    /** What an editor that is still behind others will do when the person looks at it. */
    protected readonly pending = new WeakMap<EditorWidget, Disposable>();

    /** All editors of a file, in whatever part of the window; those in sight first. */
    find(uri: URI): EditorWidget[] {
        return this.editors.all
            .filter(widget => widget.editor.uri.isEqual(uri) && this.hasTab(widget))
            .sort((a, b) => Number(b.isVisible) - Number(a.isVisible));
    }

    /** Brings the file's editor to the front, or opens one; behind the others while the person types there. */
    async show(file: LocatedFile, origin: CommandOrigin): Promise<AgentEditor> {
        const uri = new URI(file.uri);
        const existing = this.find(uri).at(0);
        const widget = existing ?? (await this.quietTime.during(editorsOf(uri), () => this.editors.open(uri, { mode: 'open' })));
        const editor = MonacoEditor.get(widget);
        if (!editor) {
            throw new CommandError('not-text', `"${file.path}" does not open as text, so there is no line to show.`);
        }
        if (!existing && origin.by === 'agent') {
            this.agentWidgets.add(widget, origin.sessionId);
            this.editorUndo.opened(widget, origin);
        }
        if (origin.by === 'person') {
            await this.shell.activateWidget(widget.id);
            return { widget, editor, origin, opened: !existing, inFront: true };
        }
        return { widget, editor, origin, opened: !existing, inFront: await this.reveal.show(widget, origin) };
    }

    /** The file's editor as it is, in sight or not; opens one only if there is none. A person is shown it in any case. */
    async getOrShow(file: LocatedFile, origin: CommandOrigin): Promise<AgentEditor> {
        const widget = origin.by === 'person' ? undefined : this.find(new URI(file.uri)).at(0);
        const editor = MonacoEditor.get(widget);
        return widget && editor ? { widget, editor, origin, opened: false, inFront: widget.isVisible } : this.show(file, origin);
    }

    /** Puts the cursor at a place and brings it into view; a person who works in this text keeps the cursor. Answers whether it is in view. */
    goTo(shown: AgentEditor, { line, column }: TextPlace): boolean {
        const control = shown.editor.getControl();
        return this.whenVisible(shown, line, () => control.setPosition({ lineNumber: line, column }));
    }

    /** Brings a line into view and leaves the cursor where it is. Answers whether it is in view. */
    scrollTo(shown: AgentEditor, line: number): boolean {
        return this.whenVisible(shown, line, () => undefined);
    }

    /** Closes every editor of a file and answers how many there were. */
    async close(file: LocatedFile, origin: CommandOrigin): Promise<number> {
        const widgets = this.find(new URI(file.uri));
        await this.editorUndo.closing(widgets, origin, () => this.closer.close(widgets, origin));
        return widgets.length;
    }

    /**
     * Now, as far as it does not disturb the person in this text, or when the person looks at it: an editor that is not in sight has
     * neither cursor nor scroll position, and one that comes into sight is not in use yet, although it gets the focus.
     */
    protected whenVisible({ widget, editor, origin, opened }: AgentEditor, line: number, moveCursor: () => void): boolean {
        this.pending.get(widget)?.dispose();
        // Whatever the settings say of smooth scrolling: what is in view is told, and remembered for an undo, at once.
        const bringIntoView = (): void => editor.getControl().revealLineInCenter(line, IMMEDIATELY);
        if (!widget.isVisible) {
            const waiting = widget.onDidChangeVisibility(visible => {
                if (visible) {
                    waiting.dispose();
                    moveCursor();
                    bringIntoView();
                }
            });
            this.pending.set(widget, waiting);
            return false;
        }
        const isTyping = origin.by === 'agent' && this.typing.isTypingIn(this.shell.getAreaFor(widget) ?? 'main');
        if (isTyping && editor.isFocused()) {
            return false;
        }
        const scroll = (): void => {
            if (origin.by === 'person' || opened || (!isTyping && !editor.isFocused())) {
                moveCursor();
            }
            bringIntoView();
        };
        if (opened) {
            scroll();
        } else {
            this.viewUndo.during(widget, origin, scroll);
        }
        return true;
    }

    /** Others are part of something bigger, such as a comparison. */
    protected hasTab({ title }: EditorWidget): boolean {
        return this.shell.getTabBarFor(title.owner)?.titles.includes(title) ?? false;
    }
}
