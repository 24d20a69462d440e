/** Whatever means something within a line of markdown. */
const MARKUP = /[\\`*_[\]<>&~]/g;

/** Text as markdown that shows it as it is. The IDE's notifications are markdown, and what others wrote must not become a link there. */
export function literalMarkdown(text: string): string {
    return text.replace(MARKUP, '\\$&');
}
