import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync } from 'node:fs';
import { Policy } from '../policy';
import { itJudges } from '../test/judged-lines';
import { quickest } from '../test/quickest';
import { useWorkspace } from '../test/test-workspace';

const policy = new Policy({ forbiddenPaths: ['/var/lib/openspace'] });
const decision = (command: string, isolated = false): string => policy.judgeCommand(command, { isolated }).decision;

/** Command lines that run or change something in a way that is easily overlooked. A sandbox is not enough. */
const ALWAYS_ASKED = [
    // The index of a variable is evaluated, and runs what stands in it.
    "test -v 'a[$(id)]'", "[ -v 'a[$(id)]' ]", "[ ! -v 'a[$(id)]' ]", "[[ -v 'a[$(id)]' ]]", "[[ 'a[$(id)]' -eq 1 ]]", '[[ 1 -lt $x ]]', '[[ $x -ge 2 ]]', 'test $x', '[ $x = y ]', '[ "$a" "$b" ]',
    '[ "$a" "$b" "$c" ]', '[ a = b -o "$x" "$y" ]', 'test -R "$x"', "unset 'a[$(id)]'", 'unset $x', "export a['$(id)']=1", "read 'a[$(id)]'", "read a['$(id)']", "printf -v 'a[$(id)]' x", 'printf "$x" y', "declare 'a[$(id)]=1'",
    'wait -p "a[$(id)]"', 'wait -p x', 'jobs -x rm -rf y', 'echo ${x:y}', 'echo ${x:$y}', 'echo ${a[y]}', 'echo ${a[$(id)]}', 'echo ${x@P}', 'echo ${!x}', 'echo ${x/$y/$(rm -rf z)}', "RANDOM='a[$(id)]'", 'OPTIND=x', 'HISTCMD=x', 'SECONDS=x', 'read RANDOM',
    // So does a format of bash, with a number that names a folder.
    "printf 'xxx%n' PATH; ls", "printf 'a%5ln' IFS", "printf -- '% n' x",
    // Not every version of find needs a `{}` before the `+` that ends a command.
    'find . -exec echo + -delete -exec echo \\;', 'busybox find . -exec echo a + -delete -exec echo \\;',
    // Variables that decide which programs run, set in other ways.
    'unset PATH', 'unset -v IFS', 'echo ${PATH:=/x}', 'echo ${PATH=/x}', 'echo "${IFS:=/}"', 'export PA"TH=/x"', 'export PATH', 'export -n PATH', 'readonly PATH=/x', 'env "PATH=/x" ls', "env 'LD_PRELOAD=x' ls", 'env PA"TH"=/x ls', 'env -u PATH ls',
    'env -uPATH ls', 'env --unset=PATH ls', 'env A=$x ls', 'ls {PATH}>x', 'ls {PATH}<x', 'for IFS in a; do ls; done', 'select PATH in a; do ls; done', 'printf -v PATH x', 'read -r PATH', 'GCONV_PATH=. iconv a', '_JAVA_OPTIONS=x gradle test', 'PYTEST_ADDOPTS=x pytest', 'TEXTDOMAIN=x ls', 'POSIXLY_CORRECT=1 ls',
    // Expansions that are not what they seem.
    'echo "$\\\n(rm -rf x)"', 'echo $\\\n(rm -rf x)', 'echo "${x:-\'$(rm -rf y)\'}"', 'echo "${x:-\'}$(rm -rf y)\'}"', "echo ${x:-\\'$(rm -rf y)\\'}", 'echo $"hello"', 'cat <<$\'E\'\nE\nrm -rf x\n$E\n', 'cat <<"$E"\nx\n$E\n', 'cat <<E-F\nx\nE-F\n',
    "cat $'\\x{2e}env'", "cat $'a\\q'", "cat $'\\.env'", "cat $'\\x'", "cat $'\\xg'", "cat $'\\u'", "echo $'\\c'; rm -rf x #'", "echo $'\\c\\'; rm -rf x #'", "rm $'\\u0061'", "rm $'\\xff'",
    // Only what is known to be harmless about it is.
    "awk -v n=3 '{print > n}' a", "awk '{print >> 1}' a", "awk '{print ||| 1}' a", "awk '{print |\"x\"}' a", 'awk -v n=3 -f x', 'find "$x" -exec wc {} +', 'git config user.name x', 'git config --get remote.origin.url', 'git config --get-regexp user.name', "go list -f '{{.Dir}}{x}'", "npx rollup -p '{{.a}} {}'",
    // Programs that run others.
    'xargs timeout', 'echo 5 rm -rf x | xargs timeout', 'timeout $x ls', 'nice -n $x ls', 'find . -exec sort + -o /etc/x \\; -exec rm {} +', 'npx c8 rm -rf x', 'c8 rm -rf x', 'nyc sudo ls', 'unknown-wrapper rm -rf x', 'time -- rm -rf x', 'zsh -c "ls"', 'fish -c ls', 'csh -c ls', 'rg --search-zip x', 'rg --pre=x y',
    // What it is sent takes the place of a word, or of a part of it, in whatever it runs.
    "echo sh | xargs -Iecho env echo -c 'rm -rf x'", 'xargs -I X env X', 'xargs -IX nice timeout 5 X', 'xargs -I "$x" echo a', 'xargs -I "" echo a', 'xargs -iX env X', 'xargs -J % env %', 'xargs --replace=X env X', 'xargs -Is timeout 5 sh -c ls', 'ls | xargs -I{} sh -c "cat {}"', 'xargs -IA -IB env A', 'xargs -Ia git log *.a', 'pushd .git; echo x > config', 'popd; echo x > config',
    // Where a shell and `env` look for what they run and set.
    "bash -c -e 'rm -rf x'", "bash -c -- 'rm -rf x'", "sh -c +e 'rm -rf x'", "bash +x -c 'rm -rf x'", "bash -n +x -c 'rm -rf x'", "env 'BASH_FUNC_echo%%=() { rm -rf x; }' bash -c echo", 'env -- LD_PRELOAD=x ls', "env -- 'BASH_FUNC_ls%%=() { id; }' bash -c ls", 'env -u "$x" ls', "env '=x' ls",
    'git log --show-signature', 'git log --format=%GG', "git log --format='%+G?'", "git log --format='%-GK'", "git log --pretty='format:% GS'", 'git tag --sort=signature', "git for-each-ref --sort='-*signature:grade'", 'git rev-list HEAD --format=%G?', 'git --git-dir=x log', 'npm run build --prefix /tmp/x', 'npm test --script-shell=/tmp/x', 'go test -exec rm ./...', 'go vet -vettool=/tmp/x', 'go build -ldflags=-extld=/tmp/x', 'npm exec -- rm -rf x', 'pnpm dlx sudo ls', 'mapfile -C x -c 1 a', 'complete -C x y', 'trap x DEBUG', 'enable -f x y', 'bind -x x', 'shopt -s extglob',
    'command eval x', 'builtin source x', 'exec -a x bash', 'hash -p /tmp/x ls', 'BASH_CMDS[ls]=/tmp/x', 'BASH_ALIASES[ls]=rm', 'declare -i x=y', 'declare -n x=PATH', 'let x=1', '((x=1))', 'echo $[1]', 'coproc x { ls; }', 'ls <(rm -rf x) >(sudo ls)',
    // A file is written and then run.
    "printf 'rm -rf y' > x.sh; sh x.sh", 'echo x > a.js; node a.js', 'echo x > a.js && node a.js', 'echo x | tee a.py && python3 a.py', 'echo x > Makefile; make', 'echo x > package.json\nnpm test', 'cat <<E > conftest.py\nx\nE\npytest', 'echo x > jest.config.js; npx jest', 'echo x > t && ./t', 'echo x > a.js; env node a.js',
    // Tools that write what is protected.
    'tsc --outFile .envrc', 'esbuild a.js --outfile=.vscode/tasks.json', 'eslint -o AGENTS.md .', 'npx prettier --write .vscode/settings.json', 'go build -o .envrc', 'pytest --junitxml=.mcp.json',
    // What one shell, or one version of it, reads unlike another.
    "cat <<E\na\\\nE\necho '\nE\ncat .env #'", "cat <<-E\na\\\n\tE\necho '\n\tE\ncat .env #'", 'cat <<E\n`id`\nE', 'cat <<E\n$(id\nE\n)\nE', 'echo "${x-\\}"; echo \'"}"; cat .env #\'', 'echo "${x/\\}/a}"; echo \'"}"; cat .env #\'', 'echo ${x-"}"}', "echo ${x-'a'}", 'echo "${x-${y}}"',
    'echo "`echo \\"\'\\"; cat .env; #\'`"', 'echo `echo \\a`', 'echo `echo "a"`', "[[ a && #x ]] && echo '\nb ]]; cat .env #'", '[[ a &&\nb ]]', '[[ a =~ (b) ]]', '[[ ( a ) ]]', ": {a['$(cat .env >&2)']}>f", ': {a[0]}>f', 'echo a\\\nb', 'echo "a\\\nb"', 'echo $(echo a # b\n)', 'echo $(case a in a) true;; esac)', 'echo $(cat <<E\nE\n)', 'ls\u00a0a',
    'sh -c "echo \\$\'\\\\\'; cat .env #\'"', 'sh -c "[[ a ]]"', 'dash -c "ls &>f"', 'sh -c "ls |& cat"', 'sh -c "cat <(ls)"', 'sh -c "echo {a,b}"', 'ash -c "cat <<< a"', "sh -c 'x=\"1 PATH=/tmp\"; export a=$x; ls'", 'command export a=$x',
    // Programs that are scripts put the names of files into what they run.
    "zgrep x $'a\\nb'", "zgrep x a 'b\nc'", "zcat $'a\\n'",
    // The names of files take the place of an option or a program.
    'find victim -maxdepth 0 -e?ec rm -rf {} \\;', 'find . -name $x', 'find *', 'awk BEGIN* README.md', 'sed s,^*,b, README.md', 'git log -*', 'timeout * ls', 'node *.js', 'bash *', 'bash -n *', 'bash -n *.sh', 'bash -n $x', 'bash -n "$x"', 'bash -n {+nc,reboot}', 'node --check *', 'node --check */*', 'node -c $x', 'node --check "$x"', 'git config user.name s*',
    'find -files0-from names -exec node --check {} \\;', 'find -files0-from names -exec git diff {} \\;', 'find -f -x -exec bash -n {} \\;', 'find +nc reboot -exec bash -n {} +', 'find +n -exec bash -n {} \\;', 'find src +n -type f -exec sh -n {} \\;', 'find -L +n -exec bash -n {} \\;', 'find -O3 +n -maxdepth 0 -exec bash -n {} \\;', 'find -O +n -exec bash -n {} \\;', 'find -D tree +n -maxdepth 0 -exec bash -n {} \\;', 'find -D -name +n -exec bash -n {} \\;', 'find -H -O1 -- +n -exec bash -n {} +', 'find -dx +n -exec bash -n {} \\;', 'find . -D exec +n -exec bash -n {} \\;',
    // The wrong word taken for the program, and code on the standard input.
    'awk -F : \'BEGIN{system("id")}\'', 'awk -F: -f x', 'awk "$x" a', 'sed -e 1p -e "1e id" a', "echo '1' | node --no-warnings", 'node --no-warnings', 'node --watch', "python3 -u <<< '1'", 'python3 -u -', 'python3 -B', 'tsx', 'ts-node', "echo '1' | python3 -v", 'python -v'
]; // prettier-ignore

