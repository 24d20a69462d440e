const TAG = /<(\/?)([a-z][a-z0-9-]*)\b[^>]*?(\/?)>/gi;
/** Elements without an end tag, and those whose end tag may be missing: they end with what they stand in, or where the next one begins. */
const END_BY_THEMSELVES = new Set(
    'area base br col embed hr img input link meta source track wbr p li dt dd tr td th thead tbody tfoot option optgroup'.split(' ')
);

/** How many more elements HTML begins than it ends. */
export function elementsLeftOpen(html: string): number {
    let depth = 0;
    for (const [, end, name = '', isEmpty] of html.matchAll(TAG)) {
        if (isEmpty === '' && !END_BY_THEMSELVES.has(name.toLowerCase())) {
            depth += end === '' ? 1 : -1;
        }
    }
    return depth;
}
