import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import DOMPurify from '@theia/core/shared/dompurify';
import { injectable } from '@theia/core/shared/inversify';

/** Whatever looks like a control of the IDE, changes the look of the page, or draws where it wants. */
const FORBIDDEN_TAGS = new Set([
    ...['form', 'input', 'button', 'textarea', 'select', 'option', 'optgroup', 'datalist', 'fieldset', 'legend', 'label', 'output'],
    ...['style', 'link', 'dialog', 'meter', 'progress', 'svg', 'math', 'template', 'slot', 'map', 'area']
]);

/** What an answer needs; everything else could place, name, hide or animate an element. */
const ALLOWED_ATTRIBUTES = new Set([
    ...['href', 'src', 'srcset', 'alt', 'title', 'lang', 'dir', 'align', 'valign', 'start', 'value', 'reversed', 'type'],
    ...['colspan', 'rowspan', 'scope', 'span', 'headers', 'cite', 'datetime', 'open', 'width', 'height', 'poster', 'srcdoc', 'data']
]);

/** The marks of code blocks. */
const LANGUAGE_CLASS = /^language-[\w+#.-]+$/;
const COMMAND_LINK = /^\s*command:/i;

interface SanitizedAttribute {
    readonly attrName: string;
    readonly attrValue: string;
    keepAttr: boolean;
}

/**
 * Keeps the agent's markdown to text, tables, pictures and links. Theia lets HTML of an answer through with its styles and controls;
 * with them an answer could cover the buttons of the IDE or pretend to be one.
 */
@injectable()
export class AnswerSanitizer implements FrontendApplicationContribution {
    initialize(): void {
        // Theia's chat sanitizes with the instance that everybody shares and takes no options for it.
        DOMPurify.addHook('uponSanitizeElement', (_node, event, config) => {
            if (isAnswer(config) && FORBIDDEN_TAGS.has(event.tagName)) {
                event.allowedTags[event.tagName] = false;
            }
        });
        DOMPurify.addHook('uponSanitizeAttribute', (node, event, config) => {
            if (isAnswer(config) && !isHarmless(node, event)) {
                event.keepAttr = false;
            }
        });
    }
}

/** The chat's markdown is the only one that lets frames through, to put a note in their place. */
function isAnswer({ ADD_TAGS }: { ADD_TAGS?: unknown }): boolean {
    return Array.isArray(ADD_TAGS) && ADD_TAGS.includes('iframe');
}

function isHarmless(node: Element, { attrName, attrValue }: SanitizedAttribute): boolean {
    if (attrName === 'class') {
        return node.nodeName.toLowerCase() === 'code' && LANGUAGE_CLASS.test(attrValue);
    }
    return ALLOWED_ATTRIBUTES.has(attrName) && !(attrName === 'href' && COMMAND_LINK.test(attrValue));
}