/** Command lines that may show what is sensitive, or do what is not known: a sandbox is enough. */
const ASKED_WITHOUT_SANDBOX = [
    'tree -o x', 'file -C -m x', 'file -z x', 'file -f names', 'wc --files0-from=.env', 'wc --files0-from=names', 'du --files0-from=x', 'sort --files0-from=x', 'wc $x', 'tree $x', 'iconv -o x y', 'iconv -f ./.env a', 'iconv --to-code=../x a', 'iconv -f "$x" a', 'yq \'load_str(".env")\' a.yml', 'jq -n \'import "credentials" as $x; $x\'', 'uniq a b',
    'git show', 'git show HEAD', 'git show HEAD~3:src/a.ts', 'git log -p', 'git log --patch', 'git log -U3', 'git log -L1,5:a.ts', 'git log -c', 'git diff main', 'git diff HEAD~1', 'git diff --no-index a b', 'git diff a..b', 'git cat-file -p HEAD', 'git cat-file blob HEAD', 'git cat-file --batch',
    'git grep x HEAD~1', 'git grep --no-index x', 'git grep --untracked x', 'git stash show -p', 'git stash list -p', 'git remote -v', 'git status -v', 'git status -vv', 'git commit -v', 'git shortlog -p', 'git -C sub diff', 'git diff-tree -p HEAD', 'git help log', 'diff -r a b', 'diff --recursive a b',
    'rg -g ".e*" x', 'rg --glob=.e* x', 'rg --no-ignore-vcs x', 'rg -L x', 'rg --type-add a:.e* x', 'rg -t sh x', 'rg -tsh x', 'rg --type=all x', 'rg -t ts -t sh x', 'rg -uu x', 'grep -r x . --include=".e*"', 'grep -r x . --include=*', 'grep -d recurse x .', 'grep -rn x . --include=*.pem', 'cat .en?', 'cat .[e]nv', 'prettier .en*', 'npx prettier .en*', 'head -5 *', 'cat ~root/.ssh/id_rsa', 'cat ~+/../x', 'cat src/a.ts,../../x', 'cat a/b,src/../../x',
    '(cd src); cat ../x', 'cd src | cat ../x', 'false && cd src; cat ../x', 'if false; then cd src; fi; cat ../x', 'echo $(cd src); cat ../x', 'cd src & cat ../x', 'cd -P ..; cat x', 'cd -', 'pushd /', 'go env -w GOFLAGS=x', 'go run example.com/x@latest', 'mvn test exec:exec', 'lerna exec -- ls', 'nx exec ls', 'tox', 'ctest',
    // A command that runs again is in another folder by then, and so is one that runs where something is found.
    'for i in 1 2; do cat config; cd .git; done', 'for i in 1 2; do cat config; command cd .git; done', 'while cat config; do cd .git; done', 'until false; do cat config; cd .git; done', 'select i in 1 2; do cat config; cd .git; done', 'for i in 1 2; do for j in 1 2; do cat config; done; cd a; done', 'for i in 1 2; do cat c/.g; cd b; done',
    'cd .git', 'cd .aws && ls', 'cd a/.vscode', 'find . -name x -execdir cat config \\;', 'find . -okdir cat config \\;', 'find . -execdir git status \\;', 'find . -execdir make \\;', 'find . -execdir ls \\;',
    'npm run x -- .env', 'npm version patch', 'npm test --workspace-root=/x', 'NODE_RUNNER=x npm test', 'MY_CONFIG=x npm test', 'node --test-reporter=/tmp/x.js --test'.replace('--test-reporter=/tmp/x.js ', '/tmp/x.js '), 'for i in 1 2; do node a.js; echo x > a.js; done', 'node a.js & echo x > a.js', 'while read f; do cat $f; done < names',
    // Whoever only checks or lists does so with what is named.
    'node --check .env', 'node --check ../a.js', 'node -c a.js b.js', 'tsx --check a.ts', 'bash -n .env', 'bash -n ../x.sh', 'bash -n src/*.sh', 'node --check src/*.js', 'git tag v1.0', 'find . -exec cat {} \\;', 'find . -execdir wc {} +', 'find . -exec head {} +', "go list -f '{{.Dir}}' -m x@latest",
    // Where there is no file of a name, node takes one that is called so and something more, or what a folder names.
    'node --check credentials', 'node -c ./secrets', 'node --check sub',
    // What grep takes in beside what it leaves out, and rg lists no names for.
    "grep -r --exclude=zzz --include='*.ts' '' .", "egrep -r --exclude zzz --include='*.ts' x .", "grep -r --include='*.ts' --exclude='*.spec.ts' x",
    // What git shows is tracked only by then.
    'git add -A && git grep -h .', 'git add . ; git diff', 'git add src; git diff -- a.ts', 'for i in 1 2; do git grep x; git add .; done', 'git add . & git grep x',
    // So is what a search leaves out.
    "echo '!.env' > .rgignore; rg SECRET", "echo '!.env' >> .gitignore && rg SECRET", "echo '!.env' | tee .ignore; rg SECRET src", 'for i in 1 2; do rg SECRET; echo x > sub/.ignore; done', 'rg SECRET & echo x > .rgignore',
    // Not every version takes the next word for the value of the option.
    'fmt -p .env', 'fmt -g .env',
    // A script may be one that was written a moment ago.
    'node e.js', 'node --no-warnings e.js', 'node --test e.js', 'tsx e.ts', 'python3 -u main.py', 'bash e.sh', 'sh ./e.sh', 'go run main.go', 'go run ./main.go',
    // The names of files take the place of a word, or the value of a variable does.
    'wc *', 'grep .[*e]* README.md', 'grep -e* README.md', 'git blame .en?', 'git blame -s --contents .e[n]v README.md', 'git blame --ignore-revs-file .e?v README.md', 'git add src/*.ts',
    "x='SECRET .env'; grep $x README.md", 'x="-r SECRET ."; grep $x', 'grep "$x" README.md', 'head -n $x README.md', 'sort -k $x a',
    // Files that are named by others, and options that are not known.
    'strings @list', 'strings -o .env', 'xxd -ps .env', 'xxd -ac .env', 'grep --context x .env', 'diff -N --from-file=. src', 'diff -N --to-file=. src', 'diff a', 'jq -n --from-file prog.jq', 'jq -nf prog.jq', 'jq --slurpfile a secrets.json .', 'cat --unknown a', 'head --unknown a', 'cmp --unknown a b', 'md5sum -c list', 'date -f names',
    'strings -n @opts a.txt', 'strings -- @opts', 'strings -e @opts a', 'tsc @options', 'npx tsc @options', 'pytest @options', 'python3 -m pytest @options', 'mypy @options', 'ruff check @options', "yq e 'load_str(\".env\")' a.txt", "yq ea 'load(\".env\")' a.txt", "yq eval 'load(\".env\")' a.txt", "yq eval-all -r 'load(\".env\")' a.txt", "yq e envsubst a.txt", 'yq e', 'yq',
    // A file takes the place of the expression, or says what it is.
    'yq credentials.json', 'yq /etc/passwd', 'yq e server.key', 'yq ../a.yml', 'yq ./.npmrc', 'yq a.yq b.yml', 'yq e sub/a.yq b.yml',
    // Where there is no file of a name, one is unpacked that is called so and something more.
    'zcat secrets', 'zgrep x secrets', 'zgrep -e x a.txt secrets', 'zcat sub/secrets',
    'tail --pid=1 a', 'grep -R x src', 'grep -f names a', 'grep --file=names a', 'find . -unknown', 'find -files0-from list', 'tree --fromfile list', 'du -X list', 'sort -T /tmp a', 'tee --unknown a',
    // Git shows the content of whatever is named, and brings files that act.
    'git show -s 3b18e5', 'git show --stat main', 'git show --stat v1', 'git log --check', 'git show --stat --check', 'git switch main', 'git switch -c x main', 'git switch --detach', 'git ls-files -X names', 'git branch --format=x', 'git rev-list --objects-edge x', 'git describe --contains'
]; // prettier-ignore

