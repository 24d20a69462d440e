import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { quotePath } from '../quote-path';
import { countLines } from '../read/text-encoding';
import { WorkspaceError } from '../workspace-error';
import { changeFile } from './change-file';
import { EditRequest, EditResult } from './edit-request';

/** Replaces an exact text in a file, in the one place where it stands or in all. */
export async function editFile(guard: PathGuard, request: EditRequest, options: ChangeOptions): Promise<EditResult> {
    const { path, oldText, newText } = request;
    if (oldText === newText) {
        throw new WorkspaceError(
            'invalid-argument',
            'The old and the new text are the same, so nothing would change. Give another new text.',
            {
                path
            }
        );
    }
    return changeFile(guard, request, options, ({ content }) => {
        const replacements = countOccurrences(content, oldText);
        if (replacements === 0) {
            throw new WorkspaceError(
                'text-not-found',
                `${quotePath(path)} does not contain the old text. Read the file again and copy the text exactly, with its spaces and line ends.`,
                { path, count: 0 }
            );
        }
        if (replacements > 1 && !request.replaceAll) {
            throw new WorkspaceError(
                'ambiguous-text',
                `${quotePath(path)} contains the old text ${replacements} times. Give more of the text around the place that is meant, or replace all.`,
                { path, count: replacements }
            );
        }
        const linesChanged = replacements * Math.max(countLines(oldText), countLines(newText));
        // Split and joined, since a replacement text of `replace` would have its `$` expanded.
        return Promise.resolve({ content: content.split(oldText).join(newText), result: { replacements, linesChanged } });
    });
}

function countOccurrences(text: string, part: string): number {
    let count = 0;
    for (let index = text.indexOf(part); index >= 0; index = text.indexOf(part, index + part.length)) {
        count++;
    }
    return count;
}
