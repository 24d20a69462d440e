import type { ActionTally } from '@openspace/core/lib/common';
import type { ChatResponseContent } from '@theia/ai-chat/lib/common';
import { ChatContentDeserializerContribution, ChatContentDeserializerRegistry } from '@theia/ai-chat/lib/common/chat-content-deserializer';
import type { SerializableChatResponseContentData } from '@theia/ai-chat/lib/common/chat-model-serialization';
import { nls } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';

interface IdeActionsData extends ActionTally {
    readonly sessionId: string;
}

/** What became of the commands that an answer held, and the session in whose activity they stand. */
export class IdeActionsContent implements ChatResponseContent {
    static readonly KIND = 'openspaceIdeActions';

    readonly kind = IdeActionsContent.KIND;

    constructor(
        protected readonly tally: ActionTally,
        readonly sessionId: string
    ) {}

    /** Whether this part of an answer is such a line. */
    static is(content: ChatResponseContent): content is IdeActionsContent {
        return content.kind === IdeActionsContent.KIND;
    }

    /** The line, in words for the person. */
    get label(): string {
        const { count, refused = 0, failed = 0 } = this.tally;
        const kinds: readonly (readonly [number, (actions: string) => string])[] = [
            [count - refused - failed, actions => actions],
            [refused, actions => nls.localize('openspace/chat/refusedActions', '{0} refused', actions)],
            [failed, actions => nls.localize('openspace/chat/failedActions', '{0} failed', actions)]
        ];
        // Only the first one says what is counted.
        return kinds
            .filter(([number]) => number > 0)
            .map(([number, inWords], index) => inWords(index === 0 ? actionsInWords(number) : String(number)))
            .join(', ');
    }

    asString(): string {
        return this.label;
    }

    toSerializable(): SerializableChatResponseContentData<IdeActionsData> {
        const { count, refused, failed } = this.tally;
        return {
            kind: this.kind,
            data: {
                count,
                ...(refused === undefined ? {} : { refused }),
                ...(failed === undefined ? {} : { failed }),
                sessionId: this.sessionId
            }
        };
    }
}

function actionsInWords(count: number): string {
    return count === 1
        ? nls.localize('openspace/chat/oneAction', '1 IDE action')
        : nls.localize('openspace/chat/actions', '{0} IDE actions', count);
}

/** Brings the line back with the conversation that it stands in. */
@injectable()
export class IdeActionsDeserializer implements ChatContentDeserializerContribution {
    registerDeserializers(registry: ChatContentDeserializerRegistry): void {
        registry.register({
            kind: IdeActionsContent.KIND,
            deserialize: ({ sessionId, ...tally }: IdeActionsData) => new IdeActionsContent(tally, sessionId)
        });
    }
}
