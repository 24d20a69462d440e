import { MarkdownChatResponseContentImpl } from '@theia/ai-chat/lib/common';
import { MarkdownStringImpl } from '@theia/core/lib/common/markdown-rendering';
import type { GrowingMarkdown } from './markdown-flow';

/** A piece of the answer in the chat whose text is set by its owner; Theia must not merge what follows into it. */
export class GrowingMarkdownContent extends MarkdownChatResponseContentImpl implements GrowingMarkdown {
    constructor(protected readonly onDidChange: () => void) {
        super('');
    }

    setText(text: string): void {
        if (text !== this.asString()) {
            this._content = new MarkdownStringImpl(text);
            this.onDidChange();
        }
    }

    override merge(): boolean {
        return false;
    }
}
