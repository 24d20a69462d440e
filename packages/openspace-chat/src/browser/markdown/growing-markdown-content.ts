import { MarkdownChatResponseContentImpl } from '@theia/ai-chat/lib/common';
import { Emitter } from '@theia/core/lib/common';
import { MarkdownStringImpl } from '@theia/core/lib/common/markdown-rendering';
import { MarkdownSlicer } from './markdown-slicer';

/** A text of the answer that grows. Its view follows by itself, so that the chat need not be rendered again. */
export class GrowingMarkdownContent extends MarkdownChatResponseContentImpl {
    readonly slices = new MarkdownSlicer();
    /** Whether nothing more will be added. */
    isFinished = false;

    protected readonly onDidGrowEmitter = new Emitter<void>();
    readonly onDidGrow = this.onDidGrowEmitter.event;

    constructor() {
        super('');
    }

    /** Adds to the end of the text. */
    add(text: string): void {
        this.slices.add(text);
        this.onDidGrowEmitter.fire();
    }

    /** Nothing more will be added. */
    finish(): void {
        this.isFinished = true;
        this.onDidGrowEmitter.fire();
    }

    override get content(): MarkdownStringImpl {
        return new MarkdownStringImpl(this.slices.source);
    }

    override asString(): string {
        return this.slices.source;
    }

    override asDisplayString(): string {
        return this.slices.source;
    }

    override toSerializable(): ReturnType<MarkdownChatResponseContentImpl['toSerializable']> {
        return { kind: this.kind, data: { content: this.slices.source } };
    }

    /** What comes after it is a content of its own. */
    override merge(): boolean {
        return false;
    }
}
