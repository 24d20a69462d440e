import { EDITOR_INTENTS, OPEN_INTENT } from './editor-intents';
import { FILE_INTENTS } from './file-intents';
import type { GuideIntent } from './guide-intent';
import { TALK_INTENTS } from './talk-intents';
import { TERMINAL_INTENTS } from './terminal-intents';

/** Everything the guide understands; the first entry with a pattern that matches answers. Entries that take any words stand last. */
const GUIDE_INTENTS: readonly GuideIntent[] = [...TALK_INTENTS, ...TERMINAL_INTENTS, ...EDITOR_INTENTS, ...FILE_INTENTS, OPEN_INTENT];

/** The entry that a request without politeness is for, with the words that its pattern found; undefined when there is none. */
export function findIntent(request: string): { readonly intent: GuideIntent; readonly words: readonly (string | undefined)[] } | undefined {
    for (const intent of GUIDE_INTENTS) {
        for (const pattern of intent.patterns) {
            const words = pattern.exec(request);
            if (words !== null) {
                return { intent, words: words.slice(1) };
            }
        }
    }
    return undefined;
}
