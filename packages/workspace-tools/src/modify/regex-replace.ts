import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import { expandReplacement } from './expand-replacement';
import { OperationPlace } from './line-operation';
import { RegexReplaceOperation } from './modify-request';

/**
 * Replaces by a caller's regular expression. Runs for as long as the pattern wants, so never on the thread that others wait for.
 * @throws WorkspaceError `invalid-pattern`, `text-not-found` when nothing matches, or `too-large`
 */
export function replaceByRegex(
    text: string,
    { pattern, replacement, flags = '' }: RegexReplaceOperation,
    place: OperationPlace,
    maxLength: number
): { text: string; count: number } {
    const regex = compile(pattern, flags, place);
    const parts: string[] = [];
    let [length, count, position] = [0, 0, 0];
    const push = (part: string): void => {
        parts.push(part);
        length += part.length;
        if (length > maxLength) {
            throw failure('too-large', place, 'would make the file larger than may be written. Nothing was changed.', { limit: maxLength });
        }
    };
    // Sticky matching would end at the first place that does not match; `matchAll` needs the flag `g`.
    const matches = regex.global ? text.matchAll(regex) : [regex.exec(text)].filter(match => match !== null);
    for (const match of matches) {
        count++;
        push(text.slice(position, match.index));
        push(expandReplacement(replacement, match));
        position = match.index + match[0].length;
    }
    if (count === 0) {
        throw failure(
            'text-not-found',
            place,
            'has a pattern that matches nothing. Nothing was changed; read the file again and check the pattern.',
            { count: 0 }
        );
    }
    push(text.slice(position));
    return { text: parts.join(''), count };
}

function compile(pattern: string, flags: string, place: OperationPlace): RegExp {
    try {
        return new RegExp(pattern, flags);
    } catch (error) {
        const reason = error instanceof Error ? error.message : 'not a regular expression';
        throw failure('invalid-pattern', place, `has a pattern that is not valid: ${reason}. Nothing was changed.`);
    }
}

function failure(
    code: WorkspaceError['code'],
    place: OperationPlace,
    problem: string,
    details: { limit?: number; count?: number } = {}
): WorkspaceError {
    return new WorkspaceError(code, `Operation ${place.position} on ${quotePath(place.path)} ${problem}`, { ...place, ...details });
}
