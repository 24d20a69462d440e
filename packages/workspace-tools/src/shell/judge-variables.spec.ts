import { strict as assert } from 'node:assert';
import { Policy } from '../policy';
import { itJudges } from '../test/judged-lines';
import { quickest } from '../test/quickest';
import { useWorkspace } from '../test/test-workspace';

const policy = new Policy();

const ALWAYS_ASKED = [
    "GREP='touch x' zgrep x a.txt", 'GREP=touch zgrep x a.txt', "env GREP='touch x' zgrep x a.txt", "export GREP='touch x'; zgrep x a.txt", 'ZGREP=x zgrep x a.txt', 'SED=x npm test', 'RM=x make clean', 'PYTHON=x make', 'NODE_REDIRECT_WARNINGS=a.txt npm test', 'NODE_COMPILE_CACHE=src npm test', 'SSLKEYLOGFILE=a npm test', 'R_PROFILE_USER=x npm test',
    // A prompt cuts or changes the file of earlier commands at once.
    'HISTFILESIZE=0', 'export HISTSIZE=0', 'HISTCONTROL=ignorespace', 'unset HISTFILESIZE; HISTIGNORE=x'
]; // prettier-ignore

/** Variables that nobody knows, with a value that may be a program or code: a sandbox is enough. */
const ASKED_WITHOUT_SANDBOX = [
    "FOO='touch x' zgrep x a.txt", "FOO='$(shell touch x)' make", "DEBUG='$(shell touch x)' make", 'FOO=./x npm test', 'FOO=/tmp/x npm test', 'FOO=touch npm test', 'FOO=bash npm test', 'FOO=$BAR npm test', 'FOO=$(ls) make', "export FOO='touch x'", 'export FOO', "FOO='touch x'; export FOO; make", "declare -x FOO='touch x'", "declare -gx FOO='touch x'", "env FOO='touch x' make", "env FOO=a FOO='touch x' make", "export FOO=a; FOO='touch x'; make", "FOO='touch x'; export FOO=a; FOO+=b; make", 'nice env FOO=./x make',
    // However a variable that programs get is set.
    "export FOO=a; for FOO in b 'touch x'; do make; done", "for FOO in 'touch x'; do export FOO=a; make; done", 'export FOO=a; for FOO in *; do make; done', 'export FOO=a; for FOO do make; done', "export FOO=a; select FOO in 'touch x'; do make; done", "export FOO=a; read FOO <<< 'touch x'; make", 'read -r FOO < a.txt; export FOO=a; make', "export FOO=a; declare FOO='touch x'; make", "export FOO=a; readonly FOO='touch x'; make", "export FOO=a; bash -c 'FOO=\\$x; make'",
    // Programs have these by themselves.
    "LANG='$(shell touch x)'; make", "USER='touch x'; make", "for LOGNAME in 'touch x'; do make; done", 'read TZ < a.txt; make', "TERM='$(shell touch x)'; make",
    // Options, folders, modules and files in disguise.
    'FOO=-c npm test', 'FOO=--eval npm test', 'FOO=.. npm test', 'FOO=.x npm test', 'FOO=module://x pytest', 'GCC_EXEC_PREFIX=x make', 'GTK_MODULES=x npm test', 'X_ASKPASS=x npm test', 'ESBUILD_BINARY=x npm test', 'INPUT_FILE=x npm test', 'LANGUAGE=../../x ls', 'LC_ALL=../x ls', 'LC_MESSAGES=/tmp/x ls',
    // A Makefile puts the value into the command lines of its recipes.
    "PORT='1; touch x' make", "HOST='a|touch x' make", "VERBOSE='touch x ' make", "CI='>a.txt' npm test", "DEBUG='a & touch x' make", "TZ='(touch x)' make", 'PORT=-rx make', 'HOST=../x make', 'DEBUG=/tmp/x make', "PORT=\"1' touch x '\" make",
    // The shell reads what follows in another encoding.
    'LC_ALL=zh_TW.BIG5; echo "\u4e29\\"; touch x; #"', 'LC_ALL=zh_TW.BIG5\necho a', 'export LANG=ja_JP.SJIS', 'LC_CTYPE=zh_CN.gb18030 ls', 'LANG=zh_TW ls', 'LC_ALL=en_US.ISO-8859-1 ls'
]; // prettier-ignore

