const TSC =
    'p project b build w watch noEmit noEmitOnError emitDeclarationOnly declaration d declarationMap sourceMap pretty skipLibCheck strict incremental ' +
    'force f clean dry verbose v h help version all listFiles listFilesOnly listEmittedFiles showConfig target t module m moduleResolution lib jsx outDir ' +
    'outFile rootDir esModuleInterop resolveJsonModule allowJs checkJs types noUnusedLocals noUnusedParameters noImplicitAny traceResolution ' +
    'diagnostics extendedDiagnostics explainFiles isolatedModules preserveWatchOutput noErrorTruncation composite';
const MYPY =
    'strict ignore-missing-imports show-error-codes no-error-summary pretty no-incremental check-untyped-defs follow-imports exclude m module p ' +
    'package V version v verbose h help namespace-packages explicit-package-bases disallow-untyped-defs no-color-output warn-unused-ignores ' +
    'warn-unreachable config-file python-version platform';

/**
 * The options with which a tool runs no code but that of the project's files: a letter stands for a short option, a name for a long one.
 * What takes code as its value, loads a module that is named there, installs something or empties a folder is in none of the lists.
 */
const HARMLESS: Readonly<Record<string, string>> = {
    tsc: TSC,
    'vue-tsc': TSC,
    eslint:
        'fix fix-dry-run fix-type ext ignore-pattern no-ignore cache cache-location cache-strategy max-warnings quiet f format o output-file color no-color ' +
        'report-unused-disable-directives no-error-on-unmatched-pattern debug print-config v version h help no-inline-config c config concurrency stats ' +
        'no-warn-ignored pass-on-no-patterns stdin stdin-filename',
    prettier:
        'c check w write l list-different config u ignore-unknown ignore-path log-level loglevel no-config no-color cache cache-location cache-strategy single-quote ' +
        'tab-width print-width trailing-comma no-semi end-of-line prose-wrap no-editorconfig version h help stdin-filepath no-error-on-unmatched-pattern find-config-path',
    jest:
        'watch watchAll coverage c config t testNamePattern testPathPattern testPathPatterns i runInBand u updateSnapshot ci silent verbose bail b maxWorkers w ' +
        'onlyChanged o passWithNoTests forceExit detectOpenHandles no-cache clearCache runTestsByPath findRelatedTests selectProjects testTimeout json listTests ' +
        'collectCoverageFrom no-coverage colors logHeapUsage showConfig onlyFailures f shard version h help',
    mocha:
        'g grep f fgrep i invert t timeout b bail exit no-exit R reporter O reporter-option reporter-options recursive p parallel j jobs w watch c color colors ' +
        'no-color C forbid-only forbid-pending full-trace inline-diffs diff no-diff s slow retries check-leaks dry-run u ui extension ignore exclude config package ' +
        'S sort spec V version h help A async-only no-timeouts no-config',
    vitest:
        'run w watch no-watch u update t testNamePattern coverage reporter outputFile c config silent bail retry threads no-threads maxWorkers minWorkers ' +
        'passWithNoTests no-coverage changed shard project hideSkippedTests typecheck logHeapUsage allowOnly testTimeout hookTimeout globals isolate no-isolate ' +
        'no-file-parallelism v version h help',
    ava: 'w watch m match u update-snapshots fail-fast v verbose s serial c concurrency t tap T timeout color no-color config version h help',
    knip:
        'production include exclude reporter strict no-exit-code W workspace dependencies exports files c config t tsConfig no-progress n include-entry-exports ' +
        'cache d debug h help V version',
    playwright:
        'g grep grep-invert headed project reporter retries j workers timeout list max-failures x trace c config last-failed only-changed shard repeat-each u ' +
        'update-snapshots quiet forbid-only fully-parallel pass-with-no-tests global-timeout V version h help',
    biome:
        'write fix changed staged since max-diagnostics diagnostic-level colors verbose config-path reporter no-errors-on-unmatched files-ignore-unknown skip only ' +
        'V version h help',
    stylelint:
        'fix cache c config f formatter q quiet i ignore-path allow-empty-input aei ignore-pattern max-warnings mw color no-color o output-file ' +
        'report-needless-disables v version h help',
    tsd: 'f files t typings show-diff version help',
    depcheck: 'ignores ignore-patterns json ignore-bin-package skip-missing quiet oneline version h help',
    pytest:
        'q quiet v verbose x exitfirst s l showlocals k m r n numprocesses maxfail lf last-failed ff failed-first nf new-first sw stepwise co collect-only tb durations ' +
        'durations-min cov cov-report cov-branch no-cov cov-fail-under junitxml junit-xml no-header no-summary color capture markers fixtures V version h help ' +
        'strict-markers disable-warnings setup-show timeout ignore ignore-glob deselect cache-clear cache-show runxfail log-cli-level snapshot-update doctest-modules',
    mypy: MYPY,
    ruff:
        'fix no-fix fix-only diff w watch select ignore extend-select extend-ignore q quiet v verbose s silent e exit-zero show-fixes unsafe-fixes output-format ' +
        'statistics line-length target-version check config n no-cache preview exclude extend-exclude force-exclude show-files show-settings isolated stdin-filename ' +
        'per-file-ignores h help V version',
    black:
        'check diff q quiet v verbose l line-length t target-version S skip-string-normalization include exclude extend-exclude force-exclude fast safe color no-color ' +
        'config preview W workers stdin-filename h help version',
    flake8:
        'max-line-length select ignore extend-ignore extend-select exclude extend-exclude count statistics show-source format max-complexity v verbose q quiet j jobs ' +
        'exit-zero per-file-ignores config isolated h help version',
    isort: 'c check check-only diff df profile q quiet v verbose l line-length skip skip-glob src p project settings-path gitignore filter-files V version h help',
    pylint:
        'E errors-only d disable e enable rcfile f output-format r reports s score j jobs ignore ignore-patterns ignore-paths max-line-length fail-under fail-on ' +
        'msg-template recursive py-version exit-zero v verbose h help version list-msgs',
    rubocop:
        'a A autocorrect autocorrect-all auto-correct auto-correct-all c config f format only except D display-cop-names E extra-details S display-style-guide ' +
        'P parallel no-parallel F fail-fast fail-level L list-target-files d debug l lint x fix-layout force-exclusion cache color no-color v V version h help',
    rspec:
        'f format fail-fast e example t tag order seed color no-color b backtrace p profile dry-run only-failures n next-failure P pattern exclude-pattern ' +
        'failure-exit-code w warnings v version h help',
    phpunit:
        'filter testsuite group exclude-group list-tests coverage-text log-junit testdox colors stop-on-failure stop-on-error stop-on-defect no-coverage v verbose ' +
        'debug c configuration display-deprecations display-warnings order-by random-order-seed cache-result do-not-cache-result no-progress no-output ' +
        'fail-on-warning fail-on-risky h help version',
    'golangci-lint':
        'fix c config timeout E enable D disable enable-all disable-all enable-only fast new new-from-rev tests build-tags out-format v verbose issues-exit-code ' +
        'max-issues-per-linter max-same-issues j concurrency allow-parallel-runners color no-config h help version',
    gofmt: 'l d w s e r',
    rustfmt: 'check emit edition style-edition config-path l files-with-diff v verbose q quiet color V version h help',
    shellcheck:
        's shell f format e exclude i include S severity o enable P source-path C color V version W wiki-link-count norc list-optional help',
    webpack:
        'mode c config w watch no-watch progress stats env node-env d devtool t target json j color no-color name config-name fail-on-warnings v version h help',
    esbuild:
        'bundle minify minify-whitespace minify-identifiers minify-syntax sourcemap outfile outdir outbase format platform target watch external loader define jsx ' +
        'jsx-factory jsx-fragment tree-shaking splitting analyze log-level tsconfig keep-names packages main-fields conditions global-name charset ' +
        'legal-comments public-path color version help',
    rollup: 'c config w watch i input o file d dir f format n name sourcemap m e external g globals silent failAfterWarnings h help v version',
    vite: 'm mode c config sourcemap minify w watch base l logLevel clearScreen d debug force port strictPort ssr manifest v version h help',
    theia: 'mode app-target help version',
    // The tests of a cargo project, behind the options of cargo itself.
    libtest: 'nocapture no-capture show-output test-threads exact skip ignored include-ignored list format color q quiet',
    cargo:
        'r release all-targets all-features F features no-default-features p package workspace all lib bins bin tests test benches bench examples example v verbose q ' +
        'quiet j jobs target profile message-format locked offline frozen no-run no-fail-fast keep-going check no-deps manifest-path format-version i invert d duplicates ' +
        'e edges depth prefix exclude doc color V version h help',
    go:
        'v race run count timeout cover coverprofile covermode coverpkg short bench benchmem benchtime tags o json failfast parallel p vet mod shuffle x n a trimpath m f ' +
        'deps e u versions test skip cpu all src c list',
    dotnet:
        'c configuration no-restore no-build no-incremental filter v verbosity f framework nologo t list-tests collect blame verify-no-changes severity include exclude ' +
        'outdated version h help',
    mvn: 'v version',
    gradle: 'version',
    lerna: 'scope ignore stream parallel since no-private all l a json loglevel concurrency no-bail include-dependencies include-dependents toposort version help',
    nx:
        't target targets all projects p parallel skip-nx-cache skipNxCache verbose c configuration prod base head files exclude output-style outputStyle nx-bail ' +
        'uncommitted untracked json version help',
    turbo: 'filter F force no-cache concurrency continue output-logs log-order dry dry-run parallel only affected summarize no-daemon ui env-mode version help',
    pip: 'outdated o uptodate format local l user not-required files f v verbose version h help',
    docker: 'a all q quiet format f filter no-trunc n last l latest s size digests',
    kubectl: 'client o output short',
    unittest: 'v verbose q quiet f failfast b buffer c catch k s start-directory p pattern t top-level-directory locals durations h help',
    'json.tool': 'sort-keys indent no-indent compact json-lines tab no-ensure-ascii h help',
    py_compile: 'q quiet h help',
    compileall: 'q f j l r h help',
    venv: 'system-site-packages without-pip prompt copies symlinks h help'
};

