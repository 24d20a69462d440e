import { ChatViewTreeWidget } from '@theia/ai-chat-ui/lib/browser/chat-tree-view/chat-view-tree-widget';
import type { ChatModel } from '@theia/ai-chat/lib/common';
import { createTreeContainer, type Message } from '@theia/core/lib/browser';
import { injectable, type interfaces } from '@theia/core/shared/inversify';

/** A list that leaves its end this soon after one of these events was scrolled by the person. */
const SCROLLING_MS = 1_000;
const SCROLLING_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * The list of messages, following the answer as it grows. Theia's own list also stops following when an answer grows faster than
 * it scrolls; this one stops only when the person scrolls away, and follows again with the next message.
 */
@injectable()
export class FollowingChatTree extends ChatViewTreeWidget {
    protected lastScrolledAt = -Infinity;

    override trackChatModel(chatModel: ChatModel): void {
        super.trackChatModel(chatModel);
        this.toDisposeOnChatModelChange.push(
            chatModel.onDidChange(event => {
                if (event.kind === 'addRequest') {
                    this.handleScrollToBottomButtonClick();
                }
            })
        );
    }

    protected override onAfterAttach(message: Message): void {
        super.onAfterAttach(message);
        for (const type of SCROLLING_EVENTS) {
            this.addEventListener(this.node, type, () => (this.lastScrolledAt = performance.now()));
        }
    }

    protected override handleAtBottomStateChange(isAtBottom: boolean): void {
        const byPerson = performance.now() - this.lastScrolledAt < SCROLLING_MS;
        if (isAtBottom || byPerson || !this.atBottom) {
            super.handleAtBottomStateChange(isAtBottom);
        } else {
            this.updateScrollToRow();
        }
    }
}

export function createFollowingChatTree(parent: interfaces.Container): FollowingChatTree {
    const container = createTreeContainer(parent, { props: { multiSelect: false, search: false }, widget: FollowingChatTree });
    return container.get(FollowingChatTree);
}
