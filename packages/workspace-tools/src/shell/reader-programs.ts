import { OptionGrammar, readArguments, ReadArguments } from './option-grammar';
import type { ProgramCall, ProgramRule } from './program-call';
import type { Word } from './shell-syntax';

const SUMS: OptionGrammar = { flags: 'btz', long: 'binary text tag zero' };

/** Programs that show what is in files, or something made from it, with the options that change nothing about which files these are. */
const READERS: Readonly<Record<string, OptionGrammar>> = {
    cat: { flags: 'AbeEnstTuv', long: 'number number-nonblank show-all show-ends show-tabs squeeze-blank' },
    head: { flags: 'qvz', valued: 'nc', numeric: true, long: 'quiet silent verbose', longValued: 'lines bytes' },
    tail: { flags: 'qvzfF', valued: 'ncs', numeric: true, long: 'quiet silent verbose retry', longValued: 'lines bytes', longOptional: 'follow' },
    nl: { flags: 'p', valued: 'bdfhilnsvw' },
    cut: { flags: 'nsz', valued: 'bcdf', long: 'complement only-delimited', longValued: 'bytes characters delimiter fields output-delimiter' },
    rev: {},
    tac: { flags: 'br', valued: 's' },
    fold: { flags: 'bs', valued: 'w' },
    fmt: { flags: 'csu', valued: 'w' },
    column: { flags: 'tx', valued: 'cs' },
    paste: { flags: 'sz', valued: 'd' },
    join: { flags: 'iz', valued: '12aejotv' },
    comm: { flags: '123z' },
    cmp: { flags: 'bls', valued: 'in', long: 'silent quiet print-bytes verbose' },
    od: { flags: 'abcdfilosvx', valued: 'AjNt' },
    hexdump: { flags: 'bcCdovx', valued: 'ns' },
    base64: { flags: 'di', valued: 'w', long: 'decode', longValued: 'wrap' },
    base32: { flags: 'di', valued: 'w', long: 'decode', longValued: 'wrap' },
    expand: { flags: 'i', valued: 't' },
    unexpand: { flags: 'a', valued: 't' },
    sum: { flags: 'rs' },
    cksum: {},
    md5sum: SUMS,
    sha1sum: SUMS,
    sha256sum: SUMS,
    sha512sum: SUMS,
    b2sum: SUMS,
    file: { flags: 'bhiLrksN0', long: 'brief mime mime-type mime-encoding dereference' }
}; // prettier-ignore

const SORT: OptionGrammar = {
    flags: 'bdfgiMhnRrVcCmsuz',
    valued: 'ktS',
    long: 'reverse numeric-sort general-numeric-sort human-numeric-sort version-sort ignore-case ignore-leading-blanks unique stable check',
    longValued: 'key field-separator'
};
const DIFF: OptionGrammar = {
    flags: 'abBcdeEiNnpqstTuwyZ',
    valued: 'CUWIFx',
    numeric: true,
    long: 'brief side-by-side ignore-case ignore-all-space ignore-space-change ignore-blank-lines text minimal suppress-common-lines new-file',
    longValued: 'width',
    longOptional: 'unified context color'
};

const ICONV: OptionGrammar = { flags: 'cs', valued: 'ft', longValued: 'from-code to-code' };

const JQ: OptionGrammar = {
    flags: 'acCMSrjensR',
    long: 'compact-output raw-output join-output null-input raw-input slurp sort-keys exit-status tab color-output monochrome-output ascii-output',
    longValued: 'indent'
};

/** Commands of one of the programs called `yq`, after which the code follows. */
const PROGRAM_COMMAND = /^(?:e|ea|eval|eval-all)$/;
const PLAIN_PATH = /^[\w./-]+$/;
/** What begins like an expression of `yq`, and not like a path. */
const EXPRESSION = /^\.(?!\.?\/)|[^\w./~-]/;
/** What follows the name of an encoding for `iconv`. */
const SUFFIXES = /(?:\/\/(?:TRANSLIT|IGNORE))*\/{0,2}$/;
/** What programs that unpack a file put after its name when there is none of that name. */
const PACKED_ENDINGS = ['.gz', '.z', '-z', '.Z'];

