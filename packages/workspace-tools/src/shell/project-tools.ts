import type { ProgramCall } from './program-call';
import { isSwitchedOn } from './is-switched-on';
import type { Word } from './shell-syntax';
import { judgeShown } from './shown-files';
import { handsOverCode, isCode, isHarmlessOption, mayBeReadAnew, mayLoadModule, optionValue, Tool, valuesTaken } from './tool-options';

/** Tools that check, test or build the project in front of them. */
export const PROJECT_TOOLS =
    'tsc eslint prettier jest mocha vitest ava knip playwright biome stylelint vue-tsc tsd depcheck pytest mypy ruff black flake8 isort pylint rubocop rspec phpunit golangci-lint gofmt rustfmt shellcheck webpack esbuild rollup vite theia';
/** Tools that do only what their first word says, and what that may be. */
export const TOOL_COMMANDS: Readonly<Record<string, string>> = {
    cargo: 'build test check clippy fmt run doc bench tree metadata version',
    go: 'build test vet fmt list version env doc run',
    dotnet: 'build test restore format list --version',
    mvn: 'test compile package verify clean -v --version',
    gradle: 'test build check assemble tasks --version',
    lerna: 'run list ls changed',
    nx: 'run run-many affected test build lint show',
    turbo: 'run build test lint',
    pip: 'list show freeze check --version',
    pip3: 'list show freeze check --version',
    docker: 'ps images version info',
    kubectl: 'version'
};

/** Tools among those of the project that have commands of which only these check, test or build. */
const FIRST_WORDS: Readonly<Partial<Record<string, RegExp>>> = {
    playwright: /^(?:test|-V|-h|--version|--help)$/,
    biome: /^(?:check|lint|format|ci|version|explain|-V|-h|--version|--help)$/,
    'golangci-lint': /^(?:run|linters|version|help|fmt|-h|--version|--help)$/,
    theia: /^(?:build|rebuild(?::\w+)?|check:[\w-]+|copy|generate|start|test|--version|--help)$/
};
/** Commands that install something, of tools whose operands are names of files otherwise. */
const INSTALLS: Readonly<Partial<Record<string, RegExp>>> = {
    webpack: /^(?:init|create|create-new-app|new|migrate|[cimlnp]|loader|plugin|generate.*|setup)$/,
    vitest: /^init$/
};
/** Tools that take every further word for something to do, not only the first. */
const TAKES_MANY = ['mvn', 'gradle'];
const STARTS_PROGRAMS = /^-{1,2}(?:exec|toolexec|vettool|ldflags|gcflags|overlay|compiler|config|script|python|log|open)\b/;

/** Options that name a file or a folder to write, and places at which there is nothing but what was made that way. */
const OUTPUT = /^(?:o|out|outfile|output|output-?file|logfile|junit-?xml|log-junit|coverprofile|cache-location|coverage-text)$/i;
/** Options that name what is told and, where they do, a place to write it to. */
const REPORT = /^(?:cov-report|out-format|reporter-options?)$/i;
const OUTPUT_FOLDER = /^out-?dir$/i;
const BUILT = /(?:^|\/)(?:(?:dist|build|out|bin|coverage|target)\/|\.\w+cache$)/;
/** The names that virtual environments have. */
const ENVIRONMENT = /(?:^|\/)\.?v?env\/$/;
/** With which the compiler of TypeScript writes nothing beside the files that are named, or nothing at all; and with which it writes more. */
const WRITES_ELSEWHERE = /^--?(?:noEmit|outDir|outFile|listFilesOnly|showConfig)$/i;
const WRITES_DECLARATIONS = /^--?(?:d|declaration|declarationMap|emitDeclarationOnly|composite)$/i;

/** The ending of a file that it compiles to others. */
const COMPILED = /(?<!\.d)\.([cm]?)[jt]sx?$/;

