import { isNamePattern } from './option-grammar';
import type { ProgramCall } from './program-call';
import type { Word } from './shell-syntax';
import { ADDED, WrappedCommand } from './wrapper-programs';

/** What `find` may be told without changing or running anything: by itself, and with one more word. */
const ALONE =
    /^(?:[()!,]|-(?:[HLPaod]|and|or|not|print|print0|ls|prune|empty|depth|xdev|mount|daystart|true|false|quit|readable|writable|executable|noleaf|nowarn|warn))$/;
const WITH_WORD =
    /^-(?:i?name|i?path|i?wholename|i?regex|regextype|type|xtype|maxdepth|mindepth|size|[acm]time|[acm]min|[ac]?newer|newer[aBcm][aBcmt]|perm|user|group|uid|gid|links|inum|samefile|printf|used|i?lname)$/;

/** With these, the names of the folders themselves come from elsewhere. */
const STARTS_ELSEWHERE = /^-(?:files0-from|f)$/;

/** What may stand before the folders to begin in, in whichever version: by itself, and with one more word. */
const BEFORE_FOLDERS = /^-(?:[HLPEXdsx]+|O.*|-)$/;
const BEFORE_FOLDERS_WITH_WORD = '-D';

/** The name of a folder to begin in that no program takes for an option or a variable. */
const PLAIN_START = /^[\w./][^=]*$/;

/** Names of files that begin with those of the folders in which they are found, and so are no options. */
const FOUND: Word = { source: '{}', pattern: './*', splits: true, scripts: [] };

/** The commands inside `find … -exec … ;`. Notes what else `find` would do. */
export function unwrapFind(call: ProgramCall): WrappedCommand[] {
    const commands: WrappedCommand[] = [];
    for (let index = 0; index < call.args.length; index++) {
        const { literal, source } = call.args[index];
        if (literal === undefined) {
            refuseUnwritten(call, call.args[index]);
        } else if (/^-(?:exec|execdir|ok|okdir)$/.test(literal)) {
            const end = call.args.findIndex(
                (word, at) => at > index && (word.literal === ';' || (word.literal === '+' && call.args[at - 1].literal === '{}'))
            );
            const words = call.args.slice(index + 1, end < 0 ? undefined : end);
            if (words.some(word => word.literal === '+')) {
                call.dangerous('some versions of find end a command at every "+", and take what follows for their own arguments');
            }
            const elsewhere = literal.endsWith('dir');
            if (elsewhere) {
                call.unproven('it runs a program wherever it finds something');
            }
            const found = elsewhere || !beginsPlainly(call) ? ADDED : FOUND;
            commands.push({
                words: words.map(word => (word.literal === '{}' ? found : word.literal?.includes('{}') ? ADDED : word)),
                assignments: [],
                elsewhere
            });
            index = end < 0 ? call.args.length : end;
        } else if (literal === '-delete') {
            call.dangerous('it removes everything that it finds');
        } else if (/^-(?:fprint|fprint0|fprintf|fls)$/.test(literal)) {
            call.dangerous('it writes to a file');
        } else if (WITH_WORD.test(literal)) {
            index++;
            if (index < call.args.length && call.args[index].literal === undefined) {
                refuseUnwritten(call, call.args[index]);
            }
        } else if (/^[-(),!]/.test(literal) && !ALONE.test(literal)) {
            call.unproven(`the argument ${source} of find is not known to be harmless`);
        }
    }
    return commands;
}

/** Whether the names of the folders to begin in are written out, and none of them could be an option of another program. */
function beginsPlainly(call: ProgramCall): boolean {
    const starts: string[] = [];
    const words = [...call.literals];
    for (let word = words.shift(); word !== undefined; word = words.shift()) {
        if (word === BEFORE_FOLDERS_WITH_WORD) {
            words.shift();
        } else if (!/^[-(!,]/.test(word)) {
            starts.push(word);
        } else if (!BEFORE_FOLDERS.test(word)) {
            break;
        }
    }
    return call.isStatic && starts.every(value => PLAIN_START.test(value)) && !call.literals.some(value => STARTS_ELSEWHERE.test(value));
}

/** An argument that is decided elsewhere may be one that runs or removes something. */
function refuseUnwritten(call: ProgramCall, word: Word): void {
    if (!isNamePattern(word)) {
        call.dangerous(`an argument of find is not written out: ${word.source}`);
    }
}
