import type { ProgramCall, ProgramRule } from './program-call';

const HARMLESS =
    'echo pwd true false : test [ whoami id uname uptime which basename dirname seq sleep expr nproc arch tty groups wait exit return ' +
    'break continue shift unset ls tree du df stat readlink realpath wc tr yes factor printenv cal locale getconf type jobs';
/** They show what is in files, or something made from it. */
const READERS =
    'cat head tail nl cut rev tac fold fmt column paste join comm cmp diff md5sum sha1sum sha256sum sha512sum cksum sum b2sum file od ' +
    'hexdump strings base64 base32 jq zcat iconv expand unexpand tsort pr look';

/** Commands that a `sed` script may have without writing or running anything. */
const PLAIN_SED =
    /^(?:(?:\d+|\$)(?:,(?:\d+|\$))?|\/[^/\n]*\/)?[pdq=]$|^(?:(?:\d+|\$)(?:,(?:\d+|\$))?)?s([/|#,:])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gIip\d]*$/;
/** What lets an `awk` program read, write or run something else. */
const ACTIVE_AWK = /system|getline|[|>@]|printf?\s*\(?.*>|close|fflush|ENVIRON|ARGV/;

/** Programs that show or change files: name by name, what could be wrong with a call. */
export const FILE_PROGRAMS: Readonly<Record<string, ProgramRule>> = {
    ...each(HARMLESS, () => undefined),
    ...each(READERS, readsAll),
    printf: call => (call.hasFlag('v') ? call.unproven('it sets a variable') : undefined),
    date: call => (call.hasFlag('s') || call.hasLong('--set') ? call.unproven('it sets the clock') : readsAll(call)),
    hostname: call => (call.args.length > 0 ? call.unproven('it may rename the machine') : undefined),
    cd: call => {
        const target = call.args.at(0);
        const path = target?.literal;
        const inside = path === undefined || target?.glob || call.args.length > 1 ? undefined : call.location.resolve(path);
        if (inside === undefined) {
            call.unproven('it leaves the workspace, or may');
        }
        call.location.directory = inside;
    },
    sort: call => {
        if (call.hasLong('--compress-program')) {
            call.dangerous('it lets sort run another program');
        }
        writesWhen(call, call.hasFlag('o') || call.hasLong('--output', '--files0-from'));
        readsAll(call);
    },
    uniq: call => {
        writesWhen(call, call.literals.filter(value => !value.startsWith('-')).length > 1);
        readsAll(call);
    },
    xxd: call => {
        writesWhen(call, call.hasFlag('r') || call.literals.filter(value => !value.startsWith('-')).length > 1);
        readsAll(call);
    },
    yq: call => {
        writesWhen(call, call.hasFlag('i') || call.hasLong('--inplace', '--in-place'));
        readsAll(call);
    },
    ...each('grep egrep fgrep zgrep', grep),
    rg: call => {
        if (call.hasLong('--pre', '--hostname-bin') || call.hasFlag('z')) {
            call.dangerous('it lets rg run another program');
        }
        if (call.hasFlag('u') || call.hasFlag('.') || call.hasLong('--hidden', '--no-ignore', '--unrestricted')) {
            call.unproven('it reads hidden files, sensitive ones too');
        }
        withoutPattern(call).forEach(word => call.reads(word));
    },
    sed: call => {
        const script = call.args.find(({ literal }) => literal === undefined || !literal.startsWith('-'));
        if (call.options.some(option => !/^-[nErsuz]+$/.test(option))) {
            call.unproven('it changes files, or takes its script from elsewhere');
        }
        if (script?.literal === undefined || !PLAIN_SED.test(script.literal)) {
            call.dangerous('the sed script may run programs or write files');
        }
        call.args.filter(word => word !== script).forEach(word => call.reads(word));
    },
    ...each('awk gawk mawk nawk', call => {
        const program = call.args.find(({ literal }) => literal === undefined || !literal.startsWith('-'));
        if (call.options.some(option => !/^-F.{0,3}$/.test(option)) || program?.literal === undefined || ACTIVE_AWK.test(program.literal)) {
            call.dangerous('the awk program may run programs or write files');
        }
        call.args.filter(word => word !== program).forEach(word => call.reads(word));
    }),
    ...each('mkdir touch', call => call.args.filter(({ literal }) => !literal?.startsWith('-')).forEach(word => call.writes(word))),
    tee: call => call.args.filter(({ literal }) => !literal?.startsWith('-')).forEach(word => call.writes(word)),
    ...each('cp mv ln install truncate rmdir unlink', call => {
        call.unproven('it may replace or remove files');
        const paths = call.args.filter(({ literal }) => !literal?.startsWith('-'));
        paths.forEach(word => call.reads(word));
        // What is copied stays as it is.
        (['cp', 'ln', 'install'].includes(call.name) ? paths.slice(-1) : paths).forEach(word => call.writes(word));
    }),
    rm: call => {
        const recursive = call.hasFlag('r') || call.hasFlag('R') || call.hasLong('--recursive', '--no-preserve-root');
        if (recursive || !call.isStatic) {
            call.dangerous(recursive ? 'it removes whole folders' : 'what it removes is not written out');
        }
        call.unproven('it removes files');
        call.args.filter(({ literal }) => !literal?.startsWith('-')).forEach(word => call.writes(word));
    },
    chmod: call => {
        const mode = call.literals.find(value => !value.startsWith('--') && value !== '-R') ?? '';
        const open = opensToEveryone(mode);
        if (open || !call.isStatic || call.hasFlag('R') || call.hasLong('--recursive', '--reference')) {
            call.dangerous('it opens files to everyone, or many at once');
        }
        call.unproven('it changes who may use files');
    },
    ...each('chown chgrp chattr setfacl', call =>
        call.hasFlag('R') || !call.isStatic
            ? call.dangerous('it changes the owner of many files')
            : call.unproven('it changes who may use files')
    ),
    tar: call => {
        if (
            !call.isStatic ||
            call.hasFlag('I') ||
            call.hasFlag('F') ||
            call.hasLong(
                '--checkpoint-action',
                '--to-command',
                '--use-compress-program',
                '--info-script',
                '--new-volume-script',
                '--rsh-command'
            )
        ) {
            call.dangerous('it may run another program');
        }
        call.unproven('it may replace files');
    }
};

/** One rule for several programs whose names stand in a line. */
export function each(names: string, rule: ProgramRule): Record<string, ProgramRule> {
    return Object.fromEntries(names.split(' ').map(name => [name, rule]));
}

/** Whether a mode lets everyone write or lends its owner's rights; true for what is no mode. */
function opensToEveryone(mode: string): boolean {
    if (/^[0-7]+$/.test(mode)) {
        const bits = parseInt(mode, 8);
        return (bits & 0o2) !== 0 || bits > 0o777;
    }
    return mode.split(',').some(clause => {
        const match = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(clause);
        if (!match) {
            return true;
        }
        const [, who, operator, rights] = match;
        return operator !== '-' && (rights.includes('s') || (rights.includes('w') && /^$|[oa]/.test(who)));
    });
}

function readsAll(call: ProgramCall): void {
    call.args.forEach(word => call.reads(word));
}

function writesWhen(call: ProgramCall, writes: boolean): void {
    if (writes) {
        call.unproven('it may replace a file');
    }
}

/** `grep` names its pattern first, unless an option does. */
function grep(call: ProgramCall): void {
    const recursive = call.hasFlag('r') || call.hasFlag('R') || call.hasLong('--recursive', '--dereference-recursive', '--directories');
    const paths = withoutPattern(call);
    paths.forEach(word => call.reads(word));
    const named = paths.filter(({ literal }) => !literal?.startsWith('-'));
    const everywhere = named.length === 0 || named.some(({ literal }) => literal !== undefined && call.location.resolve(literal) === '.');
    if (recursive && everywhere && !call.literals.some(value => value.startsWith('--include='))) {
        call.unproven('it reads every file, sensitive ones too; name a folder or use rg');
    }
}

function withoutPattern(call: ProgramCall): ProgramCall['args'] {
    const patternGiven = call.hasFlag('e') || call.hasFlag('f') || call.hasLong('--regexp', '--file', '--files', '--type-list');
    const pattern = patternGiven ? undefined : call.args.find(({ literal }) => literal === undefined || !literal.startsWith('-'));
    // A search for a text shows none of the files that this text may name.
    return call.args.filter(word => word !== pattern);
}
