import { relative } from 'node:path';
import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import type { WorkspaceSurvey } from './workspace-survey';

/** Every one is a mount of its own; a workspace with more is not one that a sandbox can serve quickly. */
const MOST_MOUNTS = 1000;

/**
 * @param othersRun whether other commands run: what has no name came after they had begun
 * @throws WorkspaceError when a command cannot be kept from all that it has to be kept from
 */
export function refuseUnkept({ masked, readOnly, unnamed }: WorkspaceSurvey, workspace: string, othersRun: boolean): void {
    if (masked.length + readOnly.length > MOST_MOUNTS) {
        throw new WorkspaceError(
            'sandbox-failed',
            `The workspace has more than ${MOST_MOUNTS} sensitive or protected files, too many to keep from a command. ` +
                'Open a smaller folder, or choose the sandbox provider "local".'
        );
    }
    const first = unnamed.at(0);
    if (first) {
        const path = quotePath(relative(workspace, first.path));
        throw new WorkspaceError(
            'sandbox-failed',
            `The name of ${path} is not valid UTF-8, so what is sensitive or protected there cannot be kept from a command. ` +
                (othersRun
                    ? 'It came while another command runs, and gets another name when that has ended. Try again then.'
                    : 'Ask the person to rename it.')
        );
    }
}
