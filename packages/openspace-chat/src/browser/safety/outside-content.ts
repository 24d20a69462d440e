import { nls } from '@theia/core/lib/common';
import { addressesOf, hostOf, URL_ATTRIBUTES } from './outside-address';

/** Whatever the page fetches by itself as soon as it stands there. */
const LOADED = 'img, picture, source, track, video, audio, iframe, frame, embed, object, input, image, use';
/** A picture that the answer brings along. */
const OWN_PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,[a-z\d+/=\s]*$/i;

/** Puts a link with its host in the place of everything that would load by itself: only the person's click fetches it. */
export function replaceOutsideContent(answer: DocumentFragment): void {
    for (const element of answer.querySelectorAll(LOADED)) {
        if (answer.contains(element) && !isOwnPicture(element)) {
            element.replaceWith(...linksTo(element));
        }
    }
    for (const element of answer.querySelectorAll('*')) {
        for (const name of element.localName === 'a' || isOwnPicture(element) ? ['srcset', 'background'] : URL_ATTRIBUTES) {
            element.removeAttribute(name);
        }
        if (element.localName === 'a') {
            nameTarget(element);
        }
    }
}

function isOwnPicture(element: Element): boolean {
    return element.localName === 'img' && OWN_PICTURE.test(element.getAttribute('src') ?? '');
}

/** One link for each address that the element or what it contains would load; a note where there is none to follow. */
function linksTo(element: Element): Node[] {
    const addresses = new Set([element, ...element.querySelectorAll('*')].flatMap(addressesOf));
    const label = element.getAttribute('alt') ?? element.getAttribute('title') ?? '';
    const links = [...addresses].flatMap(address => [linkTo(address, label), ' ']).slice(0, -1);
    return (links.length > 0 ? links : [nls.localize('openspace/answer/leftOut', '(embedded content left out)')]).map(node =>
        typeof node === 'string' ? document.createTextNode(node) : node
    );
}

function linkTo(address: string, label: string): HTMLAnchorElement {
    const link = document.createElement('a');
    const host = hostOf(address);
    link.href = address;
    link.className = 'openspace-outside-content';
    link.textContent = label && host ? `${label} (${host})` : label || host || address;
    return link;
}

/**
 * A link may say one thing and lead to another: its target is shown when the mouse rests on it, and read aloud as its description. Its
 * host is shown when the keyboard comes to it, unless it says that already.
 */
function nameTarget(link: Element): void {
    const target = link.getAttribute('href') ?? '';
    const host = hostOf(target);
    if (host === undefined) {
        return;
    }
    link.setAttribute('title', target);
    // Not as a part of another name.
    if (!link.textContent.split(/[^\w.:-]+/).includes(host)) {
        link.setAttribute('data-host', host);
    }
}
