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
    const { path, oldText, newText, replaceAll } = request;
    if (oldText === newText) {
        throw new WorkspaceError(
            'invalid-argument',
            'The old and the new text are the same, so nothing would change. Give another new text.',
            {
                path
            }
        );
    }
    const { writeBytes, changeTimeoutMs } = guard.policy.limits;
    return changeFile(guard, request, options, async ({ content: text }) => {
        const replacement = { path, text, oldText, newText, replaceAll, maxLength: writeBytes };
        const { content, ...result } = await (isQuick(replacement)
            ? replaceText(replacement)
            : withTextThread<ReplacedText>({ changeTimeoutMs, signal: options.signal }, ask => ask('replace', replacement)));
        return { content, result };
    });
}

function isQuick({ text, oldText }: TextReplacement): boolean {
    return text.length <= QUICK_TEXT && text.length * oldText.length <= QUICK_COMPARISONS;
}