/** Judges the call of a tool that checks, tests or builds the project: it may use the project's files, and no code from elsewhere. */
export function usesTool(call: ProgramCall, tool: string, args: readonly Word[]): void {
    judgeWords(call, tool, args);
    const first = args.at(0)?.literal;
    const commands = FIRST_WORDS[tool];
    if ((commands && !commands.test(first ?? '')) || args.some(({ literal }) => INSTALLS[tool]?.test(literal ?? ''))) {
        call.unproven(`"${tool} ${first ?? ''}" is not known to be harmless`);
    }
    // Old versions evaluate an expression that chooses tests.
    if (tool === 'pytest' && args.some(({ literal }) => literal?.includes('('))) {
        call.unproven('it may evaluate an expression');
    }
    if (tool === 'tsc' || tool === 'vue-tsc') {
        judgeCompiled(call, args);
    }
    if (tool === 'venv') {
        args.forEach(({ literal = '' }) => judgeFolder(call, literal, place => ENVIRONMENT.test(place)));
    }
    judgeShown(call, tool, args);
}

/** Judges the call of a tool whose first word says what it does. */
export function toolWithCommands(call: ProgramCall): void {
    const command = call.values[0];
    if (command === undefined || !TOOL_COMMANDS[call.name].split(' ').includes(command)) {
        call.unproven(`"${call.name} ${command ?? ''}" is not known to be harmless`);
    }
    if (call.literals.some(value => STARTS_PROGRAMS.test(value))) {
        call.dangerous('its arguments can make it run any program');
    }
    const rest = call.values.slice(1);
    const isRemote = call.name === 'go' && command === 'run' && !/^\.(?:\/[\w./-]+)?(?<!\.go)$/.test(rest[0] ?? '');
    const isSetting = call.name === 'go' && command === 'env' && rest.some(value => value?.startsWith('-'));
    const isUnknown = TAKES_MANY.includes(call.name) && rest.some(value => !TOOL_COMMANDS[call.name].split(' ').includes(value ?? ''));
    // What a host names is fetched, and what it tests runs.
    const isFetching =
        call.name === 'go' && (rest.some(isRemoteModule) || rest.some((value, index) => isFetchingMode(value, rest[index + 1])));
    // To tell the version of a server, it runs whatever its configuration names to log in.
    const isAsking = call.name === 'kubectl' && !rest.includes('--client');
    if (isRemote || isSetting || isUnknown || isFetching || isAsking) {
        call.unproven(`"${call.name} ${command ?? ''}" is not known to be harmless with these arguments`);
    }
    judgeWords(call, call.name, call.args.slice(1));
}

/** Whether go would look for a module elsewhere: one that a host or a version stands in the name of. */
function isRemoteModule(value: string | undefined): boolean {
    return /^[\w-]+(?:\.[\w-]+)+\/|@/.test(value ?? '');
}

/** Whether an option of go lets it fetch modules that the project does not have yet. */
function isFetchingMode(option: string | undefined, next: string | undefined): boolean {
    const mode = /^--?mod(?:=(.*))?$/s.exec(option ?? '');
    return mode !== null && !['readonly', 'vendor'].includes(mode.at(1) ?? next ?? '');
}

/**
 * Judges what is passed on to a program of the project, of which nobody knows which one it is: it may have the options of every tool. Those
 * before a `--` are for who passes them on.
 */
export function judgePassedOn(call: ProgramCall, args: readonly Word[]): void {
    const end = args.findIndex(({ literal }) => literal === '--');
    const isBehind = (index: number): boolean => end >= 0 && index > end;
    for (const [index, word] of args.entries()) {
        const { literal = '' } = word;
        const next = args.at(index + 1)?.literal;
        call.touches(word);
        judgeOutput(call, undefined, literal, next);
        if (handsOverCode(literal)) {
            call.dangerous('its arguments can make it run code that is not in a file of the project');
        }
        if (mayBeReadAnew(undefined, literal, next)) {
            call.dangerous(`git or a shell may read ${literal} in another way than what it is passed on to`);
        }
        const isUnknown = isBehind(index) && literal.startsWith('-') && !/^--?$/.test(literal) && !isHarmlessOption(undefined, literal);
        if (isUnknown || mayLoadModule(undefined, literal, next)) {
            call.unproven(`the option ${literal} is not known to be harmless, whatever it is passed on to`);
        }
    }
}

