import { strict as assert } from 'node:assert';
import { Policy } from '../policy';
import { itJudges } from '../test/judged-lines';
import { useWorkspace } from '../test/test-workspace';

/** Calls of build tools that run what no file of the project says. A sandbox is not enough. */
const ALWAYS_ASKED = [
    // The options of make, however they are joined, and variables that decide what it runs.
    "echo 'all:;touch x' | make -sf-", 'make -sf /dev/stdin', 'make -sC/other/dir', 'make -f-', 'make -j4f-', 'make -Csub', 'make -nf x', 'make --eval=x', 'make -E x', 'make --file=x', 'make -I/tmp', 'make -', 'make SHELL=x', 'make all MAKEFLAGS=-fx', 'make -e', 'gmake -sf-', 'ninja -C/tmp', 'ninja -tx',
    'make --jobs=2 -f x', 'make .SHELLFLAGS=x', 'make a:=b', 'make AGENTS.md', 'make .git/hooks/pre-commit', 'make -s .vscode/tasks.json',
    // Code in an argument.
    "npx mocha --import='data:text/javascript,x'", "npx mocha --import 'data:text/javascript,x'", "mocha --require='data:text/javascript,x'", 'mocha --require ./a.js', 'npx mocha -r ./a.js', 'mocha --loader=./a.mjs', "pylint --init-hook='import os' a.py", "python3 -m pylint --init-hook='x' a.py", "rollup -p '{x}'", "npx rollup --plugin '{transform(){x}}'", "npx jest --config '{\"globalSetup\":\"/tmp/x\"}'", 'npx jest --globalSetup=./a.js',
    'nx run a:b --command=x', "npm test -- --import='data:text/javascript,x'", "npm test -- -r ./a.js", "npm run lint -- --init-hook=x", "npm run x -- --config '{a: 1}'", "yarn test --eval x", "npx eslint --plugin ./x .", 'rubocop --require ./x', 'phpunit --bootstrap x.php', 'vitest --globalSetup=./x', 'cargo test --config x', 'cargo run -- --eval x',
    // What is handed on to git or to a shell.
    'lerna ls --since=--output=src/a.ts', "nx affected -t test --base='$(touch x)'", "nx affected -t test --head 'a\";touch x;\"'", "npx playwright test --only-changed='HEAD; touch x'", "npx playwright test --only-changed 'HEAD;touch x'", 'npx playwright test --only-changed=--output=a.ts', 'vitest run --changed=--output=x', 'biome check --since=--output=x', 'golangci-lint run --new-from-rev=--output=x',
    "nx run a:b 'x;touch y'", "nx test a '>src/a.ts'", "theia build '; touch x'", "npx theia build --mode 'a b'", "theia build 'a&touch x'", "npm test -- '$(touch x)'", "pnpm run lint -- 'a`touch x`'", "yarn test 'a$(touch x)'", "lerna run build -- '$(touch x)'", "nx test a -- 'x;y'",
    // So is what one of the tools behind a script would take that way.
    'npm test -- --only-changed=--output=src/a.ts', "npm test -- '--only-changed=HEAD;touch x'", "yarn test -- --changed 'HEAD;touch x'", 'npm run lint -- --since=--output=x', "lerna run build -- --base='a b'", "turbo run build --filter '[--output=src/a.ts]'", "turbo run build --filter='a...[HEAD;touch x]'", "turbo run build -F '[--output=x'", "npm run build -- --filter='[--output=x]'"
]; // prettier-ignore

