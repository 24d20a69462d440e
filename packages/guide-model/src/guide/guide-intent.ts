import type { GuideContext } from './guide-context';
import type { ReadResult } from './results-report';

/** One kind of request that the guide understands. */
export interface GuideIntent {
    /** Matched in turn, without regard to case, against the request without politeness and closing punctuation. */
    readonly patterns: readonly RegExp[];
    /**
     * The answer in markdown with command blocks; `words` are the groups of the pattern that matched. If the IDE does not offer a
     * command that it uses, the guide says so instead.
     */
    answer(context: GuideContext, words: readonly (string | undefined)[]): string;
    /** What to say when the IDE tells how the commands of the answer ended; undefined when there is nothing special to say. */
    answerResults?(context: GuideContext, results: readonly ReadResult[]): string | undefined;
}
