import { each } from './file-programs';
import { judgeGit } from './git-program';
import { hasScript, isInstalled } from './installed-tools';
import { isNamePattern, isOperand, OptionGrammar, readArguments } from './option-grammar';
import type { ProgramCall, ProgramRule } from './program-call';
import { judgePassedOn, PROJECT_TOOLS, TOOL_COMMANDS, toolWithCommands, usesTool } from './project-tools';
import type { Word } from './shell-syntax';
import { judgeShown } from './shown-files';

/** Options of interpreters that do not make them run anything but the script that is named. */
const PLAIN_NODE_OPTION =
    /^--(?:test|test-(?:only|force-exit|concurrency=\d+|timeout=\d+|name-pattern=.*|reporter=(?:spec|tap|dot|junit|lcov))|watch|check|enable-source-maps|trace-warnings|max-old-space-size=\d+|no-warnings)$|^-c$/;
const PLAIN_PYTHON_OPTION = /^-[uBbqsSvEI]+$/;
/** With which an interpreter only tells about itself; `python -v` runs what it is sent, and tells what it loads for that. */
const ABOUT_NODE = /^(?:-[vh]|--version|--help)$/;
const ABOUT_PYTHON = /^(?:-[Vh]|--version|--help)$/;
const PYTHON_MODULES = new Set('pytest unittest json.tool py_compile compileall black ruff mypy flake8 isort pylint venv'.split(' '));

const JSON_TOOL: OptionGrammar = {
    flags: 'h',
    long: 'sort-keys no-indent compact json-lines tab no-ensure-ascii help',
    longValued: 'indent'
};

/** What package managers do every day with a project's own scripts. */
const PACKAGE_COMMANDS = new Set(
    'test t run run-script start build lint ls list outdated view info why explain audit help version bin root prefix pack-list typecheck format check'.split(
        ' '
    )
);
/** Commands that run a script by its name; package managers other than npm take the name of a program, too. */
const RUNS_SCRIPT: readonly string[] = ['run', 'run-script'];
const PUBLISHING = new Set(
    'publish unpublish login logout adduser token owner access deprecate dist-tag config set unlink star profile team hook'.split(' ')
);

/** Options with which package managers still do only what their command says. */
const PLAIN_PACKAGE_OPTION =
    /^(?:-[svwdq]|-ws|-v|--(?:silent|quiet|if-present|workspaces|workspace=.*|verbose|version|help|json|long|all|depth=\d+|parallel|recursive|stream))$/s;

/** Options of make, joined or not, with which it runs nothing but the recipes of the Makefile in its folder. */
const PLAIN_MAKE_OPTION = /^-[nBsk]+$|^-[nBsk]*j\d*$|^--(?:version|help|silent|quiet|keep-going|dry-run|jobs=\d+)$/;
/** What to make: neither an option nor a variable. */
const TARGET = /^[\w./][\w./:-]*$/;

/** Programs that run a project's own code or tools: everyday work, as long as the code lies in the project. */
export const RUNTIME_PROGRAMS: Readonly<Record<string, ProgramRule>> = {
    git: judgeGit,
    ...each('node nodejs', call => {
        if (call.args.length === 2 && /^(?:--check|-c)$/.test(call.values[0] ?? '') && isOperand(call.args[1])) {
            checksScript(call, call.args[1]);
        } else {
            runsScript(call, PLAIN_NODE_OPTION, ABOUT_NODE);
        }
    }),
    ...each('tsx ts-node', call => runsScript(call, PLAIN_NODE_OPTION, ABOUT_NODE)),
    ...each('python python3 python2', call => {
        const [first, module] = call.values;
        if (first === '-m' && module !== undefined && PYTHON_MODULES.has(module)) {
            usesTool(call, module, call.args.slice(2));
            if (module === 'py_compile' && call.literals.includes('-')) {
                call.unproven('it compiles whatever it is sent the names of');
            }
            if (module === 'json.tool' && readArguments(call.withArguments(call.args.slice(2)), JSON_TOOL).operands.length > 1) {
                call.unproven('it may replace a file');
            }
        } else if (first === '-m') {
            call.unproven(`the module ${module ?? ''} is not known to be harmless`);
        } else {
            runsScript(call, PLAIN_PYTHON_OPTION, ABOUT_PYTHON);
        }
    }),
    ...each('perl ruby php lua luajit tclsh Rscript osascript deno bun pwsh powershell groovy scala julia guile expect', call => {
        const operand = call.args.at(0);
        if (operand?.literal === undefined || (operand.literal.startsWith('-') && !/^(?:-v|--version|--help)$/.test(operand.literal))) {
            call.dangerous('it runs code that is not in a file of the workspace');
        }
        call.unproven(`${call.name} runs a script`);
    }),
    ...each('npm yarn pnpm', packageManager),
    npx: call => {
        const tool = call.args.at(0);
        if (tool?.literal !== undefined && PROJECT_TOOLS.split(' ').includes(tool.literal) && isInstalled(call.location, tool.literal)) {
            usesTool(call, tool.literal, call.args.slice(1));
        } else if (tool?.literal === undefined || tool.literal.startsWith('-')) {
            call.dangerous('it runs a program that is not written out');
        } else {
            call.unproven(`it may download and run ${tool.literal}`);
        }
    },
    ...each(PROJECT_TOOLS, call => usesTool(call, call.name, call.args)),
    ...Object.fromEntries(Object.keys(TOOL_COMMANDS).map(name => [name, toolWithCommands])),
    ...each('make gmake ninja', call => {
        if (!call.values.every(value => value !== undefined && (PLAIN_MAKE_OPTION.test(value) || TARGET.test(value)))) {
            call.dangerous('its arguments can make it run any program');
        }
        // It makes one file of another that is called so and something more, without any Makefile.
        call.args.forEach(word => call.touches(word));
    })
};

