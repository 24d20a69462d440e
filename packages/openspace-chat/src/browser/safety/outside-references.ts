import { addressesOf } from './outside-address';

/** What the sanitizer takes away as a whole, though it may be there to load something. */
const TAKEN_AWAY = 'svg, link, style';
/** Elements of which it takes away the attributes that load something beside what they show. */
const WITH_BACKGROUND = '[style], [background]';

/** Most answers hold nothing of it and are not read twice; what slips through is taken away all the same, without a link. */
const MAY_LOAD = /<(?:svg|link|style)\b|\bbackground\s*=|\bstyle\s*=[^>]{0,2000}[(\\&]/i;

/**
 * Puts a picture in the place of each address that a drawing, a style sheet or a background would load, and an empty frame in the place of
 * a drawing that loads nothing: like every other picture and frame of an answer they become links with their hosts, and notes. Nothing is
 * loaded here, because what a template holds belongs to a document that is never shown.
 * @returns the answer, which is not safe to show yet
 */
export function keepOutsideReferences(html: string): string {
    if (!MAY_LOAD.test(html)) {
        return html;
    }
    const template = document.createElement('template');
    template.innerHTML = html;
    const elements = [...template.content.querySelectorAll(`${TAKEN_AWAY}, ${WITH_BACKGROUND}`)];
    for (const element of elements.filter(each => each.closest('svg') === null || each.matches('svg:not(svg svg)'))) {
        const standIns = standInsFor(element).flatMap(standIn => [standIn, ' ']);
        if (element.matches(TAKEN_AWAY)) {
            element.replaceWith(...standIns);
        } else {
            // Within a table there is no place for them.
            (element.closest('table') ?? element).before(...standIns);
        }
    }
    return template.innerHTML;
}

function standInsFor(element: Element): Element[] {
    const isDrawing = element.localName === 'svg';
    const addresses = [element, ...(isDrawing ? element.querySelectorAll('*') : [])].flatMap(addressesOf);
    const label = isDrawing ? element.querySelector('title')?.textContent.trim() : undefined;
    // Made in the document of the template, where nothing is loaded.
    const make = (name: 'img' | 'iframe', attributes: Readonly<Record<string, string>>): Element => {
        const standIn = element.ownerDocument.createElement(name);
        Object.entries(attributes).forEach(([attribute, value]) => standIn.setAttribute(attribute, value));
        return standIn;
    };
    const pictures = [...new Set(addresses)].map(src => make('img', { src, ...(label ? { alt: label } : {}) }));
    return isDrawing && pictures.length === 0 ? [make('iframe', {})] : pictures;
}
