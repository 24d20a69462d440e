import { strict as assert } from 'node:assert';
import { Policy } from '../policy';

const policy = new Policy();
const decision = (command: string, isolated = false): string => policy.judgeCommand(command, { isolated }).decision;

const ALWAYS_ASKED = [
    "GREP='touch x' zgrep x a.txt", 'GREP=touch zgrep x a.txt', "env GREP='touch x' zgrep x a.txt", "export GREP='touch x'; zgrep x a.txt", 'ZGREP=x zgrep x a.txt', 'SED=x npm test', 'RM=x make clean', 'NODE_REDIRECT_WARNINGS=a.txt npm test', 'NODE_COMPILE_CACHE=src npm test', 'SSLKEYLOGFILE=a npm test'
]; // prettier-ignore

/** Variables that nobody knows, with a value that may be a program or code: a sandbox is enough. */
const ASKED_WITHOUT_SANDBOX = [
    "FOO='touch x' zgrep x a.txt", "FOO='$(shell touch x)' make", "DEBUG='$(shell touch x)' make", 'FOO=./x npm test', 'FOO=/tmp/x npm test', 'FOO=touch npm test', 'FOO=bash npm test', 'FOO=$BAR npm test', 'FOO=$(ls) make', "export FOO='touch x'", 'export FOO', "FOO='touch x'; export FOO; make", "declare -x FOO='touch x'", "declare -gx FOO='touch x'", "env FOO='touch x' make", "env FOO=a FOO='touch x' make", "export FOO=a; FOO='touch x'; make", "FOO='touch x'; export FOO=a; FOO+=b; make", 'nice env FOO=./x make'
]; // prettier-ignore

const STILL_EVERYDAY = [
    'FOO=bar npm test', 'NODE_ENV=test npm test', 'CI=1 npm test', 'CI=true FORCE_COLOR=0 npx mocha', "DEBUG='app:*' npm start", 'PORT=3000 npm start', 'TZ=Europe/Berlin npm test', 'LC_ALL=C sort a.txt', 'LANG=C.UTF-8 ls', 'env CI=1 npm test', 'env -u FOO npm test', 'export X=1', 'export NODE_ENV=production', 'API_URL=http://localhost:3000/api npm test', 'APP_ENV=test npm test', 'LOG_LEVEL=info npm start',
    "x='a b'; echo $x", 'x=$(pwd); echo "$x"', 'FILES=./src; echo $FILES', 'declare -r x=1', 'export X=1; X=2; make', 'HUSKY=0 git commit -m a', 'VERSION=1.2.3 npm run build', 'NO_COLOR= npm test'
]; // prettier-ignore

describe('Policy: variables that programs get', () => {
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

    it('are judged alike when they are set beside the command line', () => {
        const decide = (environment: Record<string, string>): string => policy.judgeCommand('npm test', { environment }).decision;
        assert.deepEqual([decide({ FOO: 'bar' }), decide({ CI: '' }), decide({ FOO: 'touch x' }), decide({ GREP: 'a' })], ['allow', 'allow', 'ask', 'ask']);
    }); // prettier-ignore
});
