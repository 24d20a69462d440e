import { WorkspaceError } from '../workspace-error';

/** Linux passes on no argument that is longer, and not much more than this of all together; some of it belongs to the environment. */
const LONGEST_ARGUMENT_BYTES = 128 * 1024 - 1;
const MOST_BYTES = 512 * 1024;

/**
 * Looks at the names alone, so that all calls about the same files pass or none does: the options before them are few.
 * @throws WorkspaceError `too-large` when these cannot be passed on to git
 */
export function checkArguments(args: readonly string[]): void {
    const names = args.slice(args.indexOf('--') + 1);
    const sizes = names.map(argument => Buffer.byteLength(argument) + 1);
    const size = sizes.reduce((sum, each) => sum + each, 0);
    if (size > MOST_BYTES || sizes.some(each => each > LONGEST_ARGUMENT_BYTES)) {
        throw new WorkspaceError(
            'too-large',
            `The names of these files have ${size} bytes, more than git takes at once (${MOST_BYTES}, ${LONGEST_ARGUMENT_BYTES} for one of them). Name fewer of them in "files".`,
            { size, limit: MOST_BYTES }
        );
    }
}
