import type markdownit from '@theia/core/shared/markdown-it';

/** A piece of a markdown text that can be rendered without the rest. */
export interface MarkdownSlice {
    /** The markdown to render: the piece itself, after what it needs to be understood alone. */
    readonly shown: string;
    /** The elements in which it goes on, from the outermost to the innermost: `ul` for further items, `pre` and `code` for further code. */
    readonly path: readonly string[];
    /** Levels of the lists it goes on with whose items stand apart, although the piece alone may not show it. */
    readonly loose: readonly number[];
}

/** Definitions of links, by label, as markdown-it collects them. */
export type LinkDefinitions = Record<string, { readonly title: string; readonly href: string }>;

/** A slice as HTML. What it defines is added to the definitions of the slices before it. */
export function sliceAsHtml(parser: markdownit, { shown, loose }: MarkdownSlice, definitions: LinkDefinitions): string {
    const environment = { references: definitions };
    const tokens = parser.parse(shown, environment);
    for (const level of loose) {
        const end = tokens.findIndex(token => token.level === level && token.nesting === -1);
        for (const token of tokens.slice(0, end)) {
            token.hidden &&= token.level !== level + 2;
        }
    }
    return parser.renderer.render(tokens, parser.options, environment);
}
