/** Tags that begin an HTML block wherever they begin a line; the block lasts to the next empty line. */
const BLOCK_TAGS = new Set(
    (
        'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset ' +
        'figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem ' +
        'nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul'
    ).split(' ')
);

/** How an HTML block ends: at an empty line, or on the line that holds this text. */
export type HtmlBlockEnd = 'empty-line' | RegExp;

const ENDS = {
    element: /<\/(?:script|pre|style|textarea)>/i,
    comment: /-->/,
    instruction: /\?>/,
    declaration: />/,
    data: /\]\]>/
};

/** The name of a tag that begins an HTML block ends within so many characters. */
export const LONGEST_START = 12;

/**
 * Decides from the beginning of a line, `<` first, how the HTML block that it opens will end. `undefined`: more characters are
 * needed; `false`: no such block. At the end of the line a line feed is part of `start`.
 */
export function htmlBlockEnd(start: string): HtmlBlockEnd | false | undefined {
    const marker = start.charAt(1);
    if (marker === '?') {
        return ENDS.instruction;
    }
    return marker === '!' ? markedBlockEnd(start) : marker === '' ? undefined : namedBlockEnd(start);
}

/** The same for a beginning with `<!`. */
function markedBlockEnd(start: string): HtmlBlockEnd | false | undefined {
    if (start.startsWith('<!--')) {
        return ENDS.comment;
    }
    if (start.startsWith('<![CDATA[')) {
        return ENDS.data;
    }
    if (start === '<!' || start === '<!-' || '<![CDATA['.startsWith(start)) {
        return undefined;
    }
    return /^<![A-Z]/.test(start) ? ENDS.declaration : false;
}

/** The same for a beginning with `<` and perhaps the name of a tag. */
function namedBlockEnd(start: string): HtmlBlockEnd | false | undefined {
    const named = /^<(\/?)([a-z][a-z0-9]*)([^]?)([^]?)/i.exec(start.replace('\n', ' '));
    if (named === null || named[3] === '') {
        return (named !== null || start === '</') && start.length <= LONGEST_START ? undefined : false;
    }
    const [, slash, name = '', after = '', afterNext] = named;
    const tag = name.toLowerCase();
    if (slash === '' && ['script', 'pre', 'style', 'textarea'].includes(tag) && /[\s>]/.test(after)) {
        return ENDS.element;
    }
    if (!BLOCK_TAGS.has(tag)) {
        return false;
    }
    if (after === '/' && afterNext === '') {
        return undefined;
    }
    return /[\s>]/.test(after) || (after === '/' && afterNext === '>') ? 'empty-line' : false;
}

/** Whether tags are tags in a block that ends so; in a comment and its kin they are not. */
export function isElementEnd(end: HtmlBlockEnd): boolean {
    return end === 'empty-line' || end === ENDS.element;
}
