import { itJudges } from '../test/judged-lines';

const ALWAYS_ASKED = [
    // What is open for reading has a name by which it can be written, whatever protects it.
    'echo x < AGENTS.md > /dev/stdin', 'echo x < src/a.ts >> /dev/stdin', 'tee /dev/stdin < AGENTS.md', 'tee -a /dev/fd/0 < AGENTS.md', 'echo x 3< AGENTS.md > /dev/fd/3', '(echo x > /dev/stdin) < AGENTS.md', 'for i in 1; do echo x > /dev/fd/0; done < AGENTS.md',
    'echo x 1< AGENTS.md > /dev/stdout', 'echo x 2< AGENTS.md > /dev/stderr', '{ echo x > /dev/stdout; } 1< AGENTS.md', 'echo x < AGENTS.md >&0 > /dev/stdout', 'echo x < AGENTS.md 1<&0 > /dev/stdout', 'echo x 3< AGENTS.md 2>&3 > /dev/stderr', 'echo x 3< AGENTS.md 1>&3- > /dev/stdout',
    'npx eslint -o /dev/stdin src < AGENTS.md', 'npx eslint --output-file=/dev/fd/0 src < AGENTS.md', 'npx prettier --write /dev/stdin < AGENTS.md', 'touch /dev/fd/3 3< AGENTS.md',
    // The shell itself reads its next commands from a file, or writes elsewhere.
    'exec < a.sh', 'exec 0< a.sh', 'command exec < a.sh', 'exec > a.txt', 'exec 3< a.sh; exec <&3', 'exec'
]; // prettier-ignore

const STILL_EVERYDAY = [
    'ls > /dev/null 2>&1', 'ls 2> /dev/null', 'echo x > /dev/stderr', 'echo x >&2', 'ls | tee /dev/stderr | wc -l', 'npm test 2>&1 | tee /dev/tty', 'cat /dev/stdin', 'cat < a.txt', 'cat 0< a.txt', 'ls 2>&-', 'ls 1>&2', 'cat <&0', 'exec ls', 'cat /dev/fd/3 3< a.txt'
]; // prettier-ignore

describe('Policy: what command lines read from and write to', () => {
    itJudges({ alwaysAsked: ALWAYS_ASKED, everyday: STILL_EVERYDAY });
});
