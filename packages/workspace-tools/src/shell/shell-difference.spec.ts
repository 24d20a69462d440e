import { strict as assert } from 'node:assert';
import * as fc from 'fast-check';
import { existsSync } from 'node:fs';
import { Policy } from '../policy';
import { linesThatRunSentinel } from '../test/sentinel-runner';

const CANDIDATES = process.env.OPENSPACE_SOAK ? 2_000_000 : 30_000;
const MOST_RUN = process.env.OPENSPACE_SOAK ? 50_000 : 2000;

const policy = new Policy();

/** What may stand anywhere, and changes what the text after it means. */
const MARK = fc.constantFrom(
    ...["'", '"', '\\', '`', '$', '${x-', '${x+', '${x/', '${x%', '}', '{', '$(', '<(', ')', '(', '[[ ', ' ]]', '#', ' #', "$'", '$"', '\\"', "\\'", '\\}', '\\\\'],
    ...['\n', '\\\n', ' ', '\t', ';', '&', '|', '&&', '<', '>', '&>f', '|&', '<<E\n', '<<-E\n', "<<'E'\n", '\nE\n', '\n\tE\n', '{a[', ']}>f', '!', '=', 'x=', '*', '~', '[', ']', '{}', ',']
); // prettier-ignore
const TEXT = fc.constantFrom('a', 'b', 'x', 'E', ' a ', ' && ', '; ', '\n');
const SENTINEL = fc.constantFrom(
    'sentinel',
    '; sentinel',
    '; sentinel #',
    '\nsentinel\n',
    '$(sentinel)',
    '`sentinel`',
    '& sentinel;',
    '|sentinel'
);
const COMMAND = fc.constantFrom('echo ', 'cat ', 'true ', ': ', 'x=', 'echo "', "echo '");

const { piece } = fc.letrec<{ piece: string }>(tie => {
    const pieces = fc.array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, SENTINEL, TEXT, MARK, tie('piece')), { maxLength: 5 });
    const inside = (before: string, after: string): fc.Arbitrary<string> => pieces.map(inner => `${before}${inner.join('')}${after}`);
    return {
        piece: fc.oneof(
            { depthSize: 'small' },
            SENTINEL,
            TEXT,
            MARK,
            inside("'", "'"),
            inside('"', '"'),
            inside('$(', ')'),
            inside('"$(', ')"'),
            inside('`', '`'),
            inside('"`', '`"'),
            inside('${x-', '}'),
            inside('"${x-', '}"'),
            inside("$'", "'"),
            inside('cat <<E\n', '\nE\n'),
            inside('cat <<-E\n', '\nE\n'),
            inside("cat <<'E'\n", '\nE\n'),
            inside('[[ ', ' ]]'),
            inside('(', ')'),
            inside('{ ', '; }'),
            inside(' #', '\n'),
            inside('if ', '; then true; fi'),
            inside('for x in ', '; do true; done'),
            inside('case a in ', ' esac')
        )
    };
});
/** Command lines in which a program is called or hidden in quotes, comments, here-documents and expansions of all kinds. */
const NESTED = fc.tuple(COMMAND, fc.array(piece, { minLength: 1, maxLength: 6 })).map(([command, pieces]) => command + pieces.join(''));
/** Something opens, something doubtful stands in it, something closes: a quote is open after that for one reader and closed for another. */
const DOUBTFUL = fc
    .tuple(
        fc.constantFrom('echo "', "echo '", 'echo "${x-', 'echo ${x-', 'echo "`echo ', 'echo `echo ', 'echo "$(echo ', 'echo $(', "echo $'", 'cat <<E\n', 'cat <<-E\n', '[[ a && ', 'echo a', 'case a in '),
        fc.array(fc.oneof(MARK, fc.constantFrom('a', 'b', "\"'\"", "\\\"'\\\"", 'E\n', '\\\nE\n')), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '"', "'", '}', '}"', '`', '`"', ')', ')"', '\nE\n', ' ]]', 'esac'),
        fc.constantFrom("; echo '", "\necho '", " && echo '", '; echo "', "'", '"', ''),
        fc.constantFrom('', '"}"', '}', '`"', ')"', ')', '\nE\n', '\nb ]]', '"'),
        fc.constantFrom("; sentinel #'", "\nsentinel #'", '; sentinel #"', "; sentinel #'`\"", "; sentinel #')", "sentinel #'")
    )
    .map(parts => parts.flat().join('')); // prettier-ignore
const LINE = fc.oneof({ arbitrary: NESTED, weight: 1 }, { arbitrary: DOUBTFUL, weight: 3 });

/** Command lines that name the sentinel and that the policy lets run. */
function allowedLines(shell: string, seed: number): string[] {
    const lines = fc.sample(LINE, { numRuns: CANDIDATES, seed });
    const naming = new Set(lines.filter(line => line.includes('sentinel')));
    return [...naming].filter(line => policy.judgeCommand(line, { shell }).decision === 'allow').slice(0, MOST_RUN);
}

describe('Policy: command lines as the shells of this machine understand them', () => {
    const shells = ['/bin/bash', '/bin/dash'].filter(shell => existsSync(shell));

    for (const shell of shells) {
        it(`lets no line run in ${shell} that hides the call of a program`, function () {
            this.timeout(process.env.OPENSPACE_SOAK ? 3_600_000 : 60_000);
            const seed = Date.now() % 2 ** 31;
            const lines = allowedLines(shell, seed);
            assert.ok(lines.length >= MOST_RUN / 5, `only ${lines.length} lines were allowed, which says little`);
            assert.deepEqual(linesThatRunSentinel(shell, lines), [], `seed ${seed}`);
        });
    }

    it('sees a program that is called', () => {
        for (const shell of shells) {
            assert.deepEqual(linesThatRunSentinel(shell, ['echo sentinel', 'sentinel', "echo 'a'; sentinel #'"]), ['sentinel', "echo 'a'; sentinel #'"]);
        } // prettier-ignore
    });
});
