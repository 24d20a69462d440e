import type { ChatResponsePartRenderer } from '@theia/ai-chat-ui/lib/browser/chat-response-part-renderer';
import { condenseArguments } from '@theia/ai-chat-ui/lib/browser/chat-response-renderer/toolcall-utils';
import { ToolCallChatResponseContent, type ChatResponseContent } from '@theia/ai-chat/lib/common';
import { nls } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import React from '@theia/core/shared/react';

/** Shows a tool of OpenCode that did not succeed, folded. Theia's own renderer would say that it ran, also when the person refused it. */
@injectable()
export class FailedToolRenderer implements ChatResponsePartRenderer<ToolCallChatResponseContent> {
    canHandle(content: ChatResponseContent): number {
        return ToolCallChatResponseContent.is(content) && ToolCallChatResponseContent.isErrorResult(content.result) ? 20 : -1;
    }

    render({ name = '', arguments: input = '', result }: ToolCallChatResponseContent): React.ReactNode {
        return (
            <div className="theia-toolCall">
                <details className="theia-toolCall-finished">
                    <summary>
                        {nls.localize('openspace/chat/toolFailed', 'Not done: {0}', name)}(
                        <span className="theia-toolCall-args-label">{condenseArguments(input)}</span>)
                    </summary>
                    {/* Long lines are scrolled to, by the keyboard too. */}
                    <pre tabIndex={0}>{ToolCallChatResponseContent.getErrorMessage(result)}</pre>
                </details>
            </div>
        );
    }
}
