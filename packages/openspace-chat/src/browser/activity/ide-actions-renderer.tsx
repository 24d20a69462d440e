import type { ChatResponsePartRenderer } from '@theia/ai-chat-ui/lib/browser/chat-response-part-renderer';
import type { ChatResponseContent } from '@theia/ai-chat/lib/common';
import { nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import React from '@theia/core/shared/react';
import { ActivityViewContribution } from './activity-view-contribution';
import { IdeActionsContent } from './ide-actions-content';

/** A small line below the answer that leads to what the agent did. */
@injectable()
export class IdeActionsRenderer implements ChatResponsePartRenderer<IdeActionsContent> {
    @inject(ActivityViewContribution) protected readonly view: ActivityViewContribution;

    canHandle(content: ChatResponseContent): number {
        return IdeActionsContent.is(content) ? 10 : -1;
    }

    render({ label, sessionId }: IdeActionsContent): React.ReactNode {
        return (
            <button
                type="button"
                className="openspace-ide-actions"
                title={nls.localize('openspace/chat/showActions', 'Show what the agent did in this conversation')}
                onClick={() => void this.view.show(sessionId)}
            >
                <span className="codicon codicon-pulse" aria-hidden="true" />
                {label}
            </button>
        );
    }
}
