import { inject, injectable } from '@theia/core/shared/inversify';
import type { CommandOrigin } from '../command/openspace-command';
import { ActionUndo } from '../undo/action-undo';
import { LayeredValues, type UndoTarget } from '../undo/layered-value';
import { EditorHighlighter } from './editor-highlighter';
import type { Highlight } from './highlight-book';

/** Sets and clears highlights for commands, and remembers what was highlighted before. */
@injectable()
export class HighlightUndo {
    @inject(EditorHighlighter) protected readonly highlighter: EditorHighlighter;
    @inject(ActionUndo) protected readonly undo: ActionUndo;

    /** By session and id. */
    protected readonly highlights = new LayeredValues<string, Highlight | undefined>(key =>
        this.target(JSON.parse(key) as [string, string?])
    );

    /** Sets a highlight in place of the one that has its id in the same session. */
    add(highlight: Highlight, origin: CommandOrigin): void {
        const before = this.highlighter.book.own(highlight.id, highlight.sessionId);
        this.highlighter.add(highlight);
        this.undo.record(origin, this.highlights.record(keyOf(highlight), before, highlight));
    }

    /** Clears a highlight. */
    remove(highlight: Highlight, origin: CommandOrigin): void {
        this.highlighter.remove(highlight);
        this.undo.record(origin, this.highlights.record(keyOf(highlight), highlight, undefined));
    }

    protected target([id, sessionId]: [string, string?]): UndoTarget<Highlight | undefined> {
        const read = (): Highlight | undefined => this.highlighter.book.own(id, sessionId);
        return {
            read,
            write: wanted => {
                const current = read();
                if (wanted) {
                    this.highlighter.add(wanted);
                } else if (current) {
                    this.highlighter.remove(current);
                }
                const path = (wanted ?? current)?.path;
                return Promise.resolve(`${wanted ? 'Highlighted' : 'Removed the highlight in'} ${path}${wanted ? ' as before' : ''}.`);
            },
            isSame: (one, other) => one === other,
            leftAlone: 'The highlight is gone already.'
        };
    }
}

function keyOf({ id, sessionId }: Highlight): string {
    return JSON.stringify(sessionId === undefined ? [id] : [id, sessionId]);
}
