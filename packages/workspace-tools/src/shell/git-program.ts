import { isOwnRepository, mayTrackSensitive } from './git-index';
import { isNamePattern } from './option-grammar';
import type { ProgramCall } from './program-call';

/** Options of whichever git command that run programs or write files, as git also takes them cut short. */
const ACTIVE_OPTIONS = [
    '--output', '--ext-diff', '--textconv', '--open-files-in-pager', '--upload-pack', '--receive-pack', '--exec', '--exec-path',
    '--config-env', '--config', '--template', '--separate-git-dir', '--edit-description', '--extcmd', '--tool', '--paginate', '--show-signature'
]; // prettier-ignore

/** Commands that only show names and states, with options that leave it at that. */
const SHOWS: Readonly<Record<string, RegExp>> = {
    'rev-parse': /^--(?:short(?:=\d+)?|abbrev-ref|verify|quiet|show-toplevel|show-prefix|show-cdup|git-dir|is-inside-work-tree|symbolic|all|)$|^-q$/,
    'ls-files': /^(?:-[cdmoikstuvz]+|--(?:cached|deleted|modified|others|ignored|stage|unmerged|killed|exclude-standard|full-name|error-unmatch|directory|))$/,
    'ls-tree': /^(?:-[drtlz]+|--(?:name-only|name-status|long|full-name|full-tree|))$/,
    describe: /^--(?:tags|all|always|long|abbrev=\d+|dirty|first-parent|exact-match|match=.*|exclude=.*)$/,
    blame: /^(?:-[lswefnpt]+|-L(?:\d*,\+?\d*)?|--(?:line-porcelain|porcelain|show-name|show-number|show-email|date=\w+|))$/,
    'rev-list': /^(?:-\d+|-n\d*|--(?:count|all|max-count=\d+|reverse|merges|no-merges|first-parent|branches|tags|left-right|since=.*|until=.*|author=.*|oneline))$/,
    'merge-base': /^(?:-a|--(?:all|is-ancestor|fork-point|octopus|independent))$/,
    'name-rev': /^--(?:tags|name-only|always)$/,
    'show-ref': /^(?:-[dhqs]+|--(?:head|heads|tags|branches|verify|quiet|hash|dereference))$/,
    version: /^--build-options$/
}; // prettier-ignore
/** Commands that change something that git keeps for long, or that others see. */
const DESTROYS = new Set(
    'clean filter-branch filter-repo update-ref reflog gc prune config daemon bisect submodule difftool mergetool send-email fast-import update-index credential credential-store archive bundle instaweb hook maintenance replace'.split(
        ' '
    )
);

