/** Words without the quotes around them. */
export function unquoted(words: string): string {
    return /^(["'`“])(.+)(["'`”])$/.exec(words)?.[2] ?? words;
}
