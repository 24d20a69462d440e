import type { ChatResponsePartRenderer } from '@theia/ai-chat-ui/lib/browser/chat-response-part-renderer';
import type { ChatResponseContent } from '@theia/ai-chat/lib/common';
import { nls } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import React from '@theia/core/shared/react';
import { IdeResultsContent } from './ide-results-content';

/** Shows results folded, and as plain text: they hold what stands in files. */
@injectable()
export class IdeResultsRenderer implements ChatResponsePartRenderer<IdeResultsContent> {
    canHandle(content: ChatResponseContent): number {
        return IdeResultsContent.is(content) ? 10 : -1;
    }

    render({ text, waits }: IdeResultsContent): React.ReactNode {
        return (
            <details className="openspace-ide-results">
                <summary>
                    {waits
                        ? nls.localize('openspace/chat/resultsWait', 'IDE results, which the agent gets with your next message')
                        : nls.localize('openspace/chat/results', 'IDE results')}
                </summary>
                {/* Long lines are scrolled to, by the keyboard too. */}
                <pre tabIndex={0}>{text}</pre>
            </details>
        );
    }
}
