import { OptionGrammar, readArguments, ReadArguments } from './option-grammar';
import type { ProgramCall } from './program-call';
import { readsUnpacked } from './reader-programs';
import type { Word } from './shell-syntax';

const GREP: OptionGrammar = {
    flags: 'abcEFGHhiIlLnoPqrsTUvVwxyzZ',
    valued: 'ABCem',
    numeric: true,
    long:
        'recursive ignore-case no-ignore-case line-number count files-with-matches files-without-match word-regexp line-regexp fixed-strings ' +
        'extended-regexp perl-regexp basic-regexp invert-match only-matching quiet silent no-messages with-filename no-filename text null version help',
    longValued: 'include exclude exclude-dir after-context before-context max-count regexp',
    // The value of a context is left out by some versions of grep.
    longOptional: 'color colour context'
};
const RIPGREP: OptionGrammar = {
    flags: 'abcFHhIilnNoPpqSsUvVwx0',
    valued: 'ABCEMTtgjmred',
    long:
        'files type-list ignore-case smart-case case-sensitive line-number no-line-number count count-matches files-with-matches files-without-match ' +
        'word-regexp line-regexp fixed-strings multiline multiline-dotall only-matching heading no-heading json stats version help column vimgrep ' +
        'invert-match trim null no-messages pcre2 quiet with-filename no-filename pretty',
    longValued:
        'type type-not glob iglob context after-context before-context max-count replace max-columns max-depth max-filesize regexp color sort sortr'
};

/** With these, rg tells only names. Versions of it search all the same when another option names a way to tell what they find. */
const LISTS = ['files', 'type-list'];
const TELLS_FOUND = ['json', 'c', 'count', 'count-matches', 'l', 'files-with-matches', 'files-without-match'];

/** Types of files by their ordinary endings: `.env` has one, too. */
const ORDINARY_TYPES = new Set(
    'ts typescript js py python rust go java kotlin swift c h cpp cs csharp ruby php css less sass html md markdown json yaml toml xml sql txt lua svelte vue'.split(
        ' '
    )
);

/** With these, some version takes a file for one of those types. */
const ORDINARY_ENDINGS =
    '.ts .tsx .mts .cts .js .jsx .mjs .cjs .vue .py .pyi .rs .go .java .jsp .jspx .properties .kt .kts .swift .c .h .cats .h.in .hpp.in .cpp .hpp .cxx .hxx .cc .hh ' +
    '.inl .cs .rb .rbw .rake .gemspec .php .phtml .pht .css .scss .sass .less .html .htm .ejs .md .markdown .mdown .mdwn .mdx .mkd .mkdn .json .jsonl .sarif ' +
    '.lock .yaml .yml .toml .xml .dtd .rng .sch .xhtml .xjb .xml.dist .xsd .xsl .xslt .sql .psql .txt .lua .svelte';

/** `grep`: without a sensitive file among what it reads. */
export function judgeGrep(call: ProgramCall): void {
    const given = readArguments(withIncludes(call), GREP);
    const paths = pathsOf(call, given, ['e', 'regexp']);
    if (call.name === 'zgrep') {
        readsUnpacked(call, paths);
    } else {
        paths.forEach(word => call.reads(word));
    }
    if (!has(given, 'r', 'recursive')) {
        return;
    }
    const endings = valuesOf(given, 'include').map(pattern => harmlessEnding(call, pattern));
    // Beside what is left out, some version takes in all that no option names.
    const isNarrow = endings.length > 0 && endings.every(ending => ending !== undefined) && !has(given, 'exclude');
    const folders = paths.flatMap(({ literal }) => literal ?? []);
    const isEverywhere = folders.length === 0 || folders.some(folder => call.location.places(folder)?.includes('.'));
    if (isEverywhere && !isNarrow) {
        call.unproven('it reads every file, sensitive ones too; name a folder or use rg');
    }
    const below = isNarrow ? { hidden: true, endings } : { hidden: true };
    (folders.length === 0 ? ['.'] : folders).forEach(folder => call.readsBelow(folder, below));
}

/** `rg`: leaves out hidden files by itself, unless it is told otherwise, or asked for files of their kind. */
export function judgeRipgrep(call: ProgramCall): void {
    if (call.hasLong('--pre', '--hostname-bin', '--search-zip') || call.hasFlag('z')) {
        call.dangerous('it lets rg run another program');
    }
    const given = readArguments(call, RIPGREP);
    const globs = ['g', 'glob', 'iglob'].flatMap(name => valuesOf(given, name)).filter(glob => !glob?.startsWith('!'));
    const types = ['t', 'type'].flatMap(name => valuesOf(given, name));
    const endings = globs.map(glob => harmlessEnding(call, glob));
    if (endings.includes(undefined) || !types.every(type => ORDINARY_TYPES.has(type ?? ''))) {
        call.unproven('it may read hidden files, sensitive ones too');
    }
    const isList = has(given, ...LISTS) && !has(given, ...TELLS_FOUND);
    const paths = isList ? given.operands : pathsOf(call, given, ['e', 'regexp']);
    paths.forEach(word => call.reads(word));
    const folders = paths.flatMap(({ literal }) => literal ?? []);
    const hiddenEndings = [
        ...endings.flatMap(ending => ending?.toLowerCase() ?? []),
        ...(types.length > 0 ? ORDINARY_ENDINGS.split(' ') : [])
    ];
    if (!isList) {
        (folders.length === 0 ? ['.'] : folders).forEach(folder => call.readsBelow(folder, { hidden: 'taken-in', hiddenEndings }));
    }
}

/** The pattern comes first, unless an option gives it. A search for a text shows none of the files that this text may name. */
function pathsOf(call: ProgramCall, given: ReadArguments, patternOptions: readonly string[]): readonly Word[] {
    if (has(given, ...patternOptions)) {
        return given.operands;
    }
    const pattern = given.operands.at(0);
    if (pattern?.splits) {
        call.unproven(`what it looks for may be several words, and files among them: ${pattern.source}`);
    }
    return given.operands.slice(1);
}

function has({ options }: ReadArguments, ...names: readonly string[]): boolean {
    return options.some(({ name }) => names.includes(name));
}

function valuesOf({ options }: ReadArguments, wanted: string): (string | undefined)[] {
    return options.filter(({ name }) => name === wanted).map(({ value }) => value?.literal);
}

/** The ending that a pattern such as `*.ts` asks for; undefined for other patterns, and for the ending of sensitive files. */
function harmlessEnding({ location }: ProgramCall, pattern: string | undefined): string | undefined {
    const ending = /^\*(\.\w+)$/.exec(pattern ?? '')?.[1];
    return ending !== undefined && location.policy.judgeRead(`a${ending}`).decision === 'allow' ? ending : undefined;
}

/** An unquoted `--include=*.ts` becomes itself, or options that ask for names with the same ending. */
function withIncludes(call: ProgramCall): ProgramCall {
    return call.withArguments(
        call.args.map(word =>
            word.pattern !== undefined && /^--include=\*\.\w+$/.test(word.pattern)
                ? { source: word.source, literal: word.pattern, scripts: word.scripts }
                : word
        )
    );
}
