import { isFilePattern, mayLeadAway, readsMatching } from './file-patterns';
import { isSwitchedOn } from './is-switched-on';
import type { ProgramCall } from './program-call';
import type { FilesBelow } from './sensitive-below';
import type { Word } from './shell-syntax';
import { optionValue, Tool, valuesTaken } from './tool-options';

/** Tools that look for the files of a pattern by themselves, and tell what is in those that they do not understand. */
const EXPANDS_PATTERNS = ['prettier', 'eslint', 'mocha', 'ava', 'stylelint', 'esbuild', 'rubocop', 'biome', 'rspec'];
/** Options of these whose value is such a pattern, too. */
const PATTERN = /^(?:spec|P|pattern|include)$/;
/** Options of these whose value is no pattern of files, and those that such an option is called by in whichever tool of a project. */
const TEXT = /^(?:g|grep|f|fgrep|m|match|e|example)$/;
const MOSTLY_TEXT =
    /^(?:[gfmetkT]|f?grep|match|example|test-?name-?pattern|test-?path-?patterns?|name|filter|title|tags?|projects?|scope|run|only|skip|message|format|reporter)$/i;
/** Options whose value says what is left out. */
const LEAVES_OUT = /^(?:ignore|(?:extend-)?exclude|deselect)(?:-patterns?|-glob)?$/;
/** With which prettier only checks or changes files. */
const PRINTS_NAMES = /^(?:-[clw]|--(?:check|list-different|write))(?:=|$)/;
/** Formats of eslint that hold nothing of a file but its name; others hold all of it. */
const FORMATS_NAMES = /^(?:stylish|compact|unix|visualstudio|junit|checkstyle|tap)$/;

/** Endings of data and code in which tools look for mistakes. */
const FORMATTED =
    '.json .jsonc .json5 .jsonl .webmanifest .yml .yaml .toml .xml .js .mjs .cjs .jsx .ts .mts .cts .tsx .vue .svelte .astro .html .htm .xhtml .hbs .handlebars .graphql .gql .css .pcss .scss .less .md .mdx .markdown .sql .php'.split(
        ' '
    );
const PYTHON = ['.py', '.pyi', '.ipynb'];
const RUBY = ['.rb', '.rake', '.gemspec', '.ru'];
/** Tools that show lines of the files with these endings that they find in folders, whatever they are asked for; others they leave alone there. */
const SHOWS_LINES: Readonly<Partial<Record<string, readonly string[]>>> = {
    prettier: FORMATTED,
    biome: FORMATTED,
    ruff: PYTHON,
    black: PYTHON,
    isort: PYTHON,
    flake8: PYTHON,
    rubocop: RUBY
};
/** Those of them that leave other files alone also where a pattern asks for all. */
const KEEPS_TO_ENDINGS: readonly Tool[] = ['prettier', 'biome'];
/** Those of them that look where they are when no place is named, and how many words stand before the places. */
const BEGINS_HERE: Readonly<Partial<Record<string, number>>> = { biome: 1, ruff: 1, flake8: 0, rubocop: 0 };

/** Options that name endings of files which a tool takes for code although it would leave them alone: it tells what it does not know in them. */
const NAMES_ENDINGS: Readonly<Partial<Record<string, RegExp>>> = { eslint: /^ext$/, mocha: /^extension$/ };
/** With which black takes any file for code: an expression in which most things mean something else than in a pattern. */
const TAKES_ANY = /^include$/;
/** Options with which a tool may do so, too, when they hold settings in place of the name of a file with these. */
const TAKES_SETTINGS: Readonly<Partial<Record<string, RegExp>>> = { ruff: /^config$/ };

/**
 * Notes when a tool that looks for files by itself may leave the workspace, or show something of sensitive ones; when nobody knows which
 * tool it is, as any of them may.
 */
export function judgeShown(call: ProgramCall, tool: Tool, args: readonly Word[]): void {
    const isText = (name: string): boolean => LEAVES_OUT.test(name) || (tool === undefined ? MOSTLY_TEXT : TEXT).test(name);
    const showsAll =
        tool === 'prettier'
            ? !isSwitchedOn(args, PRINTS_NAMES)
            : tool === 'eslint' && given(tool, args, /^(?:f|format)$/).some(format => !FORMATS_NAMES.test(format));
    const endings = tool === undefined ? Object.values(SHOWS_LINES).flatMap(each => each ?? []) : SHOWS_LINES[tool];
    const widened = takenUp(tool, args);
    const below = showsAll ? { hidden: true } : (widened ?? (endings && { hidden: true, endings }));
    const wordsBefore = BEGINS_HERE[tool ?? ''];
    if (below && (widened || (wordsBefore !== undefined && !namesPath(call, args.slice(wordsBefore))))) {
        call.readsBelow('.', below);
    }
    for (const [index, { literal = '' }] of args.entries()) {
        const before = args.at(index - 1)?.literal ?? '';
        const isValue = index > 0 && optionValue(before) === undefined && valuesTaken(tool, before, literal, isText).includes(literal);
        const names = literal.startsWith('-')
            ? valuesTaken(tool, literal, undefined, name => PATTERN.test(name))
            : isValue
              ? []
              : [literal];
        for (const name of names) {
            const isPattern = isAmong(tool, EXPANDS_PATTERNS) && isFilePattern(name);
            if (isPattern && mayLeadAway(name)) {
                call.unproven(`the pattern ${name} may lead anywhere`);
            } else if (isPattern && !(tool === 'prettier' && name.startsWith('!'))) {
                readsMatching(call, name, KEEPS_TO_ENDINGS.includes(tool) && !showsAll ? endings : undefined);
            } else if (below) {
                call.readsBelow(name, below);
            }
        }
    }
}

/** Which files in folders a tool takes up beside its own, wherever it looks; undefined when these are none. */
function takenUp(tool: Tool, args: readonly Word[]): FilesBelow | undefined {
    const givenBy = (options: Readonly<Partial<Record<string, RegExp>>>): string[] =>
        Object.entries(options).flatMap(([name, option]) => (isAmong(tool, [name]) && option ? given(tool, args, option) : []));
    if ((tool === 'black' && given(tool, args, TAKES_ANY).length > 0) || givenBy(TAKES_SETTINGS).some(value => value.includes('='))) {
        return { hidden: true };
    }
    const endings = givenBy(NAMES_ENDINGS).flatMap(value => value.split(','));
    if (endings.length === 0) {
        return undefined;
    }
    return endings.every(ending => /^[\w.-]*$/.test(ending))
        ? { hidden: true, endings: endings.map(ending => `.${ending.replace(/^\./, '')}`) }
        : { hidden: true };
}

/** Whether a tool is, or may be, one of these. */
function isAmong(tool: Tool, tools: readonly string[]): boolean {
    return tool === undefined || tools.includes(tool);
}

/** What is given with an option of one of these names. */
function given(tool: Tool, args: readonly Word[], option: RegExp): string[] {
    return args.flatMap(({ literal = '' }, index) => valuesTaken(tool, literal, args.at(index + 1)?.literal, name => option.test(name)));
}

/** Whether one of the words may be a place to begin in. */
function namesPath({ location }: ProgramCall, args: readonly Word[]): boolean {
    return args.some(({ literal = '-' }) => !literal.startsWith('-') && location.mayExist(literal));
}
