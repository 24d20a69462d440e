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
import { ANSWER_OPTIONS } from '../safety/answer-sanitizer';

/** Renders the markdown of answers, and opens what the person clicks in them. */
@injectable()
export class ChatMarkdown {
    @inject(OpenerService) protected readonly opener: OpenerService;

    protected readonly parser = markdownit({ html: true });

    render(markdown: string): DocumentFragment {
        const template = document.createElement('template');
        template.innerHTML = DOMPurify.sanitize(this.parser.render(markdown), ANSWER_OPTIONS);
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
            void open(this.opener, new URI(link));
        }
    }
}
