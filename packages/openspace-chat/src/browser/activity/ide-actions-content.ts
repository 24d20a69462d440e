import type { ActionTally } from '@openspace/core/lib/common';
import type { ChatResponseContent } from '@theia/ai-chat/lib/common';
import { ChatContentDeserializerContribution, ChatContentDeserializerRegistry } from '@theia/ai-chat/lib/common/chat-content-deserializer';
import type { SerializableChatResponseContentData } from '@theia/ai-chat/lib/common/chat-model-serialization';
import { nls } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';

interface IdeActionsData extends ActionTally {
    readonly sessionId: string;
}

/** What became of the agent's actions in an answer, and the session in whose activity they stand. */
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
        const missed: readonly (readonly [number, MissedWords])[] = [
            [refused, REFUSED_WORDS],
            [failed, FAILED_WORDS]
        ];
        const kinds = missed.filter(([number]) => number > 0).map(([number, words]) => missedInWords(number, count, words));
        return [actionsInWords(count), ...kinds].join(', ');
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

/** What is said of a single action, of all of several, and of some. */
type MissedWords = readonly [one: () => string, all: () => string, some: (number: number) => string];

const REFUSED_WORDS: MissedWords = [
    () => nls.localize('openspace/chat/oneRefused', 'refused'),
    () => nls.localize('openspace/chat/allRefused', 'all refused'),
    number => nls.localize('openspace/chat/someRefused', '{0} refused', number)
];
const FAILED_WORDS: MissedWords = [
    () => nls.localize('openspace/chat/oneFailed', 'failed'),
    () => nls.localize('openspace/chat/allFailed', 'all failed'),
    number => nls.localize('openspace/chat/someFailed', '{0} failed', number)
];

function missedInWords(number: number, total: number, [one, all, some]: MissedWords): string {
    return number < total ? some(number) : total === 1 ? one() : all();
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
