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
    const { path, operations } = request;
    const { writeBytes, changeTimeoutMs } = guard.policy.limits;
    return changeFile(guard, request, options, async ({ content: text }) => {
        const modification = { path, text, operations, maxLength: writeBytes };
        const { content, ...result } = await (isQuick(modification)
            ? applyOperations(modification)
            : withTextThread<ModifiedText>({ changeTimeoutMs, signal: options.signal }, ask => ask('modify', modification)));
        return { content, result };
    });
}

function isQuick({ text, operations }: TextModification): boolean {
    const added = operations.reduce((sum, operation) => sum + ('newContent' in operation ? operation.newContent.length : 0), 0);
    return (
        (text.length + added) * operations.length <= QUICK_CHARACTERS && !operations.some(operation => operation.type === 'regexReplace')
    );
}
