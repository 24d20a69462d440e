import {
    BLOCKED_RESOURCE_ALLOW_CLASS,
    BLOCKED_RESOURCE_CLASS,
    BLOCKED_RESOURCE_WRAPPER_CLASS,
    blockExternalResources,
    restoreBlockedResource
} from '@theia/ai-chat-ui/lib/browser/chat-response-renderer/block-external-resources';
import { open, OpenerService } from '@theia/core/lib/browser';
import { URI } from '@theia/core/lib/common';
import DOMPurify from '@theia/core/shared/dompurify';
import { inject, injectable } from '@theia/core/shared/inversify';
import markdownit from '@theia/core/shared/markdown-it';
import { ALLOWED_ATTRIBUTES, FORBIDDEN_TAGS, LANGUAGE_CLASS } from '../safety/answer-markup';

/** Nothing in an answer may look like a part of the IDE or cover one: no controls, no styles, no frames. */
const SANITIZING = {
    FORBID_TAGS: [...FORBIDDEN_TAGS, 'iframe', 'frame', 'object', 'embed'],
    ALLOWED_ATTR: [...ALLOWED_ATTRIBUTES, 'class'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false
};
/** A link may lead to a page or a file; a `command:` link would act in the person's name. */
const LINK_SCHEMES = ['http', 'https', 'mailto', 'file'];

/** Renders the markdown of answers, and opens what the person clicks in them. */
@injectable()
export class ChatMarkdown {
    @inject(OpenerService) protected readonly opener: OpenerService;

    protected readonly parser = markdownit({ html: true });

    render(markdown: string): DocumentFragment {
        const template = document.createElement('template');
        template.innerHTML = DOMPurify.sanitize(this.parser.render(markdown), SANITIZING);
        for (const element of template.content.querySelectorAll('[class]')) {
            if (!LANGUAGE_CLASS.test(element.className)) {
                element.removeAttribute('class');
            }
        }
        blockExternalResources(template.content, true);
        return template.content;
    }

    handleClick(event: MouseEvent): void {
        const target = event.target instanceof Element ? event.target : undefined;
        const blocked = target?.closest(`.${BLOCKED_RESOURCE_ALLOW_CLASS}`)?.closest(`.${BLOCKED_RESOURCE_CLASS}`);
        const link = target?.closest('a')?.getAttribute('href');
        if (blocked) {
            event.preventDefault();
            const restored = restoreBlockedResource(blocked);
            if (restored) {
                (blocked.closest(`.${BLOCKED_RESOURCE_WRAPPER_CLASS}`) ?? blocked).replaceWith(restored);
            }
        } else if (link) {
            event.preventDefault();
            const uri = new URI(link);
            if (LINK_SCHEMES.includes(uri.scheme)) {
                void open(this.opener, uri);
            }
        }
    }
}
