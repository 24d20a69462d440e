import type { ProgramCall } from './program-call';

/** Options of whichever git command that run programs or write files, as git also takes them cut short. */
const ACTIVE_OPTIONS = [
    '--output', '--ext-diff', '--textconv', '--open-files-in-pager', '--upload-pack', '--receive-pack', '--exec', '--exec-path',
    '--config-env', '--config', '--template', '--separate-git-dir', '--edit-description', '--extcmd', '--tool', '--paginate'
]; // prettier-ignore

/** Commands that only show something, whatever their arguments. */
const SHOWS = new Set(
    'status log diff show rev-parse ls-files ls-tree describe blame shortlog rev-list merge-base name-rev cat-file show-ref diff-tree for-each-ref whatchanged version help'.split(
        ' '
    )
);
/** Commands that change something that git keeps for long, or that others see. */
const DESTROYS = new Set(
    'clean filter-branch filter-repo update-ref reflog gc prune config daemon bisect submodule difftool mergetool send-email fast-import update-index credential credential-store archive bundle instaweb hook maintenance replace'.split(
        ' '
    )
);

/** Judges a call of git. Its configuration can run any program, so nothing in it may be decided elsewhere. */
export function judgeGit(call: ProgramCall): void {
    if (call.args.some(({ literal }) => literal === undefined)) {
        call.dangerous('an argument of git is not written out, and some of them run programs');
        return;
    }
    const [command, ...rest] = withoutGlobalOptions(call);
    if (call.hasLong(...ACTIVE_OPTIONS) || rest.some(value => /^-[Ox]/.test(value))) {
        call.dangerous('it can make git run programs or write files');
    }
    call.args.filter(({ literal }) => literal !== command).forEach(word => call.reads({ ...word, glob: false }));
    judgeGitCommand(call, command, rest);
}

function judgeGitCommand(call: ProgramCall, command: string | undefined, rest: readonly string[]): void {
    const operands = rest.filter(value => !value.startsWith('-'));
    const flags = rest.filter(value => value.startsWith('-'));
    if (command === undefined || SHOWS.has(command)) {
        return;
    }
    if (DESTROYS.has(command) || (command === 'reset' && flags.length > 0) || (command === 'push' && !isPlainPush(rest))) {
        call.dangerous(`"git ${command}" can lose work or change how git behaves`);
        return;
    }
    const isHarmless =
        command === 'add' ||
        (command === 'commit' && flags.every(flag => /^-(?:[amsvq]+|m.*|-message(=.*)?|-all|-signoff|-quiet|-allow-empty)$/s.test(flag))) ||
        (command === 'branch' && operands.length === 0 && !flags.some(flag => /^-[dDmMcCfu]|^--(?:de|mo|co|fo|ed|se|un)/.test(flag))) ||
        (command === 'remote' && (rest.length === 0 || rest.every(value => value === '-v'))) ||
        (command === 'tag' && operands.length === 0 && flags.every(flag => /^-(?:l|n\d*|-list|-sort=\S*)$/.test(flag))) ||
        (command === 'stash' && operands[0] === 'list') ||
        (command === 'worktree' && operands[0] === 'list') ||
        (command === 'switch' && flags.every(flag => flag === '-c') && operands.length === 1) ||
        (command === 'checkout' && rest[0] === '-b' && rest.length === 2) ||
        (command === 'grep' && !flags.some(flag => flag.startsWith('--no-index')));
    if (!isHarmless) {
        call.unproven(`"git ${command}" is not known to be harmless with these arguments`);
    }
}

/** A push that cannot overwrite or remove what others have. */
function isPlainPush(rest: readonly string[]): boolean {
    return rest.every(value => (value.startsWith('-') ? /^(?:-u|-v|--set-upstream|--tags|--dry-run)$/.test(value) : !/^[+:]/.test(value)));
}

function withoutGlobalOptions(call: ProgramCall): readonly string[] {
    const values = [...call.literals];
    for (;;) {
        const [option = ''] = values;
        if (option === '-C') {
            values.splice(0, 2);
        } else if (['--no-pager', '--version', '--help', '--no-optional-locks', '-P', '-v', '-h'].includes(option)) {
            values.shift();
        } else if (option.startsWith('-')) {
            call.dangerous(`the option ${option} changes how git behaves`);
            return [];
        } else {
            return values;
        }
    }
}
