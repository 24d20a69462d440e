import { each } from './file-programs';
import { judgeGit } from './git-program';
import type { ProgramCall, ProgramRule } from './program-call';

/** Options of interpreters that do not make them run anything but the script that is named. */
const PLAIN_NODE_OPTION =
    /^--(?:test(?:-[\w-]+)?(?:=.*)?|watch|check|version|help|enable-source-maps|trace-warnings|max-old-space-size=\d+|no-warnings)$|^-[vhc]$/;
const PLAIN_PYTHON_OPTION = /^-(?:[uBVbqsSvEI]+|-version|-help|h)$/;
const PYTHON_MODULES = new Set(
    'pytest unittest json.tool py_compile compileall black ruff mypy flake8 isort pylint coverage venv'.split(' ')
);

/** What package managers do every day with a project's own scripts. */
const PACKAGE_COMMANDS = new Set(
    'test t run run-script start build lint ls list outdated view info why explain audit help version bin root prefix pack-list typecheck format check'.split(
        ' '
    )
);
const PUBLISHING = new Set(
    'publish unpublish login logout adduser token owner access deprecate dist-tag config set unlink star profile team hook'.split(' ')
);

/** Tools that check, test or build the project in front of them. */
const PROJECT_TOOLS =
    'tsc eslint prettier jest mocha vitest ava tap c8 nyc knip playwright biome stylelint vue-tsc tsd depcheck pytest mypy ruff black flake8 isort pylint tox rubocop rspec phpunit golangci-lint gofmt rustfmt shellcheck ctest webpack esbuild rollup vite lerna turbo nx theia';
const TOOL_COMMANDS: Readonly<Record<string, string>> = {
    cargo: 'build test check clippy fmt run doc bench tree metadata version',
    go: 'build test vet fmt list version env doc run',
    dotnet: 'build test restore format list --version',
    mvn: 'test compile package verify clean -v --version',
    gradle: 'test build check assemble tasks --version',
    './gradlew': 'test build check assemble tasks',
    pip: 'list show freeze check --version',
    pip3: 'list show freeze check --version',
    docker: 'ps images version info',
    kubectl: 'version'
};

/** Programs that run a project's own code or tools: everyday work, as long as the code lies in the project. */
export const RUNTIME_PROGRAMS: Readonly<Record<string, ProgramRule>> = {
    git: judgeGit,
    ...each('node nodejs tsx ts-node', call => runsScript(call, PLAIN_NODE_OPTION)),
    ...each('python python3 python2', call => {
        const [first, module] = call.values;
        if (first === '-m' && module !== undefined && PYTHON_MODULES.has(module)) {
            call.args.slice(2).forEach(word => call.reads(word));
        } else if (first === '-m') {
            call.unproven(`the module ${module ?? ''} is not known to be harmless`);
        } else {
            runsScript(call, PLAIN_PYTHON_OPTION);
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
        if (tool?.literal !== undefined && PROJECT_TOOLS.split(' ').includes(tool.literal)) {
            call.args.slice(1).forEach(word => call.reads({ ...word, glob: false }));
        } else if (tool?.literal === undefined || tool.literal.startsWith('-')) {
            call.dangerous('it runs a program that is not written out');
        } else {
            call.unproven(`it may download and run ${tool.literal}`);
        }
    },
    ...each(PROJECT_TOOLS, call => call.args.forEach(word => call.reads({ ...word, glob: false }))),
    ...Object.fromEntries(Object.keys(TOOL_COMMANDS).map(name => [name, toolWithCommands])),
    ...each('make gmake ninja', call => {
        const plain = call.values.every(
            value =>
                value !== undefined &&
                /^(?:[\w./:-]+|-j\d*|-[nBsk]|--version)$/.test(value) &&
                !/^-(?![jnBsk-])|^--(?!version$)/.test(value)
        );
        if (!plain) {
            call.dangerous('its arguments can make it run any program');
        }
    })
};

function toolWithCommands(call: ProgramCall): void {
    const command = call.values[0];
    if (command === undefined || !TOOL_COMMANDS[call.name].split(' ').includes(command)) {
        call.unproven(`"${call.name} ${command ?? ''}" is not known to be harmless`);
    }
    if (call.literals.some(value => /^-{1,2}(?:exec|toolexec|config)\b/.test(value))) {
        call.dangerous('its arguments can make it run any program');
    }
    call.args.slice(1).forEach(word => call.reads({ ...word, glob: false }));
}

function packageManager(call: ProgramCall): void {
    const [command, ...rest] = call.values;
    if (
        call.values.some(value => value === undefined) ||
        (command !== undefined && PUBLISHING.has(command)) ||
        call.hasLong('--script-shell', '--globalconfig', '--userconfig')
    ) {
        call.dangerous('it publishes, changes its own configuration, or is not written out');
    } else if (command === undefined || (command.startsWith('-') && !/^(?:-v|--version|--help)$/.test(command))) {
        call.unproven(`${call.name} with these options is not known to be harmless`);
    } else if (!PACKAGE_COMMANDS.has(command) && !command.startsWith('-')) {
        call.unproven(`"${call.name} ${command}" may download and run code`);
    } else if (command === 'audit' && rest.length > 0) {
        call.unproven('it may change the installed packages');
    }
}

/** A script in a file of the workspace is everyday work; code in an argument or on the standard input is not. */
function runsScript(call: ProgramCall, plainOption: RegExp): void {
    const index = call.values.findIndex(value => value === undefined || !plainOption.test(value));
    const script = call.args.at(index < 0 ? call.args.length : index);
    if (script === undefined) {
        if (call.args.length === 0) {
            call.dangerous('it runs what it is sent');
        }
        return;
    }
    if (script.literal === undefined || script.glob || script.literal.startsWith('-')) {
        call.dangerous('it runs code that is not in a file of the workspace');
        return;
    }
    if (call.location.resolve(script.literal) === undefined) {
        call.unproven(`it runs a script outside the workspace: ${script.literal}`);
    }
    call.args.slice(index).forEach(word => (word.literal === undefined ? undefined : call.reads({ ...word, glob: false })));
}
