import type { GuideContext } from './guide-context';

/** One kind of request that the guide understands. */
export interface GuideIntent {
    /** How a person may say it, shown in the guide's help, with FILE for the name of a file; undefined for small talk. */
    readonly example?: string;
    /** Matched in turn, without regard to case, against the request without politeness and closing punctuation. */
    readonly patterns: readonly RegExp[];
    /** Ids of the commands that the answer uses. If the IDE does not offer one, the guide says so and `answer` is not called. */
    readonly needs?: readonly string[];
    /** The answer in markdown with command blocks; `words` are the groups of the pattern that matched. */
    answer(context: GuideContext, words: readonly string[]): string;
}
