/** What may stand before a path outside of quotes: a blank, an operator, or the name that it is assigned to. */
const BEFORE_PATH = /[\s;|&()<>=]/;
/** A root whose name means itself wherever it stands in a command line. */
const PLAIN_ROOT = /^[\p{L}\p{M}\p{N}_/.,@+-]+$/u;

/**
 * A command line with the workspace root in place of the name that its caller has for it, wherever a path begins with that. What is
 * text to the command line stays: here-documents, and whatever stands further inside quotes. So does the name where the root has to be
 * quoted, which a variable would not hand on: sandboxes have a link of that name, and a slash leads through it.
 */
export function resolveRootName(commandLine: string, root: string, rootName: string): string {
    if (!commandLine.includes(rootName)) {
        return commandLine;
    }
    const isPlain = PLAIN_ROOT.test(root);
    let result = '';
    let quote = '';
    let endsAtLine = false;
    for (let position = 0; position < commandLine.length; position++) {
        const character = commandLine.charAt(position);
        const before = commandLine.charAt(position - 1);
        const isStart =
            quote === '' ? position === 0 || BEFORE_PATH.test(before) : before === quote && isOpening(commandLine, position - 1);
        if (isStart && namesRoot(commandLine, position, rootName)) {
            position += rootName.length - 1;
            result += isPlain ? root : commandLine.charAt(position + 1) === '/' ? rootName : `${rootName}/`;
            continue;
        }
        if (character === '\\' && quote !== "'") {
            result += character + commandLine.charAt(++position);
            continue;
        }
        if (quote === '' && commandLine.startsWith('<<', position) && commandLine.charAt(position + 2) !== '<' && before !== '<') {
            endsAtLine = true;
        }
        if (endsAtLine && character === '\n') {
            return result + commandLine.slice(position);
        }
        if (character === quote) {
            quote = '';
        } else if (quote === '' && (character === '"' || character === "'")) {
            quote = character;
        }
        result += character;
    }
    return result;
}

/** A text for the caller, with its own name of the workspace root in place of the real one. */
export function nameRoot(text: string, root: string, rootName: string): string {
    const written = root.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_/.-])${written}(?!\\.?[\\p{L}\\p{N}_-])`, 'gu'), () => rootName);
}

/** Whether a path begins at a quote. */
function isOpening(commandLine: string, quoteAt: number): boolean {
    return quoteAt === 0 || BEFORE_PATH.test(commandLine.charAt(quoteAt - 1));
}

/** Whether the whole name stands there, and not only the beginning of a longer one. */
function namesRoot(commandLine: string, position: number, rootName: string): boolean {
    return commandLine.startsWith(rootName, position) && /[/\s;|&()<>"']|^$/.test(commandLine.charAt(position + rootName.length));
}