const STILL_EVERYDAY = [
    'FOO=bar npm test', 'NODE_ENV=test npm test', 'CI=1 npm test', 'CI=true FORCE_COLOR=0 npx mocha', "DEBUG='app:*' npm start", 'PORT=3000 npm start', 'TZ=Europe/Berlin npm test', 'LC_ALL=C sort a.txt', 'LANG=C.UTF-8 ls', 'LC_ALL=en_US.UTF-8 sort a.txt', 'LANG=de_DE ls', 'LANGUAGE=de:en_US npm test', 'LC_ALL= ls', 'LC_CTYPE=UTF-8 ls', 'LC_ALL=C.utf8 ls', 'LC_ALL=POSIX ls', 'LANG=zh_CN.UTF-8 ls', 'LANG=de_DE@euro ls', "DEBUG='*,-app:x' npm test", "DEBUG='@a/b:*' npm test", 'TZ=America/Argentina/Ushuaia npm test', 'TZ=UTC+3 date', 'HOST=http://localhost:3000 npm test', 'HOST=0.0.0.0 PORT=80 npm start', 'TERM=xterm-256color npm test', 'TZ= date', 'env CI=1 npm test', 'env -u FOO npm test', 'export X=1', 'export NODE_ENV=production', 'API_URL=http://localhost:3000/api npm test', 'APP_ENV=test npm test', 'LOG_LEVEL=info npm start',
    "x='a b'; echo $x", 'x=$(pwd); echo "$x"', 'FILES=./src; echo $FILES', 'declare -r x=1', 'export X=1; X=2; make', 'HUSKY=0 git commit -m a', 'VERSION=1.2.3 npm run build', 'NO_COLOR= npm test', 'OFFSET=-1 npm test', 'export FOO=a; for FOO in b c; do make; done', "for f in 'a b'; do echo $f; done", 'OUT=$(npm test); echo "$OUT"', 'read line < a.txt'
]; // prettier-ignore

