import { WorkspaceError } from '@openspace/workspace-tools';
import { CommandError, CommandRefusal, type Answer } from '../../common';

/** What the guard or the policy said no to; everything else failed. */
const REFUSALS: ReadonlySet<string> = new Set(['invalid-path', 'outside-workspace', 'sensitive-file', 'protected-path']);

/** Does an operation and tells what it came to; an error that says what to do keeps its code. */
export async function answerOf<T>(operation: () => Promise<T>): Promise<Answer<T>> {
    try {
        return { value: await operation() };
    } catch (error) {
        if (error instanceof WorkspaceError) {
            return { error: { code: error.code, message: error.message, refused: REFUSALS.has(error.code) } };
        }
        if (error instanceof CommandError) {
            const { code, message, advice } = error;
            return { error: { code, message, advice, refused: error instanceof CommandRefusal } };
        }
        throw error;
    }
}
