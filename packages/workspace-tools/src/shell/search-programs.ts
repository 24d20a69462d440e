import type { ProgramCall } from './program-call';
import type { Word } from './shell-syntax';

/** Options of `rg` that let it read and run nothing beyond what it does by itself. */
const PLAIN_RIPGREP_OPTION = new RegExp(
    '^(?:-[aceFgHhIilmnNoPpqrSsTtUvwxABCEMj\\d].*|--(?:files|type|type-not|type-list|glob|iglob|ignore-case|smart-case|case-sensitive|line-number|' +
        'no-line-number|count|count-matches|files-with-matches|files-without-match|context|after-context|before-context|max-count|word-regexp|' +
        'line-regexp|fixed-strings|multiline|multiline-dotall|only-matching|heading|no-heading|color|json|stats|sort|sortr|version|help|column|' +
        'vimgrep|invert-match|replace|max-columns|max-depth|max-filesize|trim|null|no-messages|regexp|pcre2|quiet|with-filename|no-filename)' +
        '(?:=.*)?)$',
    's'
);

/** `grep`: without a sensitive file among what it reads. */
export function judgeGrep(call: ProgramCall): void {
    const isRecursive =
        call.hasFlag('r') ||
        call.hasFlag('R') ||
        call.hasFlag('d') ||
        call.hasLong('--recursive', '--dereference-recursive', '--directories');
    const paths = withoutPattern(call);
    paths.forEach(word => call.reads({ ...word, glob: word.glob && !word.literal?.startsWith('--include=') }));
    if (!isRecursive) {
        return;
    }
    const included = call.literals.filter(value => value.startsWith('--include')).map(value => value.replace(/^--include=?/, ''));
    if (included.length > 0 && included.every(pattern => isHarmlessPattern(call, pattern))) {
        return;
    }
    const folders = operands(paths);
    const isEverywhere = folders.length === 0 || folders.some(folder => call.location.places(folder)?.includes('.'));
    if (isEverywhere || call.args.some(({ literal }) => literal === undefined)) {
        call.unproven('it reads every file, sensitive ones too; name a folder or use rg');
    }
    folders.forEach(folder => call.readsBelow(folder, { hidden: true }));
}

/** `rg`: leaves out hidden files by itself, unless it is told otherwise. */
export function judgeRipgrep(call: ProgramCall): void {
    if (call.hasLong('--pre', '--hostname-bin', '--search-zip') || call.hasFlag('z')) {
        call.dangerous('it lets rg run another program');
    }
    const globs = call.args.flatMap(({ literal }, index) => {
        const given = /^(?:-\w*g|--i?glob=?)(.*)$/s.exec(literal ?? '')?.[1];
        return given === undefined ? [] : [given === '' ? (call.args.at(index + 1)?.literal ?? '') : given];
    });
    const isPlain =
        call.options.every(option => PLAIN_RIPGREP_OPTION.test(option) && !/^-[^-]*[u.Lzf]/.test(option)) &&
        globs.every(glob => glob.startsWith('!') || isHarmlessPattern(call, glob));
    if (!isPlain) {
        call.unproven('it may read hidden files, sensitive ones too');
    }
    const paths = withoutPattern(call);
    paths.forEach(word => call.reads(word));
    const folders = operands(paths);
    (folders.length === 0 ? ['.'] : folders).forEach(folder => call.readsBelow(folder, { hidden: false }));
}

/** A pattern for an ordinary ending, such as `*.ts`. */
function isHarmlessPattern(call: ProgramCall, pattern: string): boolean {
    return /^\*\.\w+$/.test(pattern) && call.location.policy.judgeRead(pattern.replace('*', 'a')).decision === 'allow';
}

function operands(words: readonly Word[]): string[] {
    return words.flatMap(({ literal }) => (literal === undefined || literal.startsWith('-') ? [] : [literal]));
}

/** The pattern is named first, unless an option does. A search for a text shows none of the files that this text may name. */
function withoutPattern(call: ProgramCall): ProgramCall['args'] {
    const isGiven = call.hasFlag('e') || call.hasFlag('f') || call.hasLong('--regexp', '--file', '--files', '--type-list');
    const pattern = isGiven ? undefined : call.args.find(({ literal }) => literal === undefined || !literal.startsWith('-'));
    return call.args.filter(word => word !== pattern);
}
