import { parentPort, workerData } from 'node:worker_threads';
import { expandReplacement } from './expand-replacement';

/** What one worker has to do: the text and the pattern of a caller. */
export interface RegexTask {
    readonly text: string;
    readonly pattern: string;
    readonly flags: string;
    readonly replacement: string;
    /** Characters that the result may have at most. */
    readonly maxLength: number;
}

/** What came of it. */
export type RegexAnswer =
    | { readonly kind: 'done'; readonly text: string; readonly count: number }
    | { readonly kind: 'invalid'; readonly reason: string }
    | { readonly kind: 'too-large' };

function perform({ text, pattern, flags, replacement, maxLength }: RegexTask): RegexAnswer {
    let regex: RegExp;
    try {
        regex = new RegExp(pattern, flags);
    } catch (error) {
        return { kind: 'invalid', reason: error instanceof Error ? error.message : 'not a regular expression' };
    }
    const parts: string[] = [];
    let [length, count, position] = [0, 0, 0];
    const push = (part: string): boolean => {
        parts.push(part);
        length += part.length;
        return length <= maxLength;
    };
    // Sticky matching would end at the first place that does not match; `matchAll` needs the flag `g`.
    const matches = regex.global ? text.matchAll(regex) : [regex.exec(text)].filter(match => match !== null);
    for (const match of matches) {
        count++;
        if (!push(text.slice(position, match.index)) || !push(expandReplacement(replacement, match))) {
            return { kind: 'too-large' };
        }
        position = match.index + match[0].length;
    }
    return push(text.slice(position)) ? { kind: 'done', text: parts.join(''), count } : { kind: 'too-large' };
}

parentPort?.postMessage(perform(workerData as RegexTask));