describe('Policy: variables that programs get', () => {
    const workspace = useWorkspace();
    itJudges({ alwaysAsked: ALWAYS_ASKED, askedWithoutSandbox: ASKED_WITHOUT_SANDBOX, everyday: STILL_EVERYDAY });

    it('are judged alike when they are set beside the command line', () => {
        const decide = (environment: Record<string, string>): string => policy.judgeCommand('npm test', { environment }).decision;
        assert.deepEqual([decide({ FOO: 'bar' }), decide({ CI: '' }), decide({ FOO: 'touch x' }), decide({ GREP: 'a' })], ['allow', 'allow', 'ask', 'ask']);
        assert.equal(policy.judgeCommand("FOO='touch x'; make", { environment: { FOO: 'a' } }).decision, 'ask');
    }); // prettier-ignore

    it('stand for no file or folder of the workspace, nor for what is protected: programs may replace it', async () => {
        ['src/a.ts', 'test/a.ts', 'package.json', 'secrets.json', 'sub/lib/a.ts'].forEach(path => workspace.file(path, '{}'));
        const bound = await policy.forWorkspace(workspace.root);
        const decide = (command: string, isolated = false): string => bound.judgeCommand(command, { isolated }).decision;
        const asked = [
            'PLAYWRIGHT_HTML_REPORT=src npm test', 'PLAYWRIGHT_JSON_OUTPUT_NAME=package.json npm test', 'DIST=src npm run build', 'env OUT=src make', 'export OUT=src; make', 'OUT=src; export OUT; make', 'DIRS=new,src make', 'DIRS=new:src make', 'OUT=test npm run build', 'cd sub; OUT=lib make', 'NAME=AGENTS.md npm test', 'export FOO=a; for FOO in b src; do make; done'
        ];
        asked.forEach(command => assert.deepEqual([decide(command), decide(command, true)], ['ask', 'allow'], command));
        const everyday = ['DIST=new npm run build', 'APP_ENV=test npm test', 'NODE_ENV=test npm test', 'FOO= npm test', 'FOO=1 npm test', 'CI=true npm test', 'API_URL=http://localhost:3000/src npm test', 'DB=postgres://u@h/src npm test', 'LOG_LEVEL=src npm test', 'for d in src test; do ls $d; done', 'OUT=src; echo $OUT', 'VERSION=1.2.3 make'];
        everyday.forEach(command => assert.equal(decide(command), 'allow', command));
        assert.equal(bound.judgeCommand('npm test', { environment: { OUT: 'src' } }).decision, 'ask');
        const environment = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`V${index}`, `v${index}`]));
        assert.equal(bound.judgeCommand('npm test', { environment }).decision, 'ask');
    }); // prettier-ignore

    const typed = (command: string): string => policy.judgeTerminalText(command, { shell: 'bash' }).judgement.decision;

    it('may have reached programs of a terminal by an earlier line, or come from the person', () => {
        const commands = ["FOO='touch x'", 'FOO=$(ls)', 'FOO+=./x', "for FOO in 'touch x'; do ls; done", 'read FOO < a.txt', "declare FOO='touch x'", "readonly foo_bar='touch x'", 'export foo=a', 'declare -x foo=a', 'FILES=./src; ls'];
        commands.forEach(command => assert.equal(typed(command), 'ask', command));
        const everyday = ["x='a b'; echo $x", 'FOO=bar', 'export FOO=a', 'export NODE_ENV=test', 'for f in src/*; do echo "$f"; done', 'read line < a.txt', 'CI=1 npm test', "DEBUG='app:*' npm start"];
        everyday.forEach(command => assert.equal(typed(command), 'allow', command));
    }); // prettier-ignore

    it('of a person are shown in a terminal only when they hold no secrets', () => {
        const commands = [
            'echo $GITHUB_TOKEN', 'echo "$AWS_SECRET_ACCESS_KEY"', 'echo ${GITHUB_TOKEN:-x}', 'echo ${GITHUB_TOKEN:0:4}', 'echo ${#GITHUB_TOKEN}', 'echo ${GITHUB_TOKEN%x}', 'cat <<< "$GITHUB_TOKEN"', '[[ $GITHUB_TOKEN == a* ]]', 'test "$GITHUB_TOKEN" = x', 'case $GITHUB_TOKEN in a) ls;; esac', 'for x in $GITHUB_TOKEN; do ls; done', 'x=$GITHUB_TOKEN', 'ls $GITHUB_TOKEN', 'ls > /dev/null "$GITHUB_TOKEN"',
            "bash -c 'echo $GITHUB_TOKEN'", 'echo "$(echo $GITHUB_TOKEN)"', 'false && GITHUB_TOKEN=x; echo $GITHUB_TOKEN', 'echo $my_token', 'printenv GITHUB_TOKEN', 'printenv PATH GITHUB_TOKEN', 'echo GITHUB_TOKEN | xargs printenv', 'declare -p GITHUB_TOKEN', 'typeset -p x', "jq -n '$ ENV.X'", "jq -n '$\tENV'", "yq '$ENV' a.yml"
        ];
        commands.forEach(command => assert.equal(typed(command), 'ask', command));
        const everyday = ['echo $HOME $PATH "$PWD" $? $USER', 'printenv PATH HOME', 'echo ${SHELL##*/}', 'echo $x ${name:-a}', 'echo $NODE_ENV', 'jq .ENV a.json', 'cd src && echo $OLDPWD'];
        everyday.forEach(command => assert.equal(typed(command), 'allow', command));
        // Elsewhere, commands get no more than a few plain variables.
        assert.equal(policy.judgeCommand('echo $GITHUB_TOKEN').decision, 'allow');
    }); // prettier-ignore

    it('take no longer to judge each, however many there are', () => {
        const judgeMs = (count: number): number =>
            quickest(() => assert.equal(policy.judgeCommand(`env ${'A=1 '.repeat(count)}ls`).decision, 'allow'));
        const [few, many] = [judgeMs(390), judgeMs(3900)];
        assert.ok(many < 20 * few, `ten times as many took ${many} ms instead of ${few} ms`);
    });
});
