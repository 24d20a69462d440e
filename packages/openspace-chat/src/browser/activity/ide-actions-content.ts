import type { ChatResponseContent } from '@theia/ai-chat/lib/common';
import { ChatContentDeserializerContribution, ChatContentDeserializerRegistry } from '@theia/ai-chat/lib/common/chat-content-deserializer';
import type { SerializableChatResponseContentData } from '@theia/ai-chat/lib/common/chat-model-serialization';
import { nls } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';

interface IdeActionsData {
    readonly count: number;
    readonly sessionId: string;
}

/** How many commands an answer held, and the session in whose activity they stand. */
export class IdeActionsContent implements ChatResponseContent, IdeActionsData {
    static readonly KIND = 'openspaceIdeActions';

    readonly kind = IdeActionsContent.KIND;

    constructor(
        readonly count: number,
        readonly sessionId: string
    ) {}

    /** Whether this part of an answer is such a line. */
    static is(content: ChatResponseContent): content is IdeActionsContent {
        return content.kind === IdeActionsContent.KIND;
    }

    /** The line, in words for the person. */
    get label(): string {
        return this.count === 1
            ? nls.localize('openspace/chat/oneAction', '1 IDE action')
            : nls.localize('openspace/chat/actions', '{0} IDE actions', this.count);
    }

    asString(): string {
        return this.label;
    }

    toSerializable(): SerializableChatResponseContentData<IdeActionsData> {
        return { kind: this.kind, data: { count: this.count, sessionId: this.sessionId } };
    }
}

/** Brings the line back with the conversation that it stands in. */
@injectable()
export class IdeActionsDeserializer implements ChatContentDeserializerContribution {
    registerDeserializers(registry: ChatContentDeserializerRegistry): void {
        registry.register({
            kind: IdeActionsContent.KIND,
            deserialize: ({ count, sessionId }: IdeActionsData) => new IdeActionsContent(count, sessionId)
        });
    }
}
