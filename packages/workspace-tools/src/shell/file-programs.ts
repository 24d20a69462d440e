import { readArguments } from './option-grammar';
import type { ProgramCall, ProgramRule } from './program-call';
import { READER_PROGRAMS } from './reader-programs';
import { judgeGrep, judgeRipgrep } from './search-programs';
import { judgeTest } from './test-program';

const HARMLESS =
    'echo pwd true false : whoami id uname uptime which basename dirname seq sleep expr nproc arch tty groups exit return ' +
    'break continue shift ls df free stat readlink realpath tr yes factor printenv cal locale getconf type';

/** Commands that a `sed` script may have without writing or running anything. */
const PLAIN_SED =
    /^(?:(?:\d+|\$)(?:,(?:\d+|\$))?|\/[^/\n]*\/)?[pdq=]$|^(?:(?:\d+|\$)(?:,(?:\d+|\$))?)?s([/|#,:])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gIip\d]*$/;
/** What lets an `awk` program read, write or run something else. */
const ACTIVE_AWK = /system|getline|[|>@]|close|fflush|ENVIRON|ARGV|SYMTAB|FUNCTAB|PROCINFO|extension|load|include|\\\n/;

/** Operators of `awk` that are none of these, although they begin alike. */
const COMPARES_OR_JOINS = />=|\|\|/g;

/** The part of a format for which bash sets the variable that an argument names. */
const SETS_VARIABLE = /%[^%a-zA-Z]*[hjlLtz]*n/;

/** Programs that show or change files: name by name, what could be wrong with a call. */
export const FILE_PROGRAMS: Readonly<Record<string, ProgramRule>> = {
    ...each(HARMLESS, () => undefined),
    ...READER_PROGRAMS,
    ...each('test [', judgeTest),
    // An option or a format could make it set a variable, and the index of one can run commands.
    printf: call => {
        const isPlain = call.values.at(0) === '--';
        const format = call.args.at(isPlain ? 1 : 0)?.literal;
        if (format === undefined || (!isPlain && format.startsWith('-')) || SETS_VARIABLE.test(format.replaceAll('%%', ''))) {
            call.dangerous('it may set a variable');
        }
    },
    unset: call =>
        call.args.every(({ literal }) => literal !== undefined && /^(?:-[fv]|[a-z_]\w*)$/.test(literal))
            ? undefined
            : call.dangerous('what it takes away may decide which programs run'),
    ...each('wait jobs', call =>
        call.args.every(({ literal, source }) => /^(?:%?\d+|-[lnprs]|\$!|)$/.test(literal ?? source) && literal !== '-p')
            ? undefined
            : call.dangerous('its options can run commands')
    ),
    // They show numbers and names, so any file will do.
    wc: call => void readArguments(call, { flags: 'clmwL', long: 'bytes chars lines words max-line-length' }),
    du: call =>
        void readArguments(call, {
            flags: 'abchklmsSx0',
            valued: 'dB',
            long: 'all human-readable summarize total apparent-size si null one-file-system',
            longValued: 'max-depth exclude block-size'
        }),
    tree: call =>
        void readArguments(call, {
            flags: 'adfhpugsDFnCNirtv',
            valued: 'LPI',
            long: 'dirsfirst noreport prune gitignore',
            longValued: 'filelimit charset'
        }),
    hostname: call => (call.args.length > 0 ? call.unproven('it may rename the machine') : undefined),
    cd: call => {
        const target = call.args.at(0);
        const path = target?.literal;
        const isPlain = path !== undefined && call.args.length === 1 && !path.startsWith('-');
        const places = isPlain ? call.location.places(path) : undefined;
        if (places === undefined) {
            call.unproven('it leaves the workspace, or may');
        } else if (places.some(place => call.isGuarded(place))) {
            call.unproven(`it enters a folder that is sensitive or protected: ${path}`);
        }
        call.location.enter(isPlain ? path : undefined);
    },
    ...each('pushd popd', call => {
        call.unproven('it leaves the workspace, or may');
        call.location.enter(undefined);
    }),
    ...each('grep egrep fgrep zgrep', judgeGrep),
    rg: judgeRipgrep,
    sed: call => {
        const { options, operands } = readArguments(call, { flags: 'nErsuz', valued: 'e', long: 'quiet silent regexp-extended' });
        const given = options.flatMap(({ value }) => value ?? []);
        const scripts = given.length > 0 ? given : operands.slice(0, 1);
        if (scripts.length === 0 || !scripts.every(({ literal }) => literal !== undefined && PLAIN_SED.test(literal))) {
            call.dangerous('the sed script may run programs or write files');
        }
        operands.slice(given.length > 0 ? 0 : 1).forEach(word => call.reads(word));
    },
    ...each('awk gawk mawk nawk', call => {
        const { operands, complete } = readArguments(call, { valued: 'Fv' });
        const program = operands.at(0)?.literal?.replace(COMPARES_OR_JOINS, ' ');
        if (!complete || program === undefined || ACTIVE_AWK.test(program)) {
            call.dangerous('the awk program may run programs or write files');
        }
        operands.slice(1).forEach(word => call.reads(word));
    }),
    mkdir: call => {
        const { options, operands } = readArguments(call, { flags: 'pv', valued: 'm', long: 'parents verbose' });
        if (options.some(({ value }) => value && opensToEveryone(value.literal ?? ''))) {
            call.dangerous('it makes a folder that is open to everyone');
        }
        operands.forEach(word => call.writes(word));
    },
    touch: call => readArguments(call, { flags: 'acm', valued: 'dt', long: 'no-create' }).operands.forEach(word => call.writes(word)),
    tee: call => {
        const { options, operands } = readArguments(call, { flags: 'ai', long: 'append' });
        const isAppending = options.some(({ name }) => ['a', 'append'].includes(name));
        operands.forEach(word => {
            call.writes(word);
            if (!isAppending) {
                call.empties(word);
            }
        });
    },
    ...each('cp mv ln install truncate rmdir unlink', call => {
        call.unproven('it may replace or remove files');
        if (call.name === 'mv' && !staysInWorkspace(call)) {
            call.dangerous('it moves files out of the workspace, where they may be lost');
        }
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

/** Whether a move is known to end in the workspace: what lies outside may be thrown away with a sandbox. */
function staysInWorkspace(call: ProgramCall): boolean {
    const { options, operands, complete } = readArguments(call, {
        flags: 'finuvT',
        valued: 't',
        long: 'force interactive no-clobber update verbose no-target-directory',
        longValued: 'target-directory'
    });
    const given = options.find(({ name }) => ['t', 'target-directory'].includes(name));
    const target = (given ? given.value : operands.at(-1))?.literal;
    return complete && target !== undefined && call.location.places(target) !== undefined;
}