/** Where there is no file of a name, node looks for one with an ending after it, or for what the package.json of a folder names. */
function checksScript(call: ProgramCall, script: Word): void {
    call.reads(script);
    if (script.literal !== undefined && !call.location.isFile(script.literal)) {
        call.unproven(`it may check another file than ${script.literal}`);
    }
}

function packageManager(call: ProgramCall): void {
    const [command, ...rest] = call.values;
    const end = rest.indexOf('--');
    const options = (end < 0 ? rest : rest.slice(0, end)).filter(value => value?.startsWith('-'));
    judgePassedOn(call, call.args.slice(1));
    const untilScript = RUNS_SCRIPT.includes(command ?? '') ? rest.findIndex(isNoOption) + 1 : 0;
    judgeShown(call, undefined, call.args.slice(1 + untilScript));
    if (options.some(value => !PLAIN_PACKAGE_OPTION.test(value ?? ''))) {
        call.unproven(`${call.name} with these options is not known to be harmless`);
    }
    if (
        call.args.some(word => word.literal === undefined && !isNamePattern(word)) ||
        (command !== undefined && PUBLISHING.has(command)) ||
        call.hasLong('--script-shell', '--globalconfig', '--userconfig', '--prefix', '--node-options', '--init-module')
    ) {
        call.dangerous('it publishes, changes its own configuration, or is not written out');
    } else if (command === undefined || (command.startsWith('-') && !/^(?:-v|--version|--help)$/.test(command))) {
        call.unproven(`${call.name} with these options is not known to be harmless`);
    } else if (!PACKAGE_COMMANDS.has(command) && !command.startsWith('-')) {
        call.unproven(`"${call.name} ${command}" may download and run code`);
    } else if ((['audit', 'version', 'help'].includes(command) && rest.length > 0) || (call.name === 'yarn' && command === 'version')) {
        call.unproven('it may change the packages, or open another program');
    } else if (call.name !== 'npm' && RUNS_SCRIPT.includes(command)) {
        const script = rest.find(isNoOption);
        if (script === undefined || !hasScript(call.location, script)) {
            call.unproven(`"${call.name} ${command}" may run a program that is no script of the project`);
        }
    }
}

function isNoOption(value: string | undefined): boolean {
    return !value?.startsWith('-');
}

/**
 * What interpreters run: the tests of the project are everyday work. A script may be one that was written a moment ago, so it is not known
 * to be harmless; code in an argument or on the standard input is worse.
 */
function runsScript(call: ProgramCall, plainOption: RegExp, aboutItself: RegExp): void {
    if (call.args.length === 1 && aboutItself.test(call.values[0] ?? '')) {
        return;
    }
    const index = call.values.findIndex(value => value === undefined || !plainOption.test(value));
    const script = index < 0 ? undefined : call.args[index];
    if (script === undefined) {
        if (!call.values.includes('--test')) {
            call.dangerous('it runs what it is sent');
        }
        return;
    }
    if (script.literal === undefined || script.literal.startsWith('-')) {
        call.dangerous('it runs code that is not in a file of the workspace');
        return;
    }
    const isOutside = call.location.places(script.literal) === undefined;
    call.unproven(`it runs a script${isOutside ? ' outside the workspace' : ''}: ${script.literal}`);
    call.args.slice(index).forEach(word => call.touches(word));
}
