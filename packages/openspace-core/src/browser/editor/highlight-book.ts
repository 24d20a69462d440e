import { CommandError } from '../../common';
import type { TextRange } from './text-range';

/** More at once help nobody, and would slow the editor down. */
const MAX_HIGHLIGHTS = 200;

/** A mark that the agent, or a person at the palette, put on a file. */
export interface Highlight {
    readonly id: string;
    /** The session that it belongs to; undefined for one that a person made. */
    readonly sessionId: string | undefined;
    readonly uri: string;
    /** The file for readers, from the workspace root. */
    readonly path: string;
    readonly color: string;
    /** Where it is, or was when its text was last open. */
    ranges: readonly TextRange[];
}

/** Knows every highlight, whether its file is open or not. */
export class HighlightBook {
    protected readonly highlights = new Set<Highlight>();
    protected numbered = 0;

    /** Every highlight, the oldest first. */
    get all(): Highlight[] {
        return [...this.highlights];
    }

    /** An id that no highlight has. */
    freshId(): string {
        let id: string;
        do {
            id = `highlight-${++this.numbered}`;
        } while (this.all.some(each => each.id === id));
        return id;
    }

    /** The highlights of one file, of whatever session. */
    ofFile(uri: string): Highlight[] {
        return this.all.filter(each => each.uri === uri);
    }

    /** The highlights of one session, in whatever file. */
    ofSession(sessionId: string): Highlight[] {
        return this.all.filter(each => each.sessionId === sessionId);
    }

    /** The highlight that a session means: its own before those of others, and any by its reference. */
    find(id: string, sessionId: string | undefined): Highlight | undefined {
        return this.own(id, sessionId) ?? this.all.find(each => each.id === id) ?? this.all.find(each => longReferenceOf(each) === id);
    }

    /** What a session has to say to mean this highlight, also when several sessions use the same id. */
    referenceOf(highlight: Highlight, sessionId: string | undefined): string {
        return this.find(highlight.id, sessionId) === highlight ? highlight.id : longReferenceOf(highlight);
    }

    /** Like `find`, but the error for an id that does not exist names those that do. */
    get(id: string, sessionId: string | undefined): Highlight {
        const found = this.find(id, sessionId);
        if (!found) {
            const known = this.all.map(each => `"${each.id}" (${each.path})`).join(', ');
            throw new CommandError(
                'unknown-highlight',
                `There is no highlight "${id}". ${known === '' ? 'There are none now.' : `There are: ${known}.`}`
            );
        }
        return found;
    }

    /** Adds a highlight and answers the one of the same session and id that it takes the place of. */
    add(highlight: Highlight): Highlight | undefined {
        const replaced = this.own(highlight.id, highlight.sessionId);
        if (!replaced && this.highlights.size >= MAX_HIGHLIGHTS) {
            throw new CommandError(
                'too-many-highlights',
                `There are ${MAX_HIGHLIGHTS} highlights already. Clear some with openspace.editor.clear_highlight first.`
            );
        }
        if (replaced) {
            this.highlights.delete(replaced);
        }
        this.highlights.add(highlight);
        return replaced;
    }

    /** Knows no longer of a highlight. */
    remove(highlight: Highlight): void {
        this.highlights.delete(highlight);
    }

    /** The highlight of a session itself. */
    own(id: string, sessionId: string | undefined): Highlight | undefined {
        return this.all.find(each => each.id === id && each.sessionId === sessionId);
    }
}

/** Session and id together are those of one highlight alone. */
function longReferenceOf({ id, sessionId = 'person' }: Highlight): string {
    return `${sessionId}/${id}`;
}
