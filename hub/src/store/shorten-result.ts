import { CommandResultPost } from '@openspace/protocol';
import { HUB_LIMITS } from '../hub-limits';

const SHORT_TEXT = 1000;

/** The result as it is, or without its data and with shortened texts when it is too large to be kept. */
export function shortenResult(post: CommandResultPost): CommandResultPost {
    if (JSON.stringify(post.result).length <= HUB_LIMITS.resultCharacters) {
        return post;
    }
    const { success, code, executionTime, output, error } = post.result;
    return {
        ...post,
        result: { success, code, executionTime, output: output?.slice(0, SHORT_TEXT), error: error?.slice(0, SHORT_TEXT) }
    };
}
