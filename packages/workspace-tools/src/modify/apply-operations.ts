import { countLines } from '../read/text-encoding';
import { WorkspaceError } from '../workspace-error';
import { applyLineOperation } from './line-operation';
import { ModifyOperation } from './modify-request';
import { replaceByRegex } from './regex-replace';

/** Operations for the text of a file. */
export interface TextModification {
    /** The file, for messages. */
    readonly path: string;
    readonly text: string;
    readonly operations: readonly ModifyOperation[];
    /** Characters that the text may have at most after each operation. */
    readonly maxLength: number;
}

export interface ModifiedText {
    readonly content: string;
    readonly replacements: number;
    /** Lines of the whole text now. */
    readonly lines: number;
}

/** Applies operations one after the other; throws at the first that cannot be applied. */
export function applyOperations({ path, text, operations, maxLength }: TextModification): ModifiedText {
    let [content, replacements] = [text, 0];
    for (const [index, operation] of operations.entries()) {
        const place = { path, position: index + 1 };
        if (operation.type === 'regexReplace') {
            const replaced = replaceByRegex(content, operation, place, maxLength);
            content = replaced.text;
            replacements += replaced.count;
        } else {
            content = applyLineOperation(content, operation, place);
        }
        if (content.length > maxLength) {
            throw new WorkspaceError('too-large', 'The file would grow beyond what may be written. Change less at once.', {
                ...place,
                limit: maxLength
            });
        }
    }
    return { content, replacements, lines: countLines(content) };
}
