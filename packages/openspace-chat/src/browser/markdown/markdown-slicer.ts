import { findCut } from './markdown-cut';
import type { MarkdownSlice } from './markdown-slice';

/** Slices are closed once they are this long and there is a place to cut. */
const SLICE_LENGTH = 800;
/** Where there is no place to cut, the next one is looked for when the slice is so many times as long. */
const PATIENCE = 1.25;

/**
 * Cuts a markdown text that grows into slices, so that only the last one has to be rendered again when text is added, however long
 * the whole is. What reaches across all the same (a link that is defined further down, a list whose items stand apart only further
 * down) is right once the whole is rendered at the end.
 */
export class MarkdownSlicer {
    readonly closed: MarkdownSlice[] = [];
    /** Everything that was added. */
    source = '';

    /** Where the open slice begins in the source, and how far the source has been looked at. */
    protected start = 0;
    protected scanned = 0;
    /** How long the open slice may be before it is looked at. */
    protected enough = SLICE_LENGTH;
    /** What has to stand before the open slice, and how it goes on with what stands before it. */
    protected prefix = '';
    protected path: readonly string[] = [];
    protected loose: readonly number[] = [];

    /** The slice that still grows. */
    get open(): MarkdownSlice {
        return { shown: this.prefix + this.source.slice(this.start), path: this.path, loose: this.loose };
    }

    /** Takes the next piece of the text, cut anywhere. */
    add(text: string): void {
        this.source += text;
        for (let end = this.source.indexOf('\n', this.scanned); end >= 0; end = this.source.indexOf('\n', this.scanned)) {
            this.scanned = end + 1;
            if (this.scanned - this.start >= this.enough) {
                this.cut();
            }
        }
    }

    /** Closes as much of the open slice as can be, as far as its lines are complete. */
    protected cut(): void {
        const shown = this.prefix + this.source.slice(this.start, this.scanned);
        const cut = findCut(shown, this.loose);
        if (cut) {
            const { end, next, prefix, path, loose } = cut;
            this.closed.push({ shown: shown.slice(0, end), path: this.path, loose: [...new Set([...this.loose, ...loose])] });
            this.start += next - this.prefix.length;
            Object.assign(this, { prefix, path, loose });
        }
        this.enough = Math.max(SLICE_LENGTH, PATIENCE * (this.scanned - this.start));
    }
}