/** What `git config` may be asked. Other settings may hold secrets. */
const SHOWS_AUTHOR = /^(?:--get )?user\.(?:name|email)$/;
/** Formats, with whatever stands before what they show, and orders for which git runs a program. */
const CHECKS_SIGNATURES = /%[-+ ]?G|%\(\*?signature|^--sort=.*signature/i;
/** Options with which `log` and `diff` show no more content than without them. Formats with `%G` run a program. */
const PLAIN_OPTION =
    /^(?:-\d+|-n\d*|-[swbiEFMCzq]|--(?:oneline|max-count=\d+|graph|all|branches|tags|stat|shortstat|numstat|summary|name-only|name-status|cached|staged|decorate\S*|no-decorate|(?:format|pretty)=(?!.*%[-+ ]?G).*|since=.*|until=.*|after=.*|before=.*|author=.*|committer=.*|grep=.*|reverse|merges|no-merges|first-parent|follow|abbrev-commit|date=\S+|no-patch|no-color|color(?:=\S+)?|exit-code|quiet|ignore-all-space|ignore-space-change|topo-order|date-order|no-ext-diff|no-textconv|))$/s;
/** Options of `diff` that change how it shows content. */
const CONTENT_OPTION = /^--(?:check|word-diff)$/;
/** Options with which `diff` and `show` show names only. */
const NAMES_ONLY = /^--(?:stat|shortstat|numstat|summary|name-only|name-status|no-patch)$|^-s$/;
/** Operands that are commits and nothing else: the name of anything else may be that of a file's content. */
const COMMIT = /^(?:HEAD|@)(?:[~^]\d*)*$/;

/** Judges a call of git. Its configuration can run any program, so nothing in it may be decided elsewhere. */
export function judgeGit(call: ProgramCall): void {
    if (call.args.some(word => word.literal === undefined && !isNamePattern(word))) {
        call.dangerous('an argument of git is not written out, and some of them run programs');
        return;
    }
    const values = withoutGlobalOptions(call);
    const command = values.at(0);
    const rest = values.slice(1);
    if (!isOwnRepository(call.location)) {
        call.unproven('which repository it works on, and what that makes git run, is not known');
    }
    if (call.hasLong(...ACTIVE_OPTIONS) || rest.some(value => /^-[Ox]/.test(value))) {
        call.dangerous('it can make git run programs or write files');
    }
    call.args.filter(({ literal }) => literal !== command).forEach(word => call.reads(word));
    if (rest.some(value => CHECKS_SIGNATURES.test(value))) {
        call.dangerous('it checks signatures, for which git runs a program');
    }
    if (command === undefined) {
        return;
    }
    const shows = Object.hasOwn(SHOWS, command) ? SHOWS[command] : undefined;
    if (shows && rest.filter(isOption).every(option => shows.test(option))) {
        return;
    }
    if (command === 'config' && call.isStatic && SHOWS_AUTHOR.test(rest.join(' '))) {
        return;
    }
    if (DESTROYS.has(command) || (command === 'reset' && rest.some(isOption)) || (command === 'push' && !isPlainPush(rest))) {
        call.dangerous(`"git ${command}" can lose work or change how git behaves`);
    } else if (['log', 'diff', 'show', 'grep', 'cat-file'].includes(command)) {
        judgeContent(call, command, rest);
    } else if (!isHarmless(command, rest)) {
        call.unproven(`"git ${command}" is not known to be harmless with these arguments`);
    }
}

/** Whether a call makes git track more than files that it names. */
export function addsUnnamed(call: ProgramCall): boolean {
    const [command, ...rest] = withoutGlobalOptions(call);
    const paths = rest.filter(value => !isOption(value));
    return command === 'add' && !(paths.length > 0 && paths.every(path => call.location.isFile(path)));
}

/** Whether a call shows the content of whatever git tracks. */
export function showsTracked(call: ProgramCall): boolean {
    const [command = '', ...rest] = withoutGlobalOptions(call);
    return ['diff', 'grep'].includes(command) && !rest.some(value => NAMES_ONLY.test(value));
}

/** Judges what shows content: of files as they are now, or as they were when one of them may have been sensitive. */
function judgeContent(call: ProgramCall, command: string, rest: readonly string[]): void {
    const options = rest.filter(isOption);
    const operands = rest.filter(value => !isOption(value));
    const isPlain = options.every(option => PLAIN_OPTION.test(option));
    if ((command === 'log' && isPlain) || (command === 'cat-file' && options.length === 1 && /^-[tse]$/.test(options[0]))) {
        return;
    }
    const showsNames = isPlain && options.some(option => NAMES_ONLY.test(option));
    if (showsNames && (command === 'diff' || (command === 'show' && operands.every(value => COMMIT.test(value))))) {
        return;
    }
    const isCurrent =
        (command === 'diff' &&
            options.every(option => PLAIN_OPTION.test(option) || CONTENT_OPTION.test(option)) &&
            operands.every(value => value === 'HEAD' || isPath(call, rest, value)) &&
            !mayShowRemoved(call, rest)) ||
        (command === 'grep' && options.every(option => /^-[nivwEFPlcohH]+$/.test(option)) && operands.length <= 1);
    if (!isCurrent) {
        call.unproven(`"git ${command}" may show sensitive files as they were once`);
        return;
    }
    if (mayTrackSensitive(call.location)) {
        call.unproven(`"git ${command}" may show sensitive files, which git tracks here`);
    }
}

/** Whether it compares with a commit, in which there may be files that git does not track any more. Files that are named are none of these. */
function mayShowRemoved({ location }: ProgramCall, rest: readonly string[]): boolean {
    const isWithCommit = rest.some(value => ['HEAD', '--cached', '--staged'].includes(value));
    const paths = rest.filter(value => !isOption(value) && value !== 'HEAD');
    return isWithCommit && location.workspaceRoot !== undefined && !(paths.length > 0 && paths.every(path => location.isFile(path)));
}

/** Whether an operand can only be a path. A tag may look like one: git takes it for that only behind `--`, or where there is such a file. */
function isPath({ location }: ProgramCall, rest: readonly string[], value: string): boolean {
    const isPlain = /^[\w./-]+$/.test(value) && !value.includes('..') && location.places(value) !== undefined;
    const isBehindDashes = rest.includes('--') && rest.indexOf(value) > rest.indexOf('--');
    const isFile = /\.\w+$/.test(value) && location.isFile(value);
    return isPlain && (isBehindDashes || value.endsWith('/') || isFile);
}

function isHarmless(command: string, rest: readonly string[]): boolean {
    const operands = rest.filter(value => !isOption(value));
    const flags = rest.filter(isOption);
    switch (command) {
        case 'status':
            return flags.every(flag =>
                /^(?:-[sbzu]+|-uno|-uall|--(?:short|branch|long|porcelain(?:=v?\d)?|ignored|show-stash|untracked-files=\w+|))$/.test(flag)
            );
        case 'shortlog':
            return flags.every(flag => /^-[sne]+$/.test(flag));
        case 'add':
            return flags.every(flag => /^(?:-[Aunv]+|--(?:all|update|dry-run|verbose|))$/.test(flag));
        case 'commit':
            return flags.every(flag => /^-(?:[amsq]+|m.*|-message(=.*)?|-all|-signoff|-quiet|-allow-empty)$/s.test(flag));
        case 'branch':
            return (
                operands.length === 0 &&
                flags.every(flag => /^(?:-[arvl]+|--(?:all|remotes|list|verbose|show-current|merged|no-merged|sort=[\w:-]+))$/.test(flag))
            );
        case 'remote':
            return rest.length === 0;
        case 'tag':
            return (
                (operands.length === 0 || flags.some(flag => /^-(?:l|-list)$/.test(flag))) &&
                flags.every(flag => /^-(?:l|n\d*|-list|-sort=\S*)$/.test(flag))
            );
        case 'stash':
        case 'worktree':
            return rest.length === 1 && rest[0] === 'list';
        case 'switch':
            return rest[0] === '-c' && rest.length === 2;
        case 'checkout':
            return rest[0] === '-b' && rest.length === 2;
        case 'for-each-ref':
            return flags.every(flag => /^--(?:count|sort|format)=[^%]*(?:%\((?:refname|objectname)(?::short)?\)[^%]*)*$/.test(flag));
        default:
            return false;
    }
}

function isOption(value: string): boolean {
    return value.startsWith('-');
}

/** A push that cannot overwrite or remove what others have. */
function isPlainPush(rest: readonly string[]): boolean {
    return rest.every(value => (isOption(value) ? /^(?:-u|-v|--set-upstream|--tags|--dry-run)$/.test(value) : !/^[+:]/.test(value)));
}

function withoutGlobalOptions(call: ProgramCall): readonly string[] {
    const values = [...call.literals];
    for (;;) {
        const [option = ''] = values;
        if (option === '-C') {
            // What it shows is looked up where the command line is.
            call.unproven('it works in another folder');
            values.splice(0, 2);
        } else if (['--no-pager', '--version', '--no-optional-locks', '-P', '-v', '-h'].includes(option)) {
            values.shift();
        } else if (option.startsWith('-')) {
            call.dangerous(`the option ${option} changes how git behaves`);
            return [];
        } else {
            return values;
        }
    }
}
