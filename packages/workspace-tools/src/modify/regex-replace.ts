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
    let [count, growth] = [0, 0];
    const replaceOne = (found: string, part: string): string => {
        count++;
        growth += part.length - found.length;
        if (growth > maxLength) {
            throw tooLarge(place, maxLength);
        }
        return part;
    };
    const regex = compile(pattern, flags, place);
    const replaced = replacement.includes('$')
        ? text.replace(regex, (...found: unknown[]) => {
              const match = toMatch(found);
              return replaceOne(match[0], expandReplacement(replacement, match));
          })
        : text.replace(regex, found => replaceOne(found, replacement));
    if (count === 0) {
        throw failure(
            'text-not-found',
            place,
            'has a pattern that matches nothing. Nothing was changed; read the file again and check the pattern.',
            { count: 0 }
        );
    }
    if (replaced.length > maxLength) {
        throw tooLarge(place, maxLength);
    }
    return { text: replaced, count };
}

/** A match of what `String.replace` tells about it: the match, its groups, where it stands in which text, and the groups with names. */
function toMatch(found: unknown[]): RegExpExecArray {
    const groups = typeof found.at(-1) === 'object' ? found.pop() : undefined;
    const [index, input] = found.splice(-2);
    return Object.assign(found, { index, input, groups }) as RegExpExecArray;
}

function compile(pattern: string, flags: string, place: OperationPlace): RegExp {
    try {
        return new RegExp(pattern, flags);
    } catch (error) {
        const reason = error instanceof Error ? error.message : 'not a regular expression';
        throw failure('invalid-pattern', place, `has a pattern that is not valid: ${reason}. Nothing was changed.`);
    }
}

function tooLarge(place: OperationPlace, limit: number): WorkspaceError {
    return failure('too-large', place, 'would make the file larger than may be written. Nothing was changed.', { limit });
}

function failure(
    code: WorkspaceError['code'],
    place: OperationPlace,
    problem: string,
    details: { limit?: number; count?: number } = {}
): WorkspaceError {
    return new WorkspaceError(code, `Operation ${place.position} on ${quotePath(place.path)} ${problem}`, { ...place, ...details });
}