/** Options that are not known to be harmless: a sandbox is enough. */
const ASKED_WITHOUT_SANDBOX = [
    'dotnet build -p:PreBuildEvent=x', 'dotnet build /p:PreBuildEvent=x', 'dotnet build -logger:a.dll', 'dotnet build -property:PreBuildEvent=x', 'npx playwright install --with-deps', 'playwright install', 'npx playwright codegen', 'kubectl version', 'kubectl version --kubeconfig=./kc.yaml', 'kubectl version --client --kubeconfig=./kc.yaml', 'docker ps -H ssh://x', 'docker ps --host=ssh://x', 'npx mocha -n x a', 'npx mocha --node-optio=x',
    'pytest -p x', 'pytest -px', 'pytest --rootdir=/x', 'pytest -o addopts=x', 'pytest --basetemp=src', "pytest -k '__import__(1)'", 'python3 -m pytest -p x', 'python3 -m venv --clear src', 'mypy --python-executable x', 'vite build --outDir=src --emptyOutDir', 'vite --host', 'npx webpack --output-clean', 'webpack init', 'npx rollup --environment A', 'npx eslint --rulesdir x .', 'npx eslint --config=../x.js .', 'eslint -c../x .',
    'npx eslint -c ../x .', 'npx prettier --parser=./x a', 'go test -modfile=x ./...', 'go build -C /x', 'lerna run build --npm-client=x', 'turbo run build --api=x', 'pip list --index-url=x', 'cargo build -Zx', 'cargo build --target-dir=../x', 'npx ava --node-argument=x', 'biome migrate', 'npx theia download:plugins', 'golangci-lint custom', 'jest --testEnvironment=./x', 'npx tsc --generateTrace x',
    // A formatter or a reporter that is no name which the tool knows is a module that it loads.
    'npx eslint -f ./evil.js .', 'npx eslint -f=./evil.js .', 'eslint --format evil.js .', 'eslint --format=@scope/evil .', 'mocha -R ./e.js', 'npx mocha --reporter=./e.js', 'mocha -bR ./e.js', 'mocha -R e', 'mocha -u ./e.js', 'mocha --ui e', 'pylint -f evil.R a.py', 'pylint --output-format=evil.R a.py', 'python3 -m pylint -f evil.R a.py', 'vitest run --reporter=./e.ts', 'vitest run --reporter dot --reporter ./e.ts', 'npx playwright test --reporter=./e.ts',
    'npx playwright test --reporter=list,./e.ts', 'knip --reporter ./e.js', 'stylelint -f ./e.js a.css', 'stylelint --formatter=./e.js a.css', 'jest --reporters=./e.js', 'rspec -f Evil::Formatter', 'rubocop --format Evil::Formatter', 'shellcheck -x a.sh', 'shellcheck --external-sources a.sh', 'shellcheck -a a.sh',
    // Go fetches what is named by a host, and runs its tests.
    'go test -mod=mod example.com/x/y', 'go test example.com/x/y', 'go list -m example.com/x@latest', 'go build example.com/x', 'go vet -mod=mod ./...', 'go test -mod mod ./...', 'go list -m x@latest', 'go test ./... example.com/x',
    'lerna run build --since --output=x', 'nx affected -t test --base --output=x', 'golangci-lint run --new-from-rev --output=x',
    // Names with which what is made leaves the folder for it.
    'npx esbuild a.js --outdir=dist --entry-names=a/../../src/b', 'npx esbuild a.js --outdir=dist --entry-names=b',
    // Arguments in a file.
    'dotnet build @args.rsp', 'dotnet test @a',
    // The second file is written.
    'python3 -m json.tool a.json b.json', 'python3 -m json.tool --indent 2 a.json b.json', 'npm help test',
    // Nobody knows what a script makes of these.
    'npm run build -- --entry ./i.js --output-path new', 'npm run build -- --output-clean', 'npm test -- --reporterOption output=new', 'npm test -- --clearCache --cacheDirectory=new', 'npm test -- --coverage.reportsDirectory=new', 'npm test -- --basetemp=new', 'npm test -- -ic/tmp/evil.js', 'npm test -- -icsrc/evil.js', 'npm test -- -Ooutput=new', 'yarn test -- --unknown', 'cargo run -- --unknown', 'lerna run build -- --unknown', 'npm test -- -- --unknown',
    'npm test -- --reporter ./e.js', 'npm run lint -- --format=./e.js', 'npm run lint -- -f ./e.js',
    // A tool that looks for the files of a pattern by itself may find them anywhere.
    "npx prettier '{.,x}./*.json'", "npx prettier --check '{/etc,x}/a.json'", "prettier --write './.{.,x}/a.json'", "eslint 'src/{..,x}/../*.js'", "npx mocha 'src/{a,{.,b}.}/x'", "npx mocha --spec='{.,x}./x'", "prettier --check 'a/.{a..b,.}/x'", "prettier 'src/*/../../../x'",
    // Not all of what a package manager runs is a script of the project.
    'yarn run rimraf src', 'pnpm run rimraf src', 'yarn run',
    // It asks for a version on its standard input, and gives the package that one.
    'echo 9.0.0 | yarn version', 'echo .env | python3 -m py_compile -', 'python3 -m py_compile -q - < a.txt', 'make ../x', 'make .env'
]; // prettier-ignore

