import { ChatContentDeserializerContribution, ChatContentDeserializerRegistry } from '@theia/ai-chat/lib/common/chat-content-deserializer';
import type { ChatResponseContent } from '@theia/ai-chat/lib/common';
import type { SerializableChatResponseContentData } from '@theia/ai-chat/lib/common/chat-model-serialization';
import { injectable } from '@theia/core/shared/inversify';

interface IdeResultsData {
    readonly text: string;
    readonly waits: boolean;
}

/** What the IDE told the agent about its commands. It is data, shown as it is. */
export class IdeResultsContent implements ChatResponseContent {
    static readonly KIND = 'openspaceIdeResults';

    readonly kind = IdeResultsContent.KIND;

    constructor(
        readonly text: string,
        /** Whether the agent gets it only with the person's next message. */
        readonly waits = false
    ) {}

    /** Whether this part of an answer holds results. */
    static is(content: ChatResponseContent): content is IdeResultsContent {
        return content.kind === IdeResultsContent.KIND;
    }

    asString(): string {
        return this.text;
    }

    toSerializable(): SerializableChatResponseContentData<IdeResultsData> {
        return { kind: this.kind, data: { text: this.text, waits: this.waits } };
    }
}

/** Brings results back with the conversation that they stand in. */
@injectable()
export class IdeResultsDeserializer implements ChatContentDeserializerContribution {
    registerDeserializers(registry: ChatContentDeserializerRegistry): void {
        registry.register({
            kind: IdeResultsContent.KIND,
            deserialize: ({ text, waits }: IdeResultsData) => new IdeResultsContent(text, waits)
        });
    }
}
