import type { ChatResponsePartRenderer } from '@theia/ai-chat-ui/lib/browser/chat-response-part-renderer';
import { MarkdownChatResponseContent, type ChatResponseContent } from '@theia/ai-chat/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import * as React from '@theia/core/shared/react';
import { ChatMarkdown } from './chat-markdown';
import { GrowingMarkdownContent } from './growing-markdown-content';
import { GrowingMarkdownView } from './growing-markdown-view';

/** Shows the text of answers, in place of Theia's own renderer: it is faster with long ones, and lets less through. */
@injectable()
export class MarkdownRenderer implements ChatResponsePartRenderer<MarkdownChatResponseContent> {
    @inject(ChatMarkdown) protected readonly markdown: ChatMarkdown;

    canHandle(response: ChatResponseContent): number {
        return MarkdownChatResponseContent.is(response) ? 100 : -1;
    }

    render(response: MarkdownChatResponseContent): React.ReactNode {
        return <MarkdownPart response={response} markdown={this.markdown} />;
    }
}

function MarkdownPart({ response, markdown }: { response: MarkdownChatResponseContent; markdown: ChatMarkdown }): React.ReactElement {
    const host = React.useRef<HTMLDivElement>(null);
    const grows = response instanceof GrowingMarkdownContent;
    React.useEffect(() => {
        if (!host.current) {
            return undefined;
        }
        if (!grows) {
            host.current.replaceChildren(markdown.render(response.content.value));
            return undefined;
        }
        host.current.replaceChildren();
        const view = new GrowingMarkdownView(host.current, response, markdown);
        view.update();
        const growing = response.onDidGrow(() => view.update());
        return () => growing.dispose();
    }, [response, grows ? undefined : response.content.value, markdown]);
    return <div ref={host} className="openspace-answer" onClick={event => markdown.handleClick(event.nativeEvent)} />;
}
