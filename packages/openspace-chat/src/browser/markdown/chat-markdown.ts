import { open, OpenerService } from '@theia/core/lib/browser';
import { URI } from '@theia/core/lib/common';
import DOMPurify from '@theia/core/shared/dompurify';
import { inject, injectable } from '@theia/core/shared/inversify';
import markdownit from '@theia/core/shared/markdown-it';
import { ANSWER_OPTIONS } from '../safety/answer-sanitizer';
import { replaceOutsideContent } from '../safety/outside-content';
import { keepOutsideReferences } from '../safety/outside-references';
import type { MarkdownNodes } from './growing-markdown-view';
import { sliceAsHtml, type LinkDefinitions, type MarkdownSlice } from './markdown-slice';

/** Renders the markdown of answers, and opens what the person clicks in them. */
@injectable()
export class ChatMarkdown implements MarkdownNodes {
    @inject(OpenerService) protected readonly opener: OpenerService;

    protected readonly parser = markdownit({ html: true });

    /** The text as it may be shown: without scripts, and with nothing that is loaded from outside. */
    render(markdown: string): DocumentFragment {
        return this.asNodes(this.parser.render(markdown));
    }

    renderSlice(slice: MarkdownSlice, definitions: LinkDefinitions): DocumentFragment {
        return this.asNodes(sliceAsHtml(this.parser, slice, definitions));
    }

    /** Opens the link that was clicked, in the IDE where that can be. */
    handleClick(event: MouseEvent): void {
        const link = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined;
        if (link) {
            event.preventDefault();
            void open(this.opener, new URI(link));
        }
    }

    protected asNodes(html: string): DocumentFragment {
        const template = document.createElement('template');
        template.innerHTML = DOMPurify.sanitize(keepOutsideReferences(html), ANSWER_OPTIONS);
        replaceOutsideContent(template.content);
        return template.content;
    }
}
