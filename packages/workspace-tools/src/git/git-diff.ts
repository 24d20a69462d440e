import { StringDecoder } from 'node:string_decoder';
import type { OperationOptions } from '../operation';
import { mayBeUnnamed } from '../may-be-unnamed';
import { WorkspaceError } from '../workspace-error';
import { succeeded } from './git-failure';
import type { GitDiffResult, GitRequest } from './git-request';
import type { GitRunner } from './git-runner';
import { placesInRepository } from './repository-paths';

/** Names and contents in one answer, so that what is shown is what was judged. */
const DIFF = [
    'diff', '--raw', '-z', '--patch', '--find-renames', '--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty', '--submodule=short'
]; // prettier-ignore
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
    const first = await callDiff(git, options, places);
    if (first.hidden.length === 0) {
        return cut(first, git.guard.policy.limits.gitDiffBytes);
    }
    // A name that is no text cannot be given to git, which would then leave it out without a word.
    const unnamed = first.shown.filter(mayBeUnnamed);
    const named = first.shown.filter(path => !mayBeUnnamed(path));
    const second = named.length === 0 ? { ...first, text: '', bytes: 0, hidden: [] } : await callDiff(git, options, named);
    if (second.hidden.length > 0) {
        throw new WorkspaceError('changed', 'Files were changed while they were compared. Repeat the call.');
    }
    return { ...cut(second, git.guard.policy.limits.gitDiffBytes), hidden: [...first.hidden, ...unnamed] };
}

interface DiffAnswer {
    readonly text: string;
    /** Size of the whole text; more than there is of it when git was cut short. */
    readonly bytes: number;
    readonly shown: readonly string[];
    readonly hidden: readonly string[];
}

async function callDiff(git: GitRunner, options: readonly string[], places: readonly string[]): Promise<DiffAnswer> {
    const { policy } = git.guard;
    const answer = succeeded(
        git,
        await git.run({
            args: [...DIFF, ...options, '--', ...places],
            effect: 'nothing',
            outputBytes: NAMES_BYTES + policy.limits.gitDiffBytes
        })
    );
    const { paths, rest } = splitNames(answer.stdout);
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
        shown: paths.flat().filter(path => !isHidden(path))
    };
}

/** The names that stand before the contents, those of a renamed file together; no rest when the answer ends before them. */
function splitNames(output: string): { readonly paths: readonly (readonly string[])[]; readonly rest?: string } {
    const paths: string[][] = [];
    let position = 0;
    const take = (): string | undefined => {
        const end = output.indexOf('\0', position);
        const text = end < 0 ? undefined : output.slice(position, end);
        position = end + 1;
        return text;
    };
    if (output === '') {
        return { paths, rest: '' };
    }
    for (let record = take(); record !== undefined; record = take()) {
        if (record === '') {
            return { paths, rest: output.slice(position) };
        }
        const names = /\s[RC]\d*$/.test(record) ? [take(), take()] : [take()];
        if (names.includes(undefined)) {
            return { paths };
        }
        paths.push(names.filter(name => name !== undefined));
    }
    return { paths };
}

function cut({ text, bytes }: DiffAnswer, limit: number): Patch {
    const content = Buffer.from(text);
    return content.length > limit || bytes > content.length
        ? { text: new StringDecoder('utf8').write(content.subarray(0, limit)), totalBytes: bytes, truncated: true, hidden: [] }
        : { text, totalBytes: bytes, truncated: false, hidden: [] };
}
