import type { ChatRequest } from './chat-request';
import { errorBody } from './completion-wire';
import { housekeepingReply } from './housekeeping-reply';
import type { ModelBrain, ModelReply } from './model-reply';

/** A reply, or a function that makes it from the request it answers. */
export type ScriptedReply = ModelReply | ((request: ChatRequest) => ModelReply);

/**
 * A model that gives the replies of a script, one for each request of a turn; the request that carries a tool's result
 * is one more. Requests for a title or a summary get an answer of their own and use up nothing. After the last reply
 * every request fails with a status that OpenCode does not try again.
 */
export function scriptedBrain(script: readonly ScriptedReply[]): ModelBrain {
    const remaining = script.values();
    return request => {
        const housekeeping = housekeepingReply(request);
        if (housekeeping !== undefined) {
            return housekeeping;
        }
        const next = remaining.next();
        if (next.done === true) {
            const error = errorBody(400, 'script_ended', `The script has ended after ${script.length} replies.`);
            return [{ kind: 'response', status: 400, body: error }];
        }
        return typeof next.value === 'function' ? next.value(request) : next.value;
    };
}
