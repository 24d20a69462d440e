import { strict as assert } from 'node:assert';
import { Policy } from '../policy';

const policy = new Policy();
const decision = (command: string, isolated = false): string => policy.judgeCommand(command, { isolated }).decision;

/** Calls of build tools that run what no file of the project says. A sandbox is not enough. */
const ALWAYS_ASKED = [
    // The options of make, however they are joined, and variables that decide what it runs.
    "echo 'all:;touch x' | make -sf-", 'make -sf /dev/stdin', 'make -sC/other/dir', 'make -f-', 'make -j4f-', 'make -Csub', 'make -nf x', 'make --eval=x', 'make -E x', 'make --file=x', 'make -I/tmp', 'make -', 'make SHELL=x', 'make all MAKEFLAGS=-fx', 'make -e', 'gmake -sf-', 'ninja -C/tmp', 'ninja -tx',
    'make --jobs=2 -f x', 'make .SHELLFLAGS=x', 'make a:=b',
    // Code in an argument.
    "npx mocha --import='data:text/javascript,x'", "npx mocha --import 'data:text/javascript,x'", "mocha --require='data:text/javascript,x'", 'mocha --require ./a.js', 'npx mocha -r ./a.js', 'mocha --loader=./a.mjs', "pylint --init-hook='import os' a.py", "python3 -m pylint --init-hook='x' a.py", "rollup -p '{x}'", "npx rollup --plugin '{transform(){x}}'", "npx jest --config '{\"globalSetup\":\"/tmp/x\"}'", 'npx jest --globalSetup=./a.js',
    'nx run a:b --command=x', "npm test -- --import='data:text/javascript,x'", "npm test -- -r ./a.js", "npm run lint -- --init-hook=x", "npm run x -- --config '{a: 1}'", "yarn test --eval x", "npx eslint --plugin ./x .", 'rubocop --require ./x', 'phpunit --bootstrap x.php', 'vitest --globalSetup=./x', 'cargo test --config x', 'cargo run -- --eval x'
]; // prettier-ignore

/** Options that are not known to be harmless: a sandbox is enough. */
const ASKED_WITHOUT_SANDBOX = [
    'dotnet build -p:PreBuildEvent=x', 'dotnet build /p:PreBuildEvent=x', 'dotnet build -logger:a.dll', 'dotnet build -property:PreBuildEvent=x', 'npx playwright install --with-deps', 'playwright install', 'npx playwright codegen', 'kubectl version', 'kubectl version --kubeconfig=./kc.yaml', 'kubectl version --client --kubeconfig=./kc.yaml', 'docker ps -H ssh://x', 'docker ps --host=ssh://x', 'npx mocha -n x a', 'npx mocha --node-optio=x',
    'pytest -p x', 'pytest -px', 'pytest --rootdir=/x', 'pytest -o addopts=x', 'pytest --basetemp=src', "pytest -k '__import__(1)'", 'python3 -m pytest -p x', 'python3 -m venv --clear src', 'mypy --python-executable x', 'vite build --outDir=src --emptyOutDir', 'vite --host', 'npx webpack --output-clean', 'webpack init', 'npx rollup --environment A', 'npx eslint --rulesdir x .', 'npx eslint --config=../x.js .', 'eslint -c../x .',
    'npx eslint -c ../x .', 'npx prettier --parser=./x a', 'go test -modfile=x ./...', 'go build -C /x', 'lerna run build --npm-client=x', 'turbo run build --api=x', 'pip list --index-url=x', 'cargo build -Zx', 'cargo build --target-dir=../x', 'npx ava --node-argument=x', 'biome migrate', 'npx theia download:plugins', 'golangci-lint custom', 'jest --testEnvironment=./x', 'npx tsc --generateTrace x'
]; // prettier-ignore

const STILL_EVERYDAY = [
    'make', 'make all', 'make -j', 'make -j8 test', 'make -sk', 'make -sj4 build/a.o', 'make -n clean', 'make --version', 'make --silent lint', 'make test:unit', 'ninja', 'ninja -j4', 'make ./a.out',
    'npx mocha', 'npx mocha --exit lib/a.spec.js', 'npx mocha -g "a b" --timeout 5000 -b', 'npx mocha --grep=a --reporter dot', 'npx eslint .', 'npx eslint --max-warnings 0 src', 'npx eslint --fix --ext .ts,.tsx src', 'npx tsc', 'npx tsc -b', 'npx tsc --noEmit -p tsconfig.json', 'tsc -noEmit', 'npx prettier --check .', "npx prettier --write '{src,test}/**/*.ts'", "npx prettier -c 'src/**/*.ts'",
    'npx jest', 'npx jest --coverage -t "a b"', 'npx jest src/a.test.ts --runInBand', 'npx vitest run', 'vitest run --coverage', 'npx playwright test', 'npx playwright test a.spec.ts --project=chromium --headed', 'pytest -q', 'pytest -xvs tests/test_a.py::test_b', "pytest -k 'a and not b'", 'pytest -rA --tb=short -n 4', 'pytest --cov=src --cov-report=term-missing', 'python3 -m unittest -v', 'python3 -m venv .venv', 'mypy --strict src', 'ruff check --fix .', 'black --check .',
    'flake8 --max-line-length=120', 'pylint --disable=C0114 src', 'cargo test', 'cargo build --release', 'cargo clippy --all-targets -- -D warnings', 'cargo test -- --nocapture', 'cargo fmt --check', 'go test ./... -run TestA -v -count=1', 'go test -race -coverprofile=c.out ./...', 'go build -o bin/a ./cmd/a', 'go vet ./...', 'dotnet build -c Release --no-restore', "dotnet test --filter 'Name~A'", 'nx run-many -t build', 'npx webpack --mode production', 'npx esbuild a.ts --bundle --outfile=dist/a.js', 'npx rollup -c', 'npx vite build',
    'kubectl version --client', 'docker ps -a', 'npm test', 'npm run build', 'npm test -- --grep a', 'npm test -- -u', 'npm run dev -- -p 3000', 'npm run lint -- --fix', "npm test -- -t 'a {b}'", 'turbo run build --filter=a', 'pip list --outdated', 'golangci-lint run --fix', 'gofmt -l .', 'npx theia build --mode development', 'python3 -m json.tool a.json'
]; // prettier-ignore

describe('Policy: the tools of a project', () => {
    for (const command of ALWAYS_ASKED) {
        it(`asks, sandbox or not: ${JSON.stringify(command)}`, () =>
            assert.deepEqual([decision(command), decision(command, true)], ['ask', 'ask']));
    }

    for (const command of ASKED_WITHOUT_SANDBOX) {
        it(`asks unless there is a sandbox: ${JSON.stringify(command)}`, () =>
            assert.deepEqual([decision(command), decision(command, true)], ['ask', 'allow']));
    }

    for (const command of STILL_EVERYDAY) {
        it(`lets everyday work run: ${command}`, () => assert.deepEqual(policy.judgeCommand(command), { decision: 'allow' }));
    }
});
