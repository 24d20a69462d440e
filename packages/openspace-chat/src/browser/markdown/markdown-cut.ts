import markdownit from '@theia/core/shared/markdown-it';
import { elementsLeftOpen } from './open-element';

/** Where a text can be cut in two, and what the second part needs to be understood alone. */
export interface MarkdownCut {
    /** Where the first part ends and where the second goes on: between them stands indentation that `prefix` takes the place of. */
    readonly end: number;
    readonly next: number;
    /** What has to stand before the second part. */
    readonly prefix: string;
    /** As in a slice, for the second part. */
    readonly path: readonly string[];
    /** As in a slice, for both parts. */
    readonly loose: readonly number[];
}

/** Knows blocks only: what stands in a paragraph does not matter here. */
const parser = markdownit({ html: true });
parser.core.ruler.enableOnly(['normalize', 'block']);

/** A block of lines. */
type Block = ReturnType<typeof parser.parse>[number] & { readonly map: [number, number] };

/** The blocks that are open at the end of the text, from the outermost inwards, down to the one whose children are looked at. */
interface Place {
    readonly level: number;
    readonly path: readonly string[];
    /** What stands before the children's first line: markers of list items. */
    readonly margin: string;
    readonly lists: readonly number[];
}

const MARKER = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) {1,4}(?=\S)/;
const QUOTED = /^ {0,3}>/;
const EMPTY_LINE = /^[\s>]*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;

/**
 * Finds the last place where a text of whole lines can be cut without a change of what either part means, however the text goes on:
 * between blocks, or in the one block that it consists of. There is none in a paragraph.
 */
export function findCut(text: string, loose: readonly number[]): MarkdownCut | undefined {
    return new CutFinder(text, loose).cutAmong({ level: 0, path: [], margin: '', lists: [] });
}

class CutFinder {
    private readonly blocks: readonly Block[];
    /** Where the lines begin; the last one is the end of the text. */
    private readonly starts: readonly number[];
    /** How many elements of HTML are open where each line begins: what follows belongs into them. */
    private readonly openElements: readonly number[];

    constructor(
        private readonly text: string,
        private readonly loose: readonly number[]
    ) {
        this.blocks = parser.parse(text, {}).filter((token): token is Block => token.map !== null && token.type !== 'inline');
        this.starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ index, 0: { length } }) => index + length)];
        const opened = new Map(
            this.blocks.filter(({ type }) => type === 'html_block').map(({ map, content }) => [map[0], elementsLeftOpen(content)])
        );
        let open = 0;
        this.openElements = this.starts.map((_, line) => (open += opened.get(line - 1) ?? 0));
    }

    /** The last cut between the blocks at a place, or in the only one. */
    cutAmong(place: Place): MarkdownCut | undefined {
        const children = this.blocks.filter(({ level }) => level === place.level);
        const first = children.at(0);
        if (children.length > 1) {
            const child = children.findLast((block, index) => index > 0 && this.canBegin(block, place));
            return child && this.cut(place, child.map[0], place.margin);
        }
        return first && this.cutIn(first, place);
    }

    private cutIn(block: Block, place: Place): MarkdownCut | undefined {
        const { level, path, margin, lists } = place;
        switch (block.type) {
            case 'fence':
                return this.cutInCode(block, place);
            case 'table_open':
                return path.length === 0 ? this.cutInTable(block, place) : undefined;
            case 'blockquote_open':
                return path.length === 0 ? this.cutAmong({ level: 1, path: [block.tag], margin, lists }) : undefined;
            case 'bullet_list_open':
            case 'ordered_list_open':
                return path.includes('blockquote')
                    ? undefined
                    : this.cutAmong({ level: level + 1, path: [...path, block.tag], margin, lists: [...lists, level] });
            case 'list_item_open': {
                const marker = MARKER.exec(this.line(block.map[0]).slice(margin.length))?.[0];
                return marker === undefined
                    ? undefined
                    : this.cutAmong({ level: level + 1, path: [...path, block.tag], margin: margin + marker, lists });
            }
            default:
                return undefined;
        }
    }

    private cutInCode(fence: Block, place: Place): MarkdownCut | undefined {
        const [start, end] = fence.map;
        const isClosed = new RegExp(`^[\\s>]*${fence.markup}${fence.markup.charAt(0)}*\\s*$`).test(this.line(end - 1));
        if (end < this.starts.length - 1 || end - start < 2 || isClosed || !this.fitsMargin(start, place)) {
            return undefined;
        }
        const opening = place.margin + this.line(start).slice(place.margin.length);
        return this.cut({ ...place, path: [...place.path, 'pre', 'code'], margin: '' }, end, opening);
    }

    private cutInTable({ map: [start, end] }: Block, place: Place): MarkdownCut | undefined {
        const [firstRow, lastRow] = [start + 2, end - 1];
        return end < this.starts.length - 1 || lastRow <= firstRow
            ? undefined
            : this.cut({ ...place, path: ['table', 'tbody'] }, lastRow, this.line(start) + this.line(start + 1));
    }

    /** Whether the block can be the first of a slice. */
    private canBegin(block: Block, place: Place): boolean {
        const start = block.map[0];
        // The lines below the definition of a link may turn out to be its title.
        const beginsForGood =
            !['paragraph_open', 'table_open', 'heading_open'].includes(block.type) || EMPTY_LINE.test(this.line(start - 1));
        const isMarked = !place.path.includes('blockquote') || QUOTED.test(this.line(start));
        return beginsForGood && isMarked && this.openElements[start] === 0 && this.fitsMargin(start, place);
    }

    /** Whether the margin can take the place of the line's indentation. */
    private fitsMargin(line: number, { margin }: Place): boolean {
        const [before, after] = [this.line(line).slice(0, margin.length), this.line(line).slice(margin.length)];
        return margin === '' || ((before.trim() === '' || before === margin) && /^\S/.test(after) && !RULE.test(margin + after));
    }

    private cut({ path, margin, lists }: Place, line: number, prefix: string): MarkdownCut {
        const end = this.starts[line] ?? this.text.length;
        const isLoose = (list: number): boolean =>
            this.loose.includes(list) ||
            this.blocks.some(({ type, level, hidden }) => type === 'paragraph_open' && level === list + 2 && !hidden);
        return { end, next: end + margin.length, prefix, path, loose: lists.filter(isLoose) };
    }

    private line(number: number): string {
        return this.text.slice(this.starts[number], this.starts[number + 1]);
    }
}
