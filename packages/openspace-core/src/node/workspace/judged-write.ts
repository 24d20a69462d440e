import { GlobPattern, visibleText, type WorkspaceError } from '@openspace/workspace-tools';
import type { JudgedAction } from '../approval/action-confirmation';

/** Characters that mean something in a pattern. */
const GLOB_CHARACTER = /[*?[\]{}]/;

/** A write as the person is asked about it; `asked` is what the policy said when it wants a person's word. */
export function judgedWrite(path: string, workspace: string, asked: WorkspaceError | undefined): JudgedAction {
    const rule = asked?.details.rule ?? '';
    const kind = asked?.code === 'sensitive-file' ? 'may hold secrets' : 'can run, configure or approve something by themselves later';
    return {
        decision: asked ? 'ask' : 'allow',
        action: 'write',
        text: visibleText(path),
        reason: asked ? `Files such as ${rule} ${kind}.` : 'Your settings ask about every change.',
        place: workspace,
        // A pattern is read by the person like the path, so it holds nothing that cannot be seen.
        ...(GLOB_CHARACTER.test(path) || visibleText(path) !== path ? {} : { pattern: path }),
        isCoveredBy: patterns => patterns.some(pattern => covers(pattern, path))
    };
}

/** A pattern that is none covers nothing. */
function covers(pattern: string, path: string): boolean {
    try {
        return new GlobPattern(pattern).matches(path.split('/'));
    } catch {
        return false;
    }
}