const STILL_EVERYDAY = [
    "awk -v n=3 'NR >= n || /x/ {print $1}' a.txt", "awk -F: -v OFS=, '{print $1, $2}' a.txt", "docker ps --format '{{.Names}}'", "docker images --format='{{.Repository}}:{{.Tag}}\\t{{.Size}}'", "go list -f '{{.Dir}}' ./...", 'node --check src/a.js', 'node -c a.mjs', 'bash -n run.sh', 'sh -n ./run.sh', "git tag -l 'v*'", 'git tag --list v1.0', 'git branch --merged', 'git config user.name', 'git config --get user.email', "find . -name '*.ts' -exec wc -l {} +", 'find src -type f -exec du -h {} \\;', 'find -L src -exec wc -l {} +', 'free -h', 'tree -L 2 --gitignore',
    "printf '100%% new\\n'", "printf '\\033[1m%s name\\n' a", "printf -- '-%s' a", 'git add . && git commit -m x', 'git add -A && git diff --cached --stat', 'git grep x; git add .', 'find . -exec echo {} +', 'fmt -w 80 a', 'make 2>&1 | tee /dev/stderr',
    '[ -n "$x" ] && echo yes', 'test "$x" = y', '[ "$a" != "$b" ]', '[ $? -eq 0 ] && echo ok', '[[ $? -eq 0 ]]', '[[ -n $x ]]', '[[ $x == a* ]]', '[[ -v CI ]]', 'echo ${x:-default} ${#x} ${x%.ts} ${x##*/} ${x:0:3}', 'unset x', 'export X=1', 'FOO=bar npm test',
    "echo $'a\\tb\\x41\\101\\n\\\\ \\' \\\"'", "git commit -m $'fix: x\\n\\nbody'", 'ls | xargs -I {} echo {}', "yq e '.a' a.yml", 'yq .b environment.yml', 'yq .key a.yml', "yq '.a | keys' a.yml", 'yq a.yml', 'yq -r .spec.name b.yml', 'zcat a.log.gz', 'zgrep -n secrets a.log.gz', 'for d in a b; do (cd src && npm test); done', 'while false; do cat a.ts; done', "bash -c 'ls' x", 'bash -ec "ls"', 'env A=1 B=2 npm test', 'env -u FOO npm test', 'cd node_modules/a && ls', 'cd packages/a && cd src && cat a.ts', 'npx playwright test --grep @fast',
    'rg foo; echo dist >> .gitignore', 'echo x > notes.txt; rg foo',
    'npm test > out.txt 2>&1', 'npm run build && npm test > out.txt', 'git status -sb', 'git status --porcelain', 'git shortlog -sn', 'git commit -am "fix: x"', 'git diff --stat', 'git diff HEAD', 'git diff --cached src/a.ts', 'git log --oneline --graph --all', 'git log -3 --format="%h %s"', 'git show --stat', 'git grep -n foo', 'rg -n foo src', 'rg foo -g "*.ts"', 'rg -t ts foo', 'rg -tpy foo src', 'rg --type=json foo', 'rg -T sh foo',
    'grep -rn x . --include=*.ts', 'cd src && ls -la', 'cd src && cat a.ts', 'wc -l a b', 'du -sh src', 'tree -L 2', 'file a.png', "jq '.name' package.json", "printf '%s\\n' a", 'wait $!', 'npx c8 mocha', 'npm run build --workspace=a', 'go run ./cmd/x', 'lerna run build',
    'wc -l src/*.ts', 'npm test \\\n    --silent', 'npm test \\\n    | tail -5', 'echo `date`', 'echo "`date`"', 'echo "${x:-a b}"', 'sh -c "ls && pwd"', 'sh -c \'for f in a b; do echo "$f"; done\'', "cat <<'E'\n`a` $(b) \\\nE", 'cat <<E\n$x ${y:-z} \\$a\nE', 'git commit -m "done!"', 'node --test --test-reporter=spec', 'python3 --version',
    'python3 -m pytest -q', 'head -n 5 a', 'head -c10 a', 'tail -n +3 a', 'cut -d: -f1 a', 'sort -t, -k2 -n a', 'grep -in -A 3 x a', 'grep --include=*.ts -rn x .', "awk -F, '{print $2}' a.csv", "sed -n -e '1,3p' a", 'diff -u a b', 'jq -r .name package.json', 'git blame -L1,5 a.ts', 'git blame -L 1,5 a.ts', 'strings -n 8 a.bin', 'git show --stat HEAD~2', 'git ls-files -m', 'git rev-parse --short HEAD',
    'git branch -a', 'git branch -vv', 'git switch -c feature', 'find src -type f -name "*.ts" -maxdepth 2 -not -path "*/a/*"', 'find . \\( -name a -o -name b \\) -print', 'mkdir -p a/b', 'touch a.txt', 'du -sh src 2>/dev/null', 'date +%F', 'date -u', 'tree -L 2 -I node_modules', 'npx prettier --check .', 'npx tsc --noEmit -p .'
]; // prettier-ignore

