/** What the text of a line is part of, as far as is known. */
export const enum LineKind {
    Blank,
    Text,
    /** Text, or the opening line of a fence if no other backtick follows. */
    TextOrFence,
    /** Text, or the beginning of an HTML block. */
    TextOrHtml,
    Code,
    Html,
    /** The line's place is not known for certain. */
    Doubt,
    /** Nor is it known whether a fence or an HTML block is open, so that nothing can make it certain again. */
    Lost
}