const NO_NAMES: ReadonlySet<string> = new Set();
/** Tools that take a whole name after a single dash, too. */
const SINGLE_DASH = ['go', 'tsc', 'vue-tsc'];
const KNOWN = namesByTool({ ...HARMLESS, pip3: HARMLESS.pip });

/** Options for a formatter, a reporter and the like, which tools load as a module when they know none by its name. */
const LOADS_MODULE = namesByTool({
    eslint: 'f format',
    stylelint: 'f formatter',
    mocha: 'R reporter u ui',
    vitest: 'reporter',
    playwright: 'reporter',
    knip: 'reporter',
    pylint: 'f output-format',
    rubocop: 'f format',
    rspec: 'f format'
});
/** Words that are neither a path nor a package of someone's scope. */
const PLAIN_WORDS = /^[\w-]+(?:,[\w-]+)*$/;
/** What mocha knows by itself; it takes every other word for a file of its folder, too. */
const KNOWN_TO_MOCHA =
    /^(?:spec|dot|nyan|tap|landing|list|progress|json|json-stream|min|doc|markdown|xunit|html|github-actions|bdd|tdd|qunit|exports)$/;

/** A name among them that most other tools have for something without a value. */
const MOSTLY_FLAG = 'u';

/** Options that name a commit, which tools hand on to git as it is written, and some of their versions by means of a shell. */
const NAMES_COMMIT = namesByTool({
    nx: 'base head',
    lerna: 'since',
    playwright: 'only-changed',
    vitest: 'changed',
    biome: 'since',
    'golangci-lint': 'new-from-rev'
});
/** Options that hold such a name in brackets, beside others. */
const HOLDS_COMMIT = namesByTool({ turbo: 'filter F' });
/** Neither an option of git nor anything that a shell acts upon. */
const PLAIN_COMMIT = /^[\w@][\w./@^~{}-]*$/;
/** Tools of which some versions put their arguments together for a shell, and words that it takes for themselves. */
const USES_SHELL = ['nx', 'theia'];
const PLAIN_WORD = /^[\w@%+=:,./~^*?![\]{}-]*$/;