const STILL_EVERYDAY = [
    'make', 'make all', 'make -j', 'make -j8 test', 'make -sk', 'make -sj4 build/a.o', 'make -n clean', 'make --version', 'make --silent lint', 'make test:unit', 'ninja', 'ninja -j4', 'make ./a.out',
    'npx mocha', 'npx mocha --exit lib/a.spec.js', 'npx mocha -g "a b" --timeout 5000 -b', 'npx mocha --grep=a --reporter dot', 'npx eslint .', 'npx eslint --max-warnings 0 src', 'npx eslint --fix --ext .ts,.tsx src', 'npx tsc', 'npx tsc -b', 'npx tsc --noEmit -p tsconfig.json', 'tsc -noEmit', 'npx prettier --check .', "npx prettier --write '{src,test}/**/*.ts'", "npx prettier -c 'src/**/*.ts'",
    'npx jest', 'npx jest --coverage -t "a b"', 'npx jest src/a.test.ts --runInBand', 'npx vitest run', 'vitest run --coverage', 'npx playwright test', 'npx playwright test a.spec.ts --project=chromium --headed', 'pytest -q', 'pytest -xvs tests/test_a.py::test_b', "pytest -k 'a and not b'", 'pytest -rA --tb=short -n 4', 'pytest --cov=src --cov-report=term-missing', 'python3 -m unittest -v', 'python3 -m venv .venv', 'mypy --strict src', 'ruff check --fix .', 'black --check .',
    'flake8 --max-line-length=120', 'pylint --disable=C0114 src', 'cargo test', 'cargo build --release', 'cargo clippy --all-targets -- -D warnings', 'cargo test -- --nocapture', 'cargo fmt --check', 'go test ./... -run TestA -v -count=1', 'go test -race -coverprofile=c.out ./...', 'go build -o bin/a ./cmd/a', 'go vet ./...', 'dotnet build -c Release --no-restore', "dotnet test --filter 'Name~A'", 'nx run-many -t build', 'npx webpack --mode production', 'npx esbuild a.ts --bundle --outfile=dist/a.js', 'npx rollup -c', 'npx vite build',
    'npx eslint -f json src/a.ts', 'eslint --format=stylish .', 'npx mocha -R spec lib/a.spec.js', 'mocha -bR dot lib/a.spec.js', 'mocha -u tdd', 'vitest run --reporter=verbose src/a.test.ts', 'npx playwright test --reporter=list,html', 'npx playwright test --reporter line a.spec.ts', 'npx knip --reporter compact', 'pylint -f colorized a.py', 'rspec -f documentation spec/a_spec.rb', 'rspec -fp spec/a_spec.rb', 'shellcheck -f gcc a.sh',
    'lerna run build --since main', 'lerna ls --since=origin/main', 'nx affected -t test --base=main --head=HEAD~1', 'nx affected -t lint --base HEAD^', 'npx playwright test --only-changed=origin/main', 'npx playwright test --only-changed', 'vitest run --changed', 'vitest run --changed HEAD~1 src', 'biome check --changed --since=main', "golangci-lint run --new-from-rev='HEAD@{1}'", 'vitest run --changed --coverage', 'npx playwright test --only-changed --project=chromium', 'nx affected -t test --base main', "nx run-many -t build --projects='a-*,!b'", 'npx theia build --mode development --app-target=browser', "npm test -- -t 'costs 5$ (net)'",
    'kubectl version --client', 'docker ps -a', 'npm test', 'npm run build', 'npm test -- --grep a', 'npm test -- -u', 'npm run dev -- -p 3000', 'npm run lint -- --fix', "npm test -- -t 'a {b}'", 'npm test -- -u src/a.test.ts', 'npm test -- --watch=false --coverage', 'npm run lint -- --max-warnings=0 -f json', 'npm test -- -n 4 -xvs', 'npm test -- --reporter=dot', 'npm test -- --changed=main', 'npm run dev -- --port 3000', 'npm run build -- --mode production --outDir dist', "npm run build -- --filter='a...[main]'", "turbo run build --filter='...[HEAD^1]'", "turbo run build --filter='[main...HEAD]'", 'turbo run build -F ./packages/a', 'cargo test -- --nocapture --test-threads=1',
    "npx prettier --check '**/*.{ts,json}'", "npx prettier --write '{src,test/a}/**/*.{ts,tsx}' '!src/gen'", "npx mocha 'lib/**/*.spec.js' -g 'a [b]'", "npx eslint '{src,test}/**/*.ts'", "npx prettier 'src/[id].ts'", "npx prettier -c '{.storybook,src}/**/*.ts'", 'turbo run build --filter=a', 'pip list --outdated', 'golangci-lint run --fix', 'gofmt -l .', 'npx theia build --mode development', 'python3 -m json.tool a.json', 'python3 -m json.tool --sort-keys a.json', 'go test ./... -mod=readonly', 'go doc fmt.Println', 'go list -m all', 'go test -run TestA.B ./x', 'go test net/http'
]; // prettier-ignore