function judgeWords(call: ProgramCall, tool: string, args: readonly Word[]): void {
    for (const [index, { literal = '' }] of args.entries()) {
        if (mayBeReadAnew(tool, literal, args.at(index + 1)?.literal)) {
            call.dangerous(`git or a shell may read ${literal} in another way than ${tool}`);
        }
    }
    const end = args.findIndex(({ literal }) => literal === '--');
    const own = end < 0 ? args : args.slice(0, end);
    const passedOn = args.slice(own.length);
    judgePassedOn(call, passedOn);
    judgeShown(call, undefined, passedOn);
    for (const [index, word] of own.entries()) {
        const { literal = '' } = word;
        call.touches(word);
        const next = own.at(index + 1)?.literal;
        judgeOutput(call, tool, literal, next);
        if (mayLoadModule(tool, literal, next)) {
            call.unproven(`the option ${literal} of ${tool} may load a module`);
        }
        if (isCode(literal)) {
            call.dangerous('its arguments can make it run code that is not in a file of the project');
        }
        if (literal.startsWith('-') && literal !== '-') {
            judgeOption(call, tool, literal);
        }
    }
}

/** Notes when what a tool makes may take the place of other files. What was built, and a cache, is made anew all the time. */
function judgeOutput(call: ProgramCall, tool: Tool, option: string, next: string | undefined): void {
    const named = (isWanted: (name: string) => boolean): string[] => valuesTaken(tool, option, next, isWanted);
    const mayBe = (wanted: string): boolean => tool === undefined || tool === wanted;
    const reports = named(name => REPORT.test(name) || (mayBe('mocha') && name === 'O')).flatMap(reportPlaces);
    const outputs = named(
        name => OUTPUT.test(name) || (mayBe('webpack') && ['j', 'json'].includes(name)) || (mayBe('rollup') && name === 'file')
    );
    const folders = named(name => OUTPUT_FOLDER.test(name) || (mayBe('rollup') && ['d', 'dir'].includes(name)));
    for (const literal of [...outputs, ...reports]) {
        call.empties({ source: option, literal, scripts: [] }, place => BUILT.test(place));
    }
    [...outputs, ...folders, ...reports].forEach(folder => judgeFolder(call, folder, place => BUILT.test(place)));
}

/** Notes when what is made in a folder may take the place of other files, unless the folder, with a slash after it, is there for that. */
function judgeFolder(call: ProgramCall, folder: string, isSpared: (place: string) => boolean): void {
    if (call.location.mayHoldEntries(folder, place => isSpared(`${place}/`))) {
        call.unproven(`it may replace files in ${folder}`);
    }
}

/** Notes when files that are named are compiled to others beside them: the configuration of the project is not asked where these belong. */
function judgeCompiled(call: ProgramCall, args: readonly Word[]): void {
    if (isSwitchedOn(args, WRITES_ELSEWHERE)) {
        return;
    }
    const declares = args.some(({ literal }) => WRITES_DECLARATIONS.test(literal ?? ''));
    for (const { source, literal = '', scripts } of args) {
        const made = ['.$1js', '.$1jsx', ...(declares ? ['.d.$1ts'] : [])].map(ending => literal.replace(COMPILED, ending));
        made.filter(path => path !== literal).forEach(path => call.empties({ source, literal: path, scripts }));
    }
}

/** The files or folders that reports such as `term,xml:a.xml` or `output=a.json` are written to. */
function reportPlaces(value: string): string[] {
    return value.split(',').flatMap(report => /[:=](.+)$/s.exec(report)?.slice(1) ?? []);
}

function judgeOption(call: ProgramCall, tool: string, option: string): void {
    if (!isHarmlessOption(tool, option)) {
        const reason = `the option ${option} of ${tool} is not known to be harmless`;
        if (handsOverCode(option)) {
            call.dangerous(reason);
        } else {
            call.unproven(reason);
        }
    }
    const value = optionValue(option) ?? '';
    if (value !== '') {
        call.touches({ source: option, literal: value, scripts: [] });
    }
}
