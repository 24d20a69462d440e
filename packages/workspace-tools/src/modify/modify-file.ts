import { changeFile } from '../edit/change-file';
import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { withTextThread } from '../thread/text-thread';
import { ModifiedText, TextModification, applyOperations } from './apply-operations';
import { ModifyRequest, ModifyResult } from './modify-request';

/** Up to here, counting the characters for each operation, lines are changed faster than a thread is started. */
const QUICK_CHARACTERS = 1_000_000;

/** Applies line operations and regular expressions to a file, one after the other, all or nothing. */
export async function modifyFile(guard: PathGuard, request: ModifyRequest, options: ChangeOptions): Promise<ModifyResult> {
    return changeFile(guard, request, options, async ({ content: text }) => {
        const { content, ...result } = await modifyText(guard, request, text, options);
        return { content, result };
    });
}

/** What becomes of the text of a file. */
export async function modifyText(
    guard: PathGuard,
    { path, operations }: ModifyRequest,
    text: string,
    { signal }: ChangeOptions
): Promise<ModifiedText> {
    const { writeBytes, changeTimeoutMs } = guard.policy.limits;
    const modification = { path, text, operations, maxLength: writeBytes };
    return isQuick(modification)
        ? applyOperations(modification)
        : withTextThread<ModifiedText>({ changeTimeoutMs, signal }, ask => ask('modify', modification));
}

function isQuick({ text, operations }: TextModification): boolean {
    const added = operations.reduce((sum, operation) => sum + ('newContent' in operation ? operation.newContent.length : 0), 0);
    return (
        (text.length + added) * operations.length <= QUICK_CHARACTERS && !operations.some(operation => operation.type === 'regexReplace')
    );
}