describe('Policy: command lines that hide what they do', () => {
    itJudges({ alwaysAsked: ALWAYS_ASKED, askedWithoutSandbox: ASKED_WITHOUT_SANDBOX, everyday: STILL_EVERYDAY }, policy);

    it('trusts other shells with less than bash, and every shell with words', () => {
        const decide = (command: string, shell: string): string => policy.judgeCommand(command, { shell }).decision;
        for (const command of ["echo $'\\'; cat .env #'", '[[ -f a ]]', 'ls &> f', 'cat <(ls)']) {
            assert.equal(decide(command, '/bin/dash'), 'ask', command);
            assert.equal(decide(command, 'zsh'), 'ask', command);
        }
        // In fish the quote after the backslash does not end the text.
        assert.deepEqual(
            ['bash', 'fish', 'nu', 'pwsh', 'csh'].map(shell => decide("echo 'a\\'' ; cat .env #'", shell)),
            ['allow', 'ask', 'ask', 'ask', 'ask']
        );
        // Some of these have `type` for showing a file.
        assert.deepEqual(
            ['bash', 'sh', 'pwsh', 'cmd'].map(shell => decide('type .env', shell)),
            ['allow', 'allow', 'ask', 'ask']
        );
        assert.deepEqual([decide('type node', 'zsh'), decide("bash -c 'type .env'", 'pwsh')], ['allow', 'allow']);
        // On a drive of PowerShell are variables.
        for (const command of [
            'type env:TOKEN',
            'ls env:',
            'cat a,env:TOKEN',
            "cd 'env:'",
            'type Environment::TOKEN',
            'type -Path:env:TOKEN'
        ]) {
            assert.deepEqual([decide(command, 'pwsh'), decide(command, '/bin/sh')], ['ask', 'allow'], command);
        }
        assert.equal(decide('cat -LiteralPath:env:TOKEN', 'pwsh'), 'ask');
        // Where a number is expected, these shells evaluate the index of a variable.
        for (const command of [
            "test 'x[$(touch x)]' -eq 1",
            "printf '%d' 'x[$(touch x)]'",
            "exit 'x[$(touch x)]'",
            "echo 'x[`id`]'",
            "test 'x[y]' -eq 1",
            'test "x[y]" -eq 1',
            "return '$x'",
            "echo '`id`'"
        ]) {
            ['zsh', '/bin/ksh', 'mksh', 'yash', 'fish'].forEach(shell =>
                assert.equal(decide(command, shell), 'ask', `${shell}: ${command}`)
            );
        }
        for (const command of ['npm test', 'ls -la && git status', "grep -rn 'a b' src | head -5", 'git commit -m "fix: port"']) {
            ['bash', '/bin/sh', 'dash', 'zsh', 'fish'].forEach(shell =>
                assert.equal(decide(command, shell), 'allow', `${shell}: ${command}`)
            );
        }
        assert.equal(decide(`${'a||b'.repeat(3000)}$`, 'zsh'), 'ask');
    });

    it('asks about what a prompt may take for an earlier command', () => {
        for (const command of ['echo !make', 'echo "!./deploy"', 'echo a!!', "echo '!a' !~", "echo $'\\'!make'"]) {
            assert.equal(policy.judgeTerminalText(command).judgement.decision, 'ask', command);
        }
        for (const command of ["echo '!make'", 'git commit -m "done!"', '[[ ! -f a ]]', '[ a != b ]']) {
            assert.equal(policy.judgeTerminalText(command).judgement.decision, 'allow', command);
        }
    }); // prettier-ignore

    it('asks before a terminal shows all variables of the person', () => {
        const commands = ['printenv', 'printenv -0', 'env', 'env | sort', 'env -0', 'env A=1', 'set', 'export -p', 'export', 'declare -x', 'declare', 'npm run env', 'jq -n env', "jq -n '$ENV.A'", 'bash -c env', 'nice printenv', 'command env'];
        for (const command of commands) {
            assert.equal(policy.judgeTerminalText(command).judgement.decision, 'ask', command);
        }
        for (const command of ['printenv PATH', 'env CI=1 npm test', 'set -e; npm test', 'jq .env package.json', 'npm run build', 'export CI=1']) {
            assert.equal(policy.judgeTerminalText(command).judgement.decision, 'allow', command);
        }
        // Elsewhere, commands get no more than a few plain variables.
        assert.equal(decision('env | sort'), 'allow');
    }); // prettier-ignore

    it('denies the use of what belongs to the product itself, by whichever program', () => {
        for (const command of ['ls /var/lib/openspace', 'stat /var/lib/openspace/x', 'unknown --file=/var/lib/openspace/x', 'test -f /var/lib/openspace/x']) {
            assert.equal(decision(command), 'deny', command);
        } // prettier-ignore
    });
});

