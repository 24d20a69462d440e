import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { withTextThread } from '../thread/text-thread';
import { WorkspaceError } from '../workspace-error';
import { changeFile } from './change-file';
import { EditRequest, EditResult } from './edit-request';
import { ReplacedText, TextReplacement, replaceText } from './replace-text';

/** Up to here looking for a text takes a few milliseconds at worst, less than starting a thread. */
const QUICK_TEXT = 256 * 1024;
const QUICK_COMPARISONS = 20_000_000;

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
    return changeFile(guard, request, options, async ({ content: text }) => {
        const { content, ...result } = await editText(guard, request, text, options);
        return { content, result };
    });
}

/** What becomes of the text of a file. */
export async function editText(guard: PathGuard, request: EditRequest, text: string, { signal }: ChangeOptions): Promise<ReplacedText> {
    const { path, oldText, newText, replaceAll } = request;
    const { writeBytes, changeTimeoutMs } = guard.policy.limits;
    const replacement = { path, text, oldText, newText, replaceAll, maxLength: writeBytes };
    return isQuick(replacement)
        ? replaceText(replacement)
        : withTextThread<ReplacedText>({ changeTimeoutMs, signal }, ask => ask('replace', replacement));
}

function isQuick({ text, oldText, newText }: TextReplacement): boolean {
    return Math.max(text.length, newText.length) <= QUICK_TEXT && text.length * oldText.length <= QUICK_COMPARISONS;
}