/** Programs that show content, and what could be wrong with a call. */
export const READER_PROGRAMS: Readonly<Record<string, ProgramRule>> = {
    ...Object.fromEntries(Object.entries(READERS).map(([name, grammar]) => [name, (call: ProgramCall) => void readsOperands(call, grammar)])),
    zcat: call => readsUnpacked(call, readArguments(call, {}).operands),
    iconv: call => {
        const { options } = readsOperands(call, ICONV);
        // A name with a slash may be that of a file that describes the encoding.
        options
            .flatMap(({ value }) => value ?? [])
            .filter(({ literal }) => literal === undefined || literal.replace(SUFFIXES, '').includes('/'))
            .forEach(word => call.reads(word));
    },
    strings: call => void readsOperands(call, { flags: 'ao', valued: 'net', numeric: true }),
    diff: call => {
        const { operands } = readsOperands(call, DIFF);
        if (operands.length !== 2) {
            call.unproven('it compares other files than two that are named');
        }
        operands.forEach(({ literal = '.' }) => call.readsBelow(literal, { hidden: true, links: true }));
    },
    sort: call => {
        if (call.hasLong('--compress-program')) {
            call.dangerous('it lets sort run another program');
        }
        readsOperands(call, SORT);
    },
    uniq: call => {
        if (readsOperands(call, { flags: 'cdDiuz', valued: 'fsw', long: 'count repeated unique ignore-case' }).operands.length > 1) {
            call.unproven('it may replace a file');
        }
    },
    date: call => {
        const { operands } = readArguments(call, { flags: 'uR', valued: 'd', long: 'utc universal rfc-email', longValued: 'date rfc-3339', longOptional: 'iso-8601' });
        if (operands.some(({ literal }) => !literal?.startsWith('+'))) {
            call.unproven('it sets the clock');
        }
    },
    jq: call => readsByProgram(call, JQ, /\b(?:import|include|modulemeta|input_filename)\b/),
    yq: call => {
        const expression = readsByProgram(call, { flags: 'rPCMey', valued: 'op' }, /load|env|ENV|from_file|eval|\b(?:import|include|modulemeta)\b/);
        // One of the programs called `yq` takes the name of a file for that, and what it does from a file of its own kind.
        if (expression?.literal?.endsWith('.yq')) {
            call.unproven('it may read files that a yq program names');
        } else if (expression?.literal !== undefined && (call.location.mayExist(expression.literal) || !EXPRESSION.test(expression.literal))) {
            call.reads(expression);
        }
    }
}; // prettier-ignore

/** Notes what is wrong with unpacking files to show them. */
export function readsUnpacked(call: ProgramCall, words: readonly Word[]): void {
    words.forEach(word => {
        call.reads(word);
        PACKED_ENDINGS.forEach(ending => call.reads({ ...word, literal: word.literal === undefined ? undefined : word.literal + ending }));
    });
}

function readsOperands(call: ProgramCall, grammar: OptionGrammar): ReadArguments {
    const given = readArguments(call, grammar);
    given.operands.forEach(word => call.reads(word));
    return given;
}

/** Programs whose first operand is code, which may name files; or the second one, after a command. Returns the code. */
function readsByProgram(call: ProgramCall, grammar: OptionGrammar, active: RegExp): Word | undefined {
    const { operands } = readArguments(call, grammar);
    const code = operands.at(PROGRAM_COMMAND.test(operands.at(0)?.literal ?? '') ? 1 : 0);
    const program = code?.literal;
    const others = operands.flatMap(({ literal }) => (literal === undefined || PLAIN_PATH.test(literal) ? [] : literal));
    if (program === undefined || [program, ...others].some(text => active.test(text))) {
        call.unproven(`it may read files that the ${call.name} program names`);
    }
    operands.slice(1).forEach(word => call.reads(word));
    return code;
}