describe('Policy: command lines in a workspace', () => {
    const workspace = useWorkspace();
    const judge = async (command: string): Promise<string> => (await policy.forWorkspace(workspace.root)).judgeCommand(command).decision;
    const git = (...args: string[]): void =>
        void execFileSync('git', ['-C', workspace.root, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args]);

    beforeEach(() => {
        workspace.file('src/a.ts', 'a');
        workspace.file('b.txt', 'b');
        ['prettier', 'esbuild', 'tsc'].forEach(tool => workspace.file(`node_modules/.bin/${tool}`, 'x'));
    });

    it('ask where a link leads to what is sensitive or lies outside', async () => {
        workspace.file('.env', 'SECRET');
        workspace.link('notes.txt', '.env');
        workspace.link('out', workspace.outside);
        workspace.link('nowhere', '/tmp/openspace-nothing');
        for (const command of ['cat notes.txt', 'cat out/secret.txt', 'echo x > out/x', 'cd out && cat secret.txt', 'echo x > nowhere', 'node out/x.js']) {
            assert.equal(await judge(command), 'ask', command);
        } // prettier-ignore
        assert.equal(await judge('cat b.txt'), 'allow');
        assert.equal(await judge(`cat ${workspace.path('b.txt')}`), 'allow');
    });

    it('ask where what stands for an expression of yq is a file', async () => {
        assert.equal(await judge('yq .npmrc'), 'allow');
        workspace.file('.npmrc', 'SECRET');
        workspace.link('.out', '../outside/secret.txt');
        for (const command of ['yq .npmrc', 'yq e .npmrc', 'yq .out', 'cd src && yq ../.npmrc']) {
            assert.equal(await judge(command), 'ask', command);
        }
        assert.equal(await judge('yq .src b.txt'), 'allow');
    });

    it('ask where the shell is in a folder that is not of the workspace', async () => {
        const bound = await policy.forWorkspace(workspace.root);
        const decide = (command: string, cwd: string): string => bound.judgeCommand(command, { cwd }).decision;
        for (const command of ['rg x', "grep -rn x --include='*.ts'", 'npm test', 'npm run build', 'make', 'tsc', 'pytest', 'node --test', 'cargo run']) {
            assert.equal(decide(command, '..'), 'ask', command);
            assert.equal(decide(command, '../outside'), 'ask', command);
            assert.equal(decide(command, 'src'), 'allow', command);
        }
        assert.equal(decide('ls -la', '..'), 'allow');
    }); // prettier-ignore

    it('ask where a search by rg for files of a kind takes in hidden ones that are sensitive', async () => {
        git('init', '-q');
        workspace.file('.env', 'SECRET');
        workspace.file('.hidden/.env.json', 'SECRET');
        const searches = ['rg -t json EX', 'rg -tyaml EX src', "rg -g '*.ts' EX", "rg EX --iglob='*.json'", "rg -g '*.TS' EX", "rg -t md -g '*.yml' EX"];
        for (const command of [...searches, "rg --files -g '*.json'"]) {
            assert.equal(await judge(command), 'allow', command);
        }
        ['.env.json', 'src/deep/.env.yaml', '.env.TS', '.env.yml'].forEach(path => workspace.file(path, 'EXAMPLE'));
        for (const command of searches) {
            assert.equal(await judge(command), 'ask', command);
        }
        assert.deepEqual([await judge('rg EX'), await judge("rg --files -g '*.json'"), await judge("rg -g '*.md' EX")], ['allow', 'allow', 'allow']);
    }); // prettier-ignore

    it('ask where a link decides which folder is above', async () => {
        workspace.file('.git/refs/x', 'x');
        workspace.file('.git/config', 'SECRET');
        workspace.file('config', 'harmless');
        workspace.file('src/deep/b.ts', 'b');
        workspace.link('d', '.git/refs');
        workspace.link('e', 'src/deep');
        workspace.link('out', workspace.outside);
        for (const command of ['cat d/../config', 'cat ./d/./../config', 'cat src/../d/../config', `cat ${workspace.path('d')}/../config`, 'cat e/../../d/../config', 'cd d/.. && cat config', 'cd d; cat ../config', 'cat out/../secret.txt', 'echo x > d/../config', 'cat e/../../../x', 'npx prettier --write d/../config']) {
            assert.notEqual(await judge(command), 'allow', command);
        } // prettier-ignore
        for (const command of ['cat src/../config', 'cat e/../a.ts', 'cat src/missing/../a.ts', 'cat e/b.ts', `cat ${workspace.path('src')}/../config`]) {
            assert.equal(await judge(command), 'allow', command);
        } // prettier-ignore
    });

    it('ask where there is too much to look at, and take for ten times as much hardly longer than ten times as long', async () => {
        Array.from({ length: 9000 }, (_, index) => workspace.file(`s/${index % 90}/f${index}.ts`));
        Array.from({ length: 4000 }, (_, index) => mkdirSync(workspace.path('many', `${index % 40}`, `${index}`), { recursive: true }));
        Array.from({ length: 12_000 }, (_, index) => workspace.file(`flat/${index}.ts`));
        git('init', '-q');
        git('add', 's');
        const bound = await policy.forWorkspace(workspace.root);
        const many = (count: number, name: (index: number) => string, between = ' '): string =>
            Array.from({ length: count }, (_, index) => name(index)).join(between);
        /** Command lines that hold as much of something as they are told to, in tenths. */
        const asked: ((tenths: number) => string)[] = [
            tenths => `cd a;cd b;cd c;cd d; cat ${many(790 * tenths, () => 'a')}`,
            tenths => `cd a;cd b;cd c; cat ${many(300 * tenths, index => `${index}`)}`,
            tenths => `cat ${many(19 * tenths, index => `${index}/${'x/'.repeat(35)}a`)}`,
            tenths => `cat ${many(150 * tenths, index => `d/../${index}`)}`,
            tenths => `tee ${many(300 * tenths, index => `${index}`)}`,
            tenths => `cat a${many(300 * tenths, index => `${index}`, '=')}`,
            tenths => many(19 * tenths, index => `grep -r x s --include=*.a${index}`, ';'),
            tenths => `cd a;cd b;${many(19 * tenths, index => `cd ${index}`, ';')}; cat x`,
            tenths => `rg x ${many(4 * tenths, index => `many/${index}`)}`,
            tenths => `grep -r x ${many(300 * tenths, () => 'flat')}`,
            tenths => `npx tsc ${many(100 * tenths, () => '--outDir flat')}`
        ];
        const allowed: typeof asked = [
            tenths => many(19 * tenths, () => 'rg x s', ';'),
            tenths => many(19 * tenths, index => `rg x s/${index % 90}`, ';'),
            tenths => many(19 * tenths, () => 'git diff', ';'),
            tenths => many(19 * tenths, () => 'git grep x', ';'),
            tenths => `cat ${many(790 * tenths, () => 'a')}`,
            tenths => `cd s; wc -l ${many(20 * tenths, index => `${index % 90}/f${index}.ts`)}`,
            tenths => `cat ${many(25 * tenths, index => `s/${index % 90}/f${index}.ts`)}`
        ];
        for (const line of [...asked, ...allowed]) {
            const [few, all] = [line(1), line(10)];
            assert.equal(bound.judgeCommand(all).decision, asked.includes(line) ? 'ask' : 'allow', all.slice(0, 60));
            const [fewMs, allMs] = [few, all].map(command => quickest(() => bound.judgeCommand(command)));
            assert.ok(allMs < 20 * fewMs, `${all.slice(0, 60)} took ${allMs} ms, and a tenth of it ${fewMs} ms`);
        }
    });

    it('ask where reading a whole folder would show what is sensitive', async () => {
        const commands = ['rg foo', 'rg foo src', 'grep -rn foo src', 'diff src other', 'npx prettier src', 'npx prettier --check src'];
        for (const command of commands) {
            assert.equal(await judge(command), 'allow', command);
        }
        workspace.file('src/deep/secrets.json', '{}');
        for (const command of commands) {
            assert.equal(await judge(command), 'ask', command);
        }
        assert.equal(await judge(`grep -r foo ${workspace.root}`), 'ask');
    });

    it('ask where rules about what a search leaves out take in what is sensitive, although it is hidden', async () => {
        git('init', '-q');
        workspace.file('.env', 'SECRET');
        workspace.file('sub/deep/.env.example', 'EXAMPLE');
        workspace.file('.vscode/settings.json', '{}');
        const searches = ['rg EX', 'rg EX sub', 'rg EX sub/deep', 'cd sub && rg EX', 'rg EX -- sub'];
        const decisions = async (): Promise<string[]> => Promise.all(searches.map(judge));
        const rules = async (path: string, text: string): Promise<string[]> => {
            workspace.file(path, text);
            const decided = await decisions();
            workspace.file(path, '');
            return decided;
        };
        const allow = searches.map(() => 'allow');
        const ask = searches.map(() => 'ask');
        assert.deepEqual(await decisions(), allow);
        for (const path of ['.gitignore', '.ignore', '.rgignore', 'sub/.ignore', '.git/info/exclude']) {
            for (const text of ['.env*\n!.env.example', '!.env.*\r\n', '!.e*', '!**/.env.ex*', '!*', '!.[e]nv.example', '!.{env.example}', '!*.*.ex*e*', '!**/*.exam*', '!.ENV.EXAMPLE', '!\\.env.example ', '\uFEFF!.env.example', '!.env.exampl?']) {
                assert.deepEqual(await rules(path, text), ask, `${path}: ${text}`);
            }
            for (const text of ['.env.example', '!.vscode', '!.vscode/settings.json', '!src/**', '!a.ts', '!src/*/**/*.ts', '# !.env.example', '!.vscode/{a,b}', '!/.env.example']) {
                assert.deepEqual(await rules(path, text), allow, `${path}: ${text}`);
            }
        }
        assert.deepEqual(await rules('.gitignore', '!sub/**'), ask);
        assert.deepEqual(await rules('.gitignore', '!/sub/deep/.env.example'), ask);
        assert.deepEqual(await rules('.gitignore', '!a\n'.repeat(1000)), ask);
        assert.deepEqual(await rules('.gitignore', 'a\n'.repeat(1_000_000)), ask);
        assert.deepEqual(await rules('.gitignore', `!${'a*'.repeat(200)}`), allow);
        assert.deepEqual(await rules('.gitignore', `!${'/'.repeat(200_000)}a`), ask);
        assert.deepEqual(await rules('.gitignore', `!${'?'.repeat(200_000)}`), ask);
    }); // prettier-ignore

    it('ask where a search would show more than the names of files', async () => {
        const searches = ['rg --files --json S', 'rg --files -c S', 'rg -l --files S src', 'rg --files --count-matches S', 'rg --files --files-without-match S', 'rg --type-list --json S', "grep -rn --exclude=x --include='*.ts' S src"];
        for (const command of searches) {
            assert.equal(await judge(command), 'allow', command);
        }
        workspace.file('src/secrets.json', '{}');
        for (const command of searches) {
            assert.equal(await judge(command), 'ask', command);
        }
        for (const command of ['rg --files', 'rg --files src', 'rg --files -0 src', 'rg --type-list', "grep -rn --include='*.ts' S src"]) {
            assert.equal(await judge(command), 'allow', command);
        }
    }); // prettier-ignore

    it('ask where node checks no file by the name that is given', async () => {
        workspace.file('src/credentials.json', 'SECRET');
        workspace.file('sub/package.json', '{ "main": "../.env" }');
        workspace.file('src/run', 'a');
        for (const command of ['node --check src/credentials', 'node -c src/a', 'node --check sub', 'node --check ./sub/', 'node -c gone.js', 'cd src; node --check b.txt']) {
            assert.equal(await judge(command), 'ask', command);
        }
        for (const command of ['node --check src/run', 'node -c ./b.txt']) {
            assert.equal(await judge(command), 'allow', command);
        }
    }); // prettier-ignore

    it('ask where links below folders that are compared may lead anywhere', async () => {
        assert.equal(await judge('diff -N src other'), 'allow');
        workspace.file('.env', 'SECRET');
        workspace.link('src/notes', '../.env');
        assert.equal(await judge('diff -N src other'), 'ask');
        assert.equal(await judge('grep -rn x src'), 'allow');
    });

    it('ask where git would take what looks like a file for the name of a commit', async () => {
        git('init', '-q');
        git('add', '.');
        for (const command of ['git diff v1.0', 'git diff v1.0 v1.1', 'git diff v1.0 -- b.txt', 'git checkout -b x.y; git diff x.y']) {
            assert.equal(await judge(command), 'ask', command);
        }
        for (const command of ['git diff b.txt', 'git diff -- gone.txt', 'git diff src/', 'git diff --stat v1.0']) {
            assert.equal(await judge(command), 'allow', command);
        }
    });

    it('ask where a way round by the devices leads to a file that is run then', async () => {
        const roundabout = `/dev/..${workspace.path('Makefile')}`;
        for (const command of [`echo 'all:;id' > ${roundabout}; make`, `echo 'all:;id' | tee ${roundabout}; make`]) {
            assert.equal(await judge(command), 'ask', command);
        }
        assert.equal(await judge('ls > /dev/null; make; ls | tee /dev/stderr; make'), 'allow');
    });

    it('ask where the output is opened anew by its name, which empties the file that is appended to', async () => {
        for (const command of ['{ echo x > /dev/stdout; } >> b.txt', 'echo x | tee /dev/stdout >> b.txt', 'echo x | tee /dev/stderr 2>> b.txt', 'eslint -o /dev/stdout src >> b.txt']) {
            assert.equal(await judge(command), 'ask', command);
        }
        for (const command of ['echo x >> b.txt; echo y >> /dev/stderr', 'echo x > /dev/stderr', '{ echo x > /dev/stdout; } >> new.txt']) {
            assert.equal(await judge(command), 'allow', command);
        }
    }); // prettier-ignore

    it('ask where git tracks what is sensitive, in every form of its index', async () => {
        git('init', '-q');
        git('add', '.');
        for (const version of ['2', '4']) {
            git('update-index', '--index-version', version);
            assert.deepEqual([await judge('git diff'), await judge('git grep foo')], ['allow', 'allow'], version);
        }
        workspace.file('src/deep/server.key', 'SECRET');
        git('add', '-f', 'src/deep/server.key');
        for (const version of ['2', '4']) {
            git('update-index', '--index-version', version);
            assert.deepEqual([await judge('git diff'), await judge('git grep foo')], ['ask', 'ask'], version);
        }
        assert.equal(await judge('git diff --stat'), 'allow');
    });

    it('ask where the index of git is of a kind in which names cannot be told', async () => {
        git('init', '-q', '--object-format=sha256');
        workspace.file('.env', 'SECRET');
        git('add', '-f', '.env', 'src', 'b.txt');
        assert.deepEqual([await judge('git diff'), await judge('git grep S')], ['ask', 'ask']);
    });

    it('ask where git may show what it tracked once, beyond files that are named', async () => {
        git('init', '-q');
        workspace.file('.env', 'SECRET');
        git('add', '-f', '.');
        git('commit', '-qm', 'a');
        git('rm', '-q', '--cached', '.env');
        for (const command of ['git diff --cached', 'git diff --staged', 'git diff HEAD', 'git diff --cached src/', 'git diff HEAD src/gone.ts']) {
            assert.equal(await judge(command), 'ask', command);
        }
        for (const command of ['git diff', 'git diff --cached src/a.ts', 'git diff HEAD b.txt', 'git diff --cached --stat']) {
            assert.equal(await judge(command), 'allow', command);
        }
    }); // prettier-ignore

    it('ask about git in any repository but that of the workspace, and content without one', async () => {
        for (const command of ['git diff src/ ./', 'git diff', 'git grep x']) {
            assert.equal(await judge(command), 'ask', command);
        }
        git('init', '-q');
        git('init', '-q', 'sub');
        workspace.file('sub/.env', 'SECRET');
        workspace.file('bare/HEAD', 'ref: refs/heads/main');
        workspace.file('bare/deep/a.txt', 'a');
        for (const command of ['cd sub && git diff', 'cd sub; git status', 'cd bare && git status', 'cd bare/deep && git log', 'cd .git && git status', 'cd $x; git status']) {
            assert.equal(await judge(command), 'ask', command);
        }
        for (const command of [
            "mkdir -p s/objects s/refs && echo 'ref: refs/heads/main' > s/HEAD && printf '[core]' > s/config && cd s && git status",
            "echo 'ref: x' > HEAD; git status", 'echo x > src/config && git status', 'mkdir -p src/objects; cd src; git log', 'touch src/HEAD && cd src && git status', 'echo x | tee src/HEAD | git status', 'for i in 1 2; do git status; echo x > src/HEAD; done',
            'npx esbuild a.ts --outfile=src/HEAD && cd src && git status', 'npx tsc --outFile src/HEAD && git status', 'echo x > src/head && git -P status'
        ]) {
            assert.equal(await judge(command), 'ask', command);
        }
        for (const command of ['echo x > notes.txt && git status', 'mkdir -p config && git status', 'echo x > config/a.json; git add config', 'cat src/HEAD; git status', 'git log HEAD; git status']) {
            assert.equal(await judge(command), 'allow', command);
        }
        for (const command of ['git diff', 'cd src && git diff', 'git status']) {
            assert.equal(await judge(command), 'allow', command);
        }
    }); // prettier-ignore

    it('ask before what is in a file is lost, as copying over it does', async () => {
        workspace.file('empty.txt', '');
        workspace.file('out.log', 'old');
        for (const command of [': > b.txt', 'echo x > src/a.ts', 'echo x >| b.txt', 'ls &> b.txt', 'echo x | tee b.txt', 'cd src; : > a.ts', `echo x > ${workspace.path('b.txt')}`, '> b.txt', 'ls 2> b.txt', 'npm test > out.log 2>&1', 'ls | tee out.log']) {
            assert.equal(await judge(command), 'ask', command);
        }
        for (const command of ['npm test > out.txt 2>&1', 'npm test > new.log 2>&1', 'npm test >> out.log 2>&1', 'echo x >> b.txt', 'echo x > empty.txt', 'echo x | tee -a b.txt', 'ls &>> b.txt', 'ls > /dev/null', 'cat < b.txt', 'cat <<E > new.txt\nx\nE']) {
            assert.equal(await judge(command), 'allow', command);
        }
    }); // prettier-ignore

    it('ask where a file has another name, which may be that of a sensitive or protected one', async () => {
        workspace.file('.env', 'SECRET');
        workspace.file('node_modules/a/index.js', 'a');
        linkSync(workspace.path('.env'), workspace.path('notes.txt'));
        linkSync(workspace.path('node_modules/a/index.js'), workspace.path('node_modules/a/b.js'));
        for (const command of ['cat notes.txt', 'head -5 ./notes.txt', 'grep S notes.txt', 'cat < notes.txt', 'cd src; cat ../notes.txt', 'echo x >> notes.txt', 'ls | tee -a notes.txt', 'npx prettier notes.txt']) {
            assert.equal(await judge(command), 'ask', command);
        }
        for (const command of ['cat b.txt', 'cat node_modules/a/index.js', 'wc -l notes.txt', 'echo x >> b.txt']) {
            assert.equal(await judge(command), 'allow', command);
        }
    }); // prettier-ignore

    it('ask where files of an ordinary ending are sensitive by their name', async () => {
        assert.equal(await judge('grep -rn x . --include=*.json'), 'allow');
        workspace.file('src/secrets.json', '{}');
        assert.equal(await judge('grep -rn x . --include=*.json'), 'ask');
        assert.equal(await judge('grep -rn x . --include=*.ts'), 'allow');
    });
});
