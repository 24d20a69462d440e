import { ApplicationShell } from '@theia/core/lib/browser';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { inject, injectable } from '@theia/core/shared/inversify';
import { EditorWidget } from '@theia/editor/lib/browser';
import { MonacoEditor } from '@theia/monaco/lib/browser/monaco-editor';
import type { MonacoEditorModel } from '@theia/monaco/lib/browser/monaco-editor-model';
import { MonacoTextModelService } from '@theia/monaco/lib/browser/monaco-text-model-service';
import * as monaco from '@theia/monaco-editor-core';
import { CommandError } from '../../common';
import { AgentSessions } from '../session/agent-sessions';
import { HighlightBook, type Highlight } from './highlight-book';
import { HIGHLIGHT_COLOR_NAMES, toHighlightColor, type HighlightColor } from './highlight-color';
import { storeHighlights, takeStoredHighlights } from './highlight-storage';
import { HighlightStyles } from './highlight-styles';
import { isWholeLines, type TextRange } from './text-range';

/** The decorations of one highlight on a text that is open, one for each range. */
interface ShownHighlight {
    readonly model: monaco.editor.ITextModel;
    readonly decorations: string[];
}

/**
 * Marks stretches of text so that the person sees what the agent speaks of. A mark follows the edits of its text, is there again when
 * its file is opened again or the page is reloaded, and goes when it is cleared, when the person presses Escape in the text, or when its session ends.
 */
@injectable()
export class EditorHighlighter implements FrontendApplicationContribution {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(MonacoTextModelService) protected readonly models: MonacoTextModelService;
    @inject(AgentSessions) protected readonly sessions: AgentSessions;
    @inject(HighlightStyles) protected readonly styles: HighlightStyles;

    readonly book = new HighlightBook();
    protected readonly shown = new Map<Highlight, ShownHighlight>();

    onStart(): void {
        takeStoredHighlights().forEach(each => this.book.add(each));
        window.addEventListener('pagehide', () => storeHighlights(this.book.all.map(each => ({ ...each, ranges: this.rangesOf(each) }))));
        this.models.models.forEach(model => this.watch(model));
        this.models.onDidCreate(model => this.watch(model));
        this.sessions.onDidEnd(sessionId => this.book.ofSession(sessionId).forEach(each => this.remove(each)));
        document.addEventListener('keydown', event => this.onKey(event));
    }

    /** Shows a highlight now, or when its file is opened; it takes the place of the one with the same id of its session. */
    add(highlight: Highlight): void {
        const replaced = this.book.add(highlight);
        if (replaced) {
            this.hide(replaced);
        }
        const open = this.models.get(highlight.uri);
        if (open) {
            this.show(highlight, open.textEditorModel);
        }
    }

    /** Takes a highlight away, from the text if that is open, and for good. */
    remove(highlight: Highlight): void {
        this.hide(highlight);
        this.book.remove(highlight);
    }

    /** Where the highlight is now. */
    rangesOf(highlight: Highlight): readonly TextRange[] {
        const shown = this.shown.get(highlight);
        return shown ? trackedRanges(highlight, shown) : highlight.ranges;
    }

    protected watch({ uri, textEditorModel }: MonacoEditorModel): void {
        this.book.ofFile(uri).forEach(each => this.show(each, textEditorModel));
        // Fires while the decorations can still be asked where they are.
        textEditorModel.onWillDispose(() => this.book.ofFile(uri).forEach(each => this.hide(each)));
    }

    protected show(highlight: Highlight, model: monaco.editor.ITextModel): void {
        this.hide(highlight);
        // Set on the model, not on an editor: an editor loses its decorations when its tab is hidden.
        const options = this.decorationOptions(this.checkColor(highlight.color));
        const decorations = model.deltaDecorations(
            [],
            highlight.ranges.map(range => ({
                range: toMonacoRange(range, model),
                options: isWholeLines(range) ? { ...options, isWholeLine: true } : options
            }))
        );
        this.shown.set(highlight, { model, decorations });
    }

    /** Takes the decorations away and remembers where they were. */
    protected hide(highlight: Highlight): void {
        const shown = this.shown.get(highlight);
        if (shown) {
            highlight.ranges = trackedRanges(highlight, shown);
            this.shown.delete(highlight);
            shown.model.deltaDecorations(shown.decorations, []);
        }
    }

    protected decorationOptions({ css, ruler }: HighlightColor): monaco.editor.IModelDecorationOptions {
        const colorClass = this.styles.classOf(css);
        return {
            className: `openspace-highlight ${colorClass}`,
            linesDecorationsClassName: `openspace-highlight-edge ${colorClass}`,
            stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
            overviewRuler: { color: ruler, position: monaco.editor.OverviewRulerLane.Center }
        };
    }

    /** The colour behind a name or CSS text; the error for one that is none names the names. */
    checkColor(color: string): HighlightColor {
        const known = toHighlightColor(color);
        if (!known || !this.styles.knows(known.css)) {
            throw new CommandError(
                'unknown-color',
                `"${color}" is not a colour. Use one of ${HIGHLIGHT_COLOR_NAMES.join(', ')}, or a CSS colour such as #ffcc00.`
            );
        }
        return known;
    }

    /**
     * Escape in a text takes its highlights away. When Escape closes something else (suggestions, the find box, more cursors), its
     * key binding has already consumed the event, so it does not come here.
     */
    protected onKey(event: KeyboardEvent): void {
        if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !(event.target instanceof HTMLElement)) {
            return;
        }
        const widget = this.shell.findWidgetForElement(event.target);
        const editor = widget instanceof EditorWidget ? MonacoEditor.get(widget) : undefined;
        if (editor?.isFocused({ strict: true })) {
            for (const document of editor.documents) {
                this.book.ofFile(document.uri).forEach(each => this.remove(each));
            }
        }
    }
}

function toMonacoRange({ startLine, endLine, startColumn, endColumn }: TextRange, model: monaco.editor.ITextModel): monaco.IRange {
    return model.validateRange(new monaco.Range(startLine, startColumn ?? 1, endLine, endColumn ?? Number.MAX_SAFE_INTEGER));
}

function trackedRanges({ ranges }: Highlight, { model, decorations }: ShownHighlight): TextRange[] {
    return ranges.map((range, index) => {
        const now = model.getDecorationRange(decorations[index] ?? '');
        if (!now) {
            return range;
        }
        const lines = { startLine: now.startLineNumber, endLine: now.endLineNumber };
        return isWholeLines(range) ? lines : { ...lines, startColumn: now.startColumn, endColumn: now.endColumn };
    });
}