describe('Policy: the tools of a project', () => {
    itJudges({ alwaysAsked: ALWAYS_ASKED, askedWithoutSandbox: ASKED_WITHOUT_SANDBOX, everyday: STILL_EVERYDAY });
});

describe('Policy: the tools of a project in a workspace', () => {
    const workspace = useWorkspace();
    const judge = async (command: string): Promise<string> => (await new Policy().forWorkspace(workspace.root)).judgeCommand(command).decision;
    const decides = async (decision: string, commands: readonly string[]): Promise<void> => {
        for (const command of commands) {
            assert.equal(await judge(command), decision, command);
        }
    };

    it('are those that are installed there: others would be fetched from whoever has taken their names', async () => {
        await decides('ask', ['npx tsc', 'npx pytest', 'npx black .', 'npx c8 mocha', 'npx eslint src']);
        ['tsc', 'c8', 'mocha'].forEach(name => workspace.file(`node_modules/.bin/${name}`, 'x'));
        workspace.file('packages/a/node_modules/.bin/eslint', 'x');
        await decides('allow', ['npx tsc', 'cd packages/a && npx tsc', 'npx c8 mocha']);
        await decides('ask', ['npx eslint .', 'npx pytest', 'cd packages/a && npx eslint .', 'cd $x; npx tsc']);
        assert.equal((await new Policy().forWorkspace(workspace.root)).judgeCommand('npx eslint .', { cwd: 'packages/a' }).decision, 'allow');
    });

    it('are scripts of the project where a package manager would run a program just as well', async () => {
        workspace.file('package.json', '{ "scripts": { "build": "x" } }');
        workspace.file('broken/package.json', '{ "scripts": ');
        workspace.file('packages/a/package.json', '{ "scripts": { "lint": "x" } }');
        await decides('allow', ['yarn run build', 'pnpm run build', 'yarn build', 'npm run anything']);
        await decides('ask', ['yarn run rimraf src', 'yarn run toString', 'cd packages/a && yarn run build', 'cd broken; yarn run build', 'yarn run -s rimraf src']);
    });

    it('replace no file that is there, but for what was built', async () => {
        ['src/a.ts', 'b.txt', 'dist/a.js', 'coverage/c.out', '.eslintcache', 'node_modules/.bin/eslint', 'node_modules/.bin/esbuild'].forEach(path => workspace.file(path, 'x'));
        await decides('ask', [
            'go build -o src/a.ts ./cmd', 'npx eslint -o src/a.ts src', 'npx eslint --output-file=b.txt .', 'npx eslint --output-file b.txt .', 'npx esbuild c.ts --outfile=src/a.ts', 'tsc --outFile src/a.ts', 'pytest --junitxml=b.txt', 'webpack --json b.txt', 'go test -coverprofile=b.txt ./...', 'cd src && eslint -o a.ts .'
        ]);
        await decides('ask', ['npx esbuild c.ts --outfile=dist/../src/a.ts', 'rollup -mo src/a.ts']);
        await decides('ask', [
            'mocha -R json -O output=b.txt', 'mocha -R json -Ooutput=src/a.ts', 'mocha -R xunit --reporter-option output=b.txt', 'mocha -R xunit --reporter-options=suite=x,output=b.txt', 'eslint --cache --cache-location src/a.ts .', 'prettier -c --cache --cache-location=b.txt .',
            'pytest --cov-report=xml:b.txt', 'pytest --cov-report html:src', 'golangci-lint run --out-format json:b.txt', 'golangci-lint run --out-format=tab,json:src/a.ts', 'phpunit --coverage-text=b.txt'
        ]);
        await decides('ask', ['npm run lint -- --output-file=src/a.ts', 'npm run lint -- --output-file b.txt', 'yarn build --outDir=src', 'cargo test -- --logfile b.txt', 'npm test -- --junitxml=b.txt', 'rollup --file b.txt']);
        await decides('ask', [
            'npm run lint -- -o src/a.ts t.js', 'npm test -- -O output=src/a.ts', 'npm test -- --reporter-option output=b.txt', 'npm test -- --output=src', 'npm test -- --output src', 'npm test -- --file b.txt', 'npm run x -- --dir src', 'npm run build -- -d src', 'npm run build -- -outDir src', 'npm run build -- -do src/a.ts', 'npm run build -- --json b.txt', 'npm run build -- -j b.txt', 'lerna run build -- --o=src/a.ts', 'npx playwright test --output src',
            'webpack -j src/a.ts', 'webpack -wj b.txt'
        ]);
        await decides('allow', ['npm run lint -- --output-file=new.txt', 'npm test -- --file new.txt', 'npm test -- -o src/new.ts', 'npm run build -- --outDir dist', 'npm run x -- --dir new', 'npm test -- --output=coverage', 'cargo test -- --nocapture src', 'webpack -j new.json', 'go build -o bin ./cmd']);
        await decides('allow', ['mocha -R json -O output=new.json', 'mocha -R xunit -O suite=x', 'pytest --cov-report=term-missing', 'pytest --cov-report=xml:coverage/c.out', 'eslint --cache --cache-location .eslintcache .']);
        await decides('allow', ['go build -o bin/a ./cmd', 'npx esbuild c.ts --outfile=dist/a.js', 'go test -coverprofile=coverage/c.out ./...', 'eslint -o new.txt src', 'jest --json src/a.ts', 'eslint -f stylish src/a.ts']);
    });

    it('compile no file to one that is there beside it', async () => {
        ['src/a.ts', 'src/a.js', 'src/b.ts', 'src/c.mts', 'src/c.mjs', 'src/d.tsx', 'src/d.jsx', 'src/e.d.ts', 'src/e.d.js', 'node_modules/.bin/tsc'].forEach(path => workspace.file(path, 'x'));
        await decides('ask', ['tsc src/a.ts', 'npx tsc --strict src/b.ts src/a.ts', 'cd src && tsc a.ts', 'tsc src/c.mts', 'tsc --jsx preserve src/d.tsx']);
        await decides('ask', ['npx tsc --noEmit false src/a.ts', 'npx tsc --outDir null src/a.ts', 'tsc --noEmit --noEmit false src/a.ts', 'tsc -outDir dist --outDir null src/a.ts', 'tsc --emitDeclarationOnly -d src/a.ts']);
        ['src/f.d.ts', 'src/g.d.mts'].forEach(path => workspace.file(path, 'x'));
        await decides('ask', ['tsc -d src/f.ts', 'npx tsc -d --emitDeclarationOnly src/f.ts', 'tsc --declaration src/f.tsx', 'tsc --composite src/f.ts', 'tsc -d src/g.mts', 'tsc --allowJs -d --emitDeclarationOnly src/f.js']);
        await decides('allow', ['tsc src/f.ts', 'tsc -d --outDir dist src/f.ts', 'tsc -d --noEmit true src/f.ts', 'tsc -d src/b.ts', 'tsc -d src/f.d.ts']);
        await decides('allow', ['tsc src/b.ts', 'tsc --noEmit src/a.ts', 'npx tsc -noEmit --strict src/a.ts', 'tsc --outDir dist src/a.ts', 'tsc', 'tsc -p src', 'tsc src/e.d.ts']);
    });

    it('show nothing sensitive among the files of a pattern that they look for by themselves', async () => {
        ['prettier', 'eslint', 'mocha', 'esbuild'].forEach(tool => workspace.file(`node_modules/.bin/${tool}`, 'x'));
        ['.env', 'secrets.json', 'src/a.ts', 'lib/a.spec.js'].forEach(path => workspace.file(path, 'x'));
        await decides('ask', [
            "npx prettier 's*.json'", "npx prettier '{secrets,x}.json'", "npx prettier --write=false 's*.json'", "npx prettier --write false 's*.json'", 'npx prettier --check=false .', "npx prettier 's\\ecrets.json'", "npx prettier '@(secrets).json'", "npx prettier '**/*.{ts,json}'", "npx prettier './[s]ecrets.json'", "npx prettier 'src/*' '.en?'",
            "npx eslint -f json 's*.json'", "npx eslint --format=html 's*.json'", "npx eslint 's*.json' --format codeframe", 'npx eslint -f json .',
            "npx prettier --check '**/*.json'", "npx prettier --write '**/*'", "npx prettier -l '**/*'", "npx prettier -c 's*'", "npx prettier --ignore-unknown '**/*'", "npx prettier -c --ignore-path x '**/*.json'", "npx eslint --no-ignore '**/*'", "npx prettier --check '**/*.env'", 'npx prettier --check .', 'npx prettier --write src/..', 'biome check', 'biome lint .', 'biome check --write',
            "npx eslint -f stylish '**/*'", "npx eslint '.e*'", "npx eslint '**/*.json'", 'npx eslint --ext env .', 'npx eslint --ext=.ts,.env .', 'npx eslint . --ext json', 'cd src && npx eslint --ext json ..', 'npx eslint --ext json',
            'npx mocha --extension json .', 'mocha --extension=.ts,env', "mocha --extension '*'", 'mocha --recursive --extension js --extension json lib', "rspec -P '**/s*.json'", "rspec --pattern='.en?'", 'rspec -P.e*', "black --include '.*' --check .", "black --include='' .", "python3 -m black --include '' .", "ruff check --config 'include=[\"*\"]' .", "python3 -m ruff check --config='extend-include=[\"*\"]'",
            'biome check --max-diagnostics 5', 'biome check src .',
            "npm run lint -- -f json 's*.json'", "npm run format -- '**/*'", "npm run format 's*.json'", 'npm run format -- .', "npm test -- '.en?'", "yarn lint '.e*'", "lerna run lint -- '.e*'", 'npm run lint -- --ext env .', 'npm test -- --extension json', "npm run lint -- --config 'include=[\"*\"]'", "npm run lint -- --include='.*'", "npm test -- --spec='.en?'", "npx mocha -- '.en?'",
            "npx mocha '.en?'", "npx mocha --spec='.en?'", "npx mocha --spec '.en?'", "npx mocha --grep='.en?' '.en?'", "npx mocha -g a '.en?'", "npx esbuild 's*.json' --outdir=new", "stylelint 's*.json'", "npx mocha '!*.ts'", "npx eslint -f json '!*.ts'", "npx mocha 'S*.JSON'"
        ]);
        await decides('allow', [
            "npx prettier 'src/*.ts'", "npx prettier '**/*.ts'", "npx prettier 'src/**/*.{ts,tsx}'", "npx prettier --check '**/*.ts'", "npx prettier --write 'src/*'", 'npx prettier --check src', "npx prettier --check src '!secrets.*'", 'biome check src', 'biome ci src lib', "npx eslint '**/*.js'", "npx eslint -f stylish 'src/**'", 'npx eslint .', 'npx eslint --ext .ts,.tsx .', 'mocha --extension ts lib', 'black .', 'ruff check --config src/ruff.toml .', "rspec -P 'src/**/*_spec.rb' -e 'has a [b]'", "npx eslint -f json 'src/*'", 'npx eslint -f json src/a.ts',
            "npx mocha 'lib/**/*.spec.js'", "npx mocha '**/*.spec.js' -g '[smoke] a (b)?'", "npx mocha --grep '!slow' lib", "npx mocha -f '[x]' lib/a.spec.js"
        ]);
    });

    it('show no lines of what is sensitive below a folder, in whichever language', async () => {
        ['src/a.py', 'lib/secrets.py', 'lib/secrets.rb', 'check/a.py', 'node_modules/.bin/mocha'].forEach(path => workspace.file(path, 'x'));
        await decides('ask', ['ruff check', 'ruff check .', 'ruff check --fix', 'ruff check check .', 'ruff check --force-exclude .', 'ruff format --diff lib', 'python3 -m ruff check -q', 'black .', 'black --diff lib', 'isort --diff .', 'flake8', 'flake8 --max-line-length 120', 'flake8 lib', 'rubocop', 'rubocop -a', 'rubocop lib', 'npm run lint -- lib', 'npm run -s lib lib', 'npm test lib']);
        await decides('allow', ['ruff check src', 'ruff check check', 'python3 -m black src', 'isort src', 'flake8 src', 'rubocop src', 'npm run lint -- src', 'npm run lib', 'npm run --silent lib -- src', 'npx mocha lib', 'gofmt -l .']);
    });

    it('tell what is wrong with files below a folder when what is sensitive there is nothing that they take up', async () => {
        ['prettier', 'eslint', 'biome', 'mocha'].forEach(tool => workspace.file(`node_modules/.bin/${tool}`, 'x'));
        ['.env', '.env.local', '.npmrc', 'id_rsa', 'a/server.key', 'src/a.ts', 'package.json'].forEach(path => workspace.file(path, 'x'));
        await decides('allow', ["npm test -- -t 'costs 5$ (net)'", "npm test -- --grep '[smoke]'", "npm test -- -g 'does (x)?'", "npm test -- --testNamePattern 'a (b)'", "npm test -- 'src/**/*.spec.ts'", 'npm test -- src', 'npm run format -- .', 'npm run lint -- --config eslint.config.mjs .', 'yarn test src', "pnpm test -- -t 'a*'", 'npm run lint -- --ext .ts .', "npm test -- --include='src/**/*.spec.ts'", "npm test -- --include 'src/**/*.spec.ts'", 'npm ls --all', "playwright test -g 'a (b)'"]);
        await decides('allow', ['npx prettier --check .', "npx prettier --check '**/*'", "npx prettier --check . '!dist'", "npx prettier -c '**/*.{ts,json}'", 'npx prettier --write .', 'npx biome check .', 'biome ci', 'ruff check', 'black --diff .', 'isort .', 'flake8', 'rubocop', 'npx eslint .', 'npx eslint --fix --ext .ts,.tsx .', "npx eslint . --ignore-pattern '**/gen/*'", "npx mocha --ignore '**/gen/*' src", "npm run lint -- --ignore-pattern '**/gen/*'", "npm test -- --testPathPattern 'a/(b|c)'", "npm run lint -- --exclude '*'"]);
    });

    it('make an environment of no folder in which something is, but for one that is there', async () => {
        ['src/bin/activate', '.venv/bin/activate', 'sub/env/x'].forEach(path => workspace.file(path, 'x'));
        await decides('ask', ['python3 -m venv src', 'python3 -m venv --copies .', 'cd src; python3 -m venv ../src']);
        await decides('allow', ['python3 -m venv .venv', 'python3 -m venv new', 'python3 -m venv sub/env']);
    });

    it('write into no folder in which something is, but for what was built', async () => {
        ['src/a.ts', 'dist/a.js', 'tmp/a.js', 'node_modules/.bin/esbuild', 'node_modules/.bin/tsc'].forEach(path => workspace.file(path, 'x'));
        workspace.link('build', 'src');
        await decides('ask', [
            'npx esbuild tmp/a.js --outdir=src', 'npx esbuild tmp/a.js --outdir=./src/', 'npx esbuild tmp/a.js --outdir=.', 'npx esbuild tmp/a.js --outdir=dist/../src', 'npx esbuild tmp/a.js --outdir=build', 'npx tsc --outDir src', 'tsc -outDir src', 'cd tmp && tsc --outDir ../src', 'rollup -i tmp/a.js -d src', 'rollup -md src', 'rollup -i tmp/a.js --dir src', 'rollup --dir=src',
            'webpack --output-path src', 'webpack -o src', 'vite build --outDir src', 'babel tmp -d src', 'npx babel tmp --out-dir src'
        ]);
        await decides('allow', ['npx esbuild tmp/a.js --outdir=dist', 'npx esbuild tmp/a.js --outdir=new', 'npx tsc --outDir dist', 'tsc -d -p src', 'tsc --outDir dist/src', 'rollup -i tmp/a.js -d dist', 'rollup -i tmp/a.js --dir new', 'rubocop -d src', 'webpack -d src']);
    });
}); // prettier-ignore