/** Options by which tools of many kinds are given code, or a module that they run before anything else. */
const CODE_OPTION =
    /^--?(?:r|e|p?eval|import|require|init-hook|load-plugins?|plugins?|config-?plugin|command|cmd|exec|node-(?:options?|arguments|args)|exec-?argv|(?:experimental-)?loader|script-shell|preload|prepend|bootstrap|runner|global-?setup|setup-?files\w*|watch\.on\w+)(?:[=:]|$)/i;
/** Addresses that stand for code, or lead to code elsewhere. */
const CODE_ADDRESS = /^(?:javascript|file|https?|node):|data:[\w/+.-]*[,;]/i;
/** What runs in the quotes that versions of package managers put around arguments for a shell. */
const SUBSTITUTION = /`|\$\(/;
/** Names of files such as `{src,test}/a.ts`, which begin as an object does. */
const BRACED_NAMES = /^\{[\w./*-]+(?:,[\w./*-]+)+\}[\w.,/*{}-]*$/;

/** A text in which nothing but fields stands for something else. */
const PLAIN_TEMPLATE = /^(?:\{\{\.[\w.]+\}\}[\w\\ :,./-]*)+$/;

/** The tool that gets an option; undefined where nobody knows which one, so that it may be any of them. */
export type Tool = string | undefined;

interface NamesByTool {
    readonly tools: readonly string[];
    /** The names that a tool has. */
    of(tool: Tool): ReadonlySet<string>;
}

/** An option as it was written, taken apart. */
interface WrittenOption {
    readonly name: string;
    readonly value: string | undefined;
}

/** What an option says after `=` or `:`; undefined when it says nothing. */
export function optionValue(text: string): string | undefined {
    return read(text)?.value;
}

/**
 * What a tool may take for the value of an option that has one of the wanted names: what follows in the same word, or else the next one.
 * Nothing when the word is no such option, or has no value.
 */
export function valuesTaken(tool: Tool, text: string, next: string | undefined, isWanted: (name: string) => boolean): string[] {
    const option = read(text);
    if (option === undefined) {
        return [];
    }
    const isAlone = isWhole(tool, text);
    const whole = (isAlone || tool === undefined) && isWanted(option.name) ? [option.value ?? next] : [];
    const letters = isAlone ? [] : Array.from(option.name);
    const joined = letters.flatMap((letter, index) => (isWanted(letter) ? [text.slice(index + 2).replace(/^[=:]/, '') || next] : []));
    return [...whole, ...joined].filter(value => value !== undefined);
}

/** Whether an option, with the next word as its value, may make a tool load a module that is named there. */
export function mayLoadModule(tool: Tool, text: string, next: string | undefined): boolean {
    const names = LOADS_MODULE.of(tool);
    const plain = tool === 'mocha' ? KNOWN_TO_MOCHA : PLAIN_WORDS;
    const modules = valuesTaken(tool, text, next, name => names.has(name) && (tool !== undefined || name !== MOSTLY_FLAG));
    return modules.some(value => !plain.test(value));
}

/** Whether a word, with the next one as its value, may reach a shell or git as something else than it is meant for. */
export function mayBeReadAnew(tool: Tool, text: string, next: string | undefined): boolean {
    // The next word is no value of these where it is an option, and has to be a known one then.
    const valueOf = (names: ReadonlySet<string>): string[] =>
        valuesTaken(tool, text, next?.startsWith('-') ? undefined : next, name => names.has(name));
    const commits = [...valueOf(NAMES_COMMIT.of(tool)), ...valueOf(HOLDS_COMMIT.of(tool)).flatMap(bracketed)];
    return (
        commits.some(commit => !PLAIN_COMMIT.test(commit)) || (tool !== undefined && USES_SHELL.includes(tool) && !PLAIN_WORD.test(text))
    );
}

/** Whether an option of a tool is known to make it run nothing but the project's files. Joined letters must all be. */
export function isHarmlessOption(tool: Tool, text: string): boolean {
    const name = read(text)?.name;
    if (name === undefined) {
        return false;
    }
    const letters = Array.from(name.replace(/(?<=.)\d+$/, ''));
    const knows = (each: string): boolean => {
        const known = KNOWN.of(each);
        return isWhole(each, text)
            ? known.has(name)
            : letters.every(letter => known.has(letter)) || (each === 'pytest' && /^r\w+$/.test(name));
    };
    return tool === undefined ? KNOWN.tools.some(knows) : knows(tool);
}

/** Whether a word hands code over, or a module that runs first, to whichever tool. */
export function handsOverCode(text: string): boolean {
    return CODE_OPTION.test(text) || isCode(text);
}

/** Whether a word, or the value of an option, is code by itself. */
export function isCode(text: string): boolean {
    return (
        SUBSTITUTION.test(text) ||
        [text, optionValue(text) ?? ''].some(
            part => CODE_ADDRESS.test(part) || (part.startsWith('{') && !BRACED_NAMES.test(part) && !PLAIN_TEMPLATE.test(part))
        )
    );
}

/** Whether an option is one name, and not several letters. */
function isWhole(tool: Tool, text: string): boolean {
    return text.startsWith('--') || (tool !== undefined && SINGLE_DASH.includes(tool));
}

/** Takes lists of names apart, by the tools that have them. */
function namesByTool(lists: Readonly<Record<string, string>>): NamesByTool {
    const tools = Object.keys(lists);
    const sets = new Map<Tool, ReadonlySet<string>>(tools.map(tool => [tool, new Set(lists[tool].split(' '))]));
    sets.set(undefined, new Set(tools.flatMap(tool => lists[tool].split(' '))));
    return { tools, of: tool => sets.get(tool) ?? NO_NAMES };
}

/** What stands in brackets, closed or not. */
function bracketed(value: string): string[] {
    return Array.from(value.matchAll(/\[([^\]]*)/g), ([, text]) => text);
}

function read(text: string): WrittenOption | undefined {
    const found = /^--?([A-Za-z][\w-]*)(?:[=:](.*))?$/s.exec(text);
    return found ? { name: found[1], value: found.at(2) } : undefined;
}
