import type { OperationOptions } from '../operation';
import { mayBeUnnamed } from '../may-be-unnamed';
import { withoutCutCharacter } from '../read/text-encoding';
import { WorkspaceError } from '../workspace-error';
import { PLAIN_DIFF, changedWhileCompared, diffConflicts } from './conflict-diff';
import { succeeded } from './git-failure';
import type { GitDiffResult, GitRequest } from './git-request';
import type { GitRunner } from './git-runner';
import { placesInRepository } from './repository-paths';

/** Names and contents in one answer, so that what is shown is what was judged. */
const DIFF_WITH_NAMES = [...PLAIN_DIFF, '--raw', '-z', '--patch', '--find-renames'];
/** Room for the names that stand before the contents. */
const NAMES_BYTES = 4 * 1024 * 1024;

interface Patch {
    readonly text: string;
    readonly totalBytes: number;
    readonly truncated: boolean;
    readonly hidden: readonly string[];
}

/** Shows what is staged and what is not, of all files or of some, but never of sensitive ones. */
export async function gitDiff(git: GitRunner, { files }: GitRequest, options: OperationOptions): Promise<GitDiffResult> {
    const places = files === undefined ? [] : await placesInRepository(git.guard, files, options);
    const staged = await readPatch(git, ['--cached'], places);
    const unstaged = await readPatch(git, [], places);
    return {
        action: 'diff',
        staged: staged.text,
        unstaged: unstaged.text,
        truncated: staged.truncated || unstaged.truncated,
        totalBytes: staged.totalBytes + unstaged.totalBytes,
        hidden: [...new Set([...staged.hidden, ...unstaged.hidden])].sort()
    };
}

async function readPatch(git: GitRunner, options: readonly string[], places: readonly string[]): Promise<Patch> {
    const { answer, hidden } = await withoutHidden(git, options, places);
    // A name that is no text cannot be given to git, which would then leave it out without a word.
    const unnamed = answer.conflicts.filter(mayBeUnnamed);
    const conflicts = await diffConflicts(git, answer.conflicts.filter(isNamed));
    const both = { text: conflicts.text + answer.text, bytes: conflicts.bytes + answer.bytes };
    return { ...cut(both, git.guard.policy.limits.gitDiffBytes), hidden: [...hidden, ...unnamed] };
}

async function withoutHidden(
    git: GitRunner,
    options: readonly string[],
    places: readonly string[]
): Promise<{ readonly answer: DiffAnswer; readonly hidden: readonly string[] }> {
    const first = await callDiff(git, options, places);
    if (first.hidden.length === 0) {
        return { answer: first, hidden: [] };
    }
    const named = first.shown.filter(isNamed);
    const second = named.length === 0 ? { ...first, text: '', bytes: 0, conflicts: [], hidden: [] } : await callDiff(git, options, named);
    if (second.hidden.length > 0) {
        throw changedWhileCompared();
    }
    return { answer: second, hidden: [...first.hidden, ...first.shown.filter(mayBeUnnamed)] };
}

function isNamed(path: string): boolean {
    return !mayBeUnnamed(path);
}

interface DiffAnswer {
    readonly text: string;
    /** Size of the whole text; more than there is of it when git was cut short. */
    readonly bytes: number;
    /** Files that may be shown, and those of them with conflicts, which are not in the text. */
    readonly shown: readonly string[];
    readonly conflicts: readonly string[];
    readonly hidden: readonly string[];
}

async function callDiff(git: GitRunner, options: readonly string[], places: readonly string[]): Promise<DiffAnswer> {
    const { policy } = git.guard;
    const answer = succeeded(
        git,
        await git.run({
            args: [...DIFF_WITH_NAMES, ...options, '--', ...places],
            effect: 'nothing',
            outputBytes: NAMES_BYTES + policy.limits.gitDiffBytes
        })
    );
    const { paths, conflicts, rest } = splitNames(answer.stdout, answer.truncated);
    if (rest === undefined) {
        throw new WorkspaceError('too-large', 'Too many files are changed to compare them at once. Name some of them in "files".');
    }
    const isHidden = (path: string): boolean => policy.judgeRead(path).decision === 'deny';
    // A renamed file counts by both of its names.
    const hidden = paths.filter(names => names.some(isHidden));
    const named = Buffer.byteLength(answer.stdout) - Buffer.byteLength(rest);
    return {
        text: rest,
        bytes: Math.max(0, answer.stdoutBytes - named),
        hidden: hidden.flat().filter(isHidden),
        shown: paths.flat().filter(path => !isHidden(path)),
        conflicts: conflicts.filter(path => !isHidden(path))
    };
}

/** What stands before the contents. */
interface DiffNames {
    /** The names, those of a renamed file together. */
    readonly paths: readonly (readonly string[])[];
    /** Those of files with conflicts, of which git tells no content here. */
    readonly conflicts: readonly string[];
    /** The contents; undefined when the answer ends before them. */
    readonly rest?: string;
}

function splitNames(output: string, isCut: boolean): DiffNames {
    const [paths, conflicts]: [string[][], string[]] = [[], []];
    let position = 0;
    const take = (): string | undefined => {
        const end = output.indexOf('\0', position);
        const text = end < 0 ? undefined : output.slice(position, end);
        position = end < 0 ? output.length : end + 1;
        return text;
    };
    while (position < output.length) {
        const record = take();
        if (record === '') {
            return { paths, conflicts, rest: output.slice(position) };
        }
        const names = /\s[RC]\d*$/.test(record ?? '') ? [take(), take()] : [take()];
        const known = names.filter(name => name !== undefined);
        if (known.length < names.length) {
            return { paths, conflicts };
        }
        paths.push(known);
        conflicts.push(...(record?.startsWith('::') ? known : []));
    }
    // Nothing stands behind the names when all files have conflicts.
    return { paths, conflicts, ...(!isCut && { rest: '' }) };
}

function cut({ text, bytes }: Pick<DiffAnswer, 'text' | 'bytes'>, limit: number): Patch {
    const content = Buffer.from(text);
    return content.length > limit || bytes > content.length
        ? { text: withoutCutCharacter(content.subarray(0, limit)).toString('utf8'), totalBytes: bytes, truncated: true, hidden: [] }
        : { text, totalBytes: bytes, truncated: false, hidden: [] };
}
