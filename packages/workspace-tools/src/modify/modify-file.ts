import { changeFile } from '../edit/change-file';
import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { countLines } from '../read/text-encoding';
import { WorkspaceError } from '../workspace-error';
import { applyLineOperation } from './line-operation';
import { ModifyRequest, ModifyResult } from './modify-request';
import { replaceByRegex } from './regex-replace';

/** Applies line operations and regular expressions to a file, one after the other, all or nothing. */
export async function modifyFile(guard: PathGuard, request: ModifyRequest, options: ChangeOptions): Promise<ModifyResult> {
    const { limits } = guard.policy;
    return changeFile(guard, request, options, async before => {
        let { content } = before;
        let replacements = 0;
        for (const [index, operation] of request.operations.entries()) {
            const place = { path: request.path, position: index + 1 };
            if (operation.type === 'regexReplace') {
                const replaced = await replaceByRegex(content, operation, place, { ...limits, signal: options.signal });
                content = replaced.text;
                replacements += replaced.count;
            } else {
                content = applyLineOperation(content, operation, place);
            }
            if (content.length > limits.writeBytes) {
                throw new WorkspaceError('too-large', 'The file would grow beyond what may be written. Change less at once.', {
                    ...place,
                    limit: limits.writeBytes
                });
            }
        }
        return { content, result: { replacements, lines: countLines(content) } };
    });
}
