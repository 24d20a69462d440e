/** The attributes by which an element fetches something. */
export const URL_ATTRIBUTES = ['src', 'srcset', 'poster', 'data', 'href', 'xlink:href', 'background'];

/** Where a link in place of something may lead; an address without a protocol is a path in the workspace. */
const FOLLOWED_PROTOCOLS = ['http:', 'https:', 'file:'];

/** How a style names what it loads. */
const STYLE_ADDRESSES = /(?:\b(?:url|src)\(\s*|@import\s+|image-set\(\s*)("[^"]*"|'[^']*'|[^\s"'();,]+)/gi;
const STYLE_ESCAPE = /\\([\da-f]{1,6})\s?/gi;

/** The addresses that the attributes of an element, and its styles, would load; only those that a link may lead to. */
export function addressesOf(element: Element): string[] {
    const named = URL_ATTRIBUTES.flatMap(name => {
        const value = element.getAttribute(name);
        if (value === null) {
            return [];
        }
        return name === 'srcset' ? value.split(',').map(candidate => candidate.trim().split(/\s/)[0] ?? '') : [value.trim()];
    });
    return [...named, ...styleAddresses(element)].filter(isFollowed);
}

/** Those in the text of a style sheet, in the style of an element, and in the attributes of a drawing, which are styles too. */
function styleAddresses(element: Element): string[] {
    const { localName, namespaceURI } = element;
    const isDrawn = namespaceURI === 'http://www.w3.org/2000/svg';
    const attributes = [...element.attributes].filter(({ name }) => isDrawn || name === 'style').map(({ value }) => value);
    const styles = localName === 'style' ? [...attributes, element.textContent] : attributes;
    return styles.flatMap(style => {
        const css = style.replace(STYLE_ESCAPE, (_escape, code: string) => String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)));
        return [...css.matchAll(STYLE_ADDRESSES)].map(([, address]) => address.replace(/^["']|["']$/g, '').trim());
    });
}

/** Read as the browser does, which passes over what stands before or within the name of a protocol. */
function isFollowed(address: string): boolean {
    try {
        // What begins like this stands in the answer itself.
        return address !== '' && !address.startsWith('#') && FOLLOWED_PROTOCOLS.includes(new URL(address, 'file:///').protocol);
    } catch {
        return false; // It leads nowhere.
    }
}

/** Stands for the page, which has no address of its own here. */
const PAGE = new URL('http://page.invalid/');

/** The host that an address leads to, read as the browser does; undefined for a path in the workspace. */
export function hostOf(address: string): string | undefined {
    try {
        const { host } = new URL(address, PAGE);
        return host === PAGE.host ? undefined : host || undefined;
    } catch {
        return undefined;
    }
}
