const TAG = /<(\/?)([a-z][a-z0-9-]*)\b[^>]*?(\/?)>/gi;
const WITHOUT_END = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

/** Whether HTML among these blocks begins an element that does not end in them: what follows belongs into it. */
export function leavesElementOpen(blocks: readonly { readonly type: string; readonly content: string }[]): boolean {
    let depth = 0;
    for (const { content } of blocks.filter(({ type }) => type === 'html_block')) {
        for (const [, end, name = '', isEmpty] of content.matchAll(TAG)) {
            if (isEmpty === '' && !WITHOUT_END.has(name.toLowerCase())) {
                depth += end === '' ? 1 : -1;
            }
        }
    }
    return depth !== 0;
}
