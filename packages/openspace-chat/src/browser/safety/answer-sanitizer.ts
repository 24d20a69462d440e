import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import DOMPurify from '@theia/core/shared/dompurify';
import { injectable } from '@theia/core/shared/inversify';
import { ALLOWED_ATTRIBUTES, FORBIDDEN_TAGS, LANGUAGE_CLASS } from './answer-markup';

const COMMAND_LINK = /^\s*command:/i;

interface SanitizedAttribute {
    readonly attrName: string;
    readonly attrValue: string;
    keepAttr: boolean;
}

/**
 * Keeps the markdown that Theia itself renders in the chat, such as the model's questions and the output of tools, to text, tables,
 * pictures and links. With the styles and controls that Theia lets through it could cover the buttons of the IDE or pretend to be one.
 */
@injectable()
export class AnswerSanitizer implements FrontendApplicationContribution {
    initialize(): void {
        // Theia's chat sanitizes with the instance that everybody shares and takes no options for it.
        DOMPurify.addHook('uponSanitizeElement', (_node, event, config) => {
            if (isAnswer(config) && FORBIDDEN_TAGS.includes(event.tagName)) {
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
    return ALLOWED_ATTRIBUTES.includes(attrName) && !(attrName === 'href' && COMMAND_LINK.test(attrValue));
}
