import { inParagraphs, quoted } from './answer-text';
import { parseFileReference } from './file-reference';
import {
    clearHighlightBlock,
    closeBlock,
    describeReference,
    highlightBlock,
    listPanesBlock,
    openBlock,
    splitBlock,
    type SplitDirection
} from './guide-blocks';
import type { GuideContext } from './guide-context';
import type { GuideIntent } from './guide-intent';

/** No more than the IDE runs of one message unless told otherwise. */
const MOST_CLOSED = 10;
const BESIDE =
    '(?:beside|besides|next to|to the right of|to the right|on the right(?: side)?|at the right|alongside|in a (?:new )?(?:split|pane)(?: view)?)';
/** What stands for the file that is open already. */
const WHAT_IS_OPEN = /^(?:it|this|that|of it|the other(?: one| file)?|the (?:current )?(?:file|editor))$/i;

/** What is done with editors and panes, but for opening a file. */
export const EDITOR_INTENTS: readonly GuideIntent[] = [
    {
        patterns: [/^(?:(?:go|jump|scroll|move|open|show|show me)(?: to)? )?(line \d+)$/i],
        answer: ({ knownFile }, [place]) => `In which file? Say, for example, \`open ${knownFile ?? 'FILE'} at ${place}\`.`
    },
    {
        patterns: [
            /^(?:highlight|mark)(?: me)? lines? (\d+)(?:(?: ?(?:-|to|until|through|and) ?)(\d+))? (?:of|in) (.+)$/i,
            /^(?:highlight|mark) (?:line )?(\d+)(?:(?: ?(?:-|to) ?)(\d+))? (?:of|in) (.+)$/i
        ],
        answer: (_context, [first, last, words = '']) =>
            highlightAnswer(Number(first), Number(last || first), parseFileReference(words).path)
    },
    {
        patterns: [
            /^(?:clear|remove|take away|delete)(?: (?:the|your|all))*(?: \w+)? (?:highlights?|highlighting|marks?)$/i,
            /^un(?:highlight|mark)(?: .*)?$/i
        ],
        answer: () => inParagraphs('I take my mark away.', clearHighlightBlock())
    },
    {
        patterns: [
            /^(?:open|show|put|view)(?: me| us)? (.+?) and (.+?) (?:side by side|next to each other|beside each other|in a split(?: view)?)$/i,
            /^compare (.+?) (?:and|with|to) (.+)$/i
        ],
        answer: (_context, [first = '', second = '']) => besideAnswer(second, first)
    },
    {
        patterns: [
            new RegExp(`^(?:open|show|put|view)(?: me| us)? (.+?),? ${BESIDE}(?: (.+))?$`, 'i'),
            /^split (?:the editor )?(?:with|and (?:open|show)) (.+)$/i
        ],
        answer: (_context, [words = '', other]) =>
            other === undefined || WHAT_IS_OPEN.test(other) ? splitAnswer(words, 'vertical') : besideAnswer(words, other)
    },
    {
        patterns: [/^(?:open|show|put|view)(?: me| us)? (.+?),? (?:below|beneath|underneath|under|at the bottom)(?: .+)?$/i],
        answer: (_context, [words = '']) => splitAnswer(words, 'horizontal')
    },
    {
        patterns: [/^split(?: .*)?$/i],
        answer: ({ knownFile }) => `Which file shall stand beside it? Say, for example, \`open ${knownFile ?? 'FILE'} beside it\`.`
    },
    {
        patterns: [
            /^(?:what|which)(?: files?| tabs?| editors?| panes?)?(?: is| are|'s) (?:currently )?(?:open|on (?:the |my )?screen)(?: (?:right )?now)?$/i,
            /^what (?:do you see|am i looking at|do i have open|have i open)$/i,
            /^(?:list|show)(?: me)?(?: the| all| my)*(?: open)? (?:panes|editors|tabs)$/i,
            /^(?:list|show)(?: me)?(?: the| all| my)* open files$/i
        ],
        answer: () => inParagraphs('Let me look.', listPanesBlock())
    },
    {
        patterns: [/^close (?:all|everything|all (?:the |my |open )*(?:files|tabs|editors))$/i],
        answer: closeAllAnswer
    },
    {
        patterns: [/^close(?: (?:the|this|that|my))?(?: (?:current|active|open))?(?: (?:file|tab|editor|pane|it|this|that|one))?$/i],
        answer: closeActiveAnswer
    },
    {
        patterns: [/^(?:close|hide) (?:the tab (?:of |with )?)?(.+)$/i],
        answer: (_context, [words = '']) => closeAnswer(parseFileReference(words).path)
    }
];

/** Opens a file. It takes almost any words, so it stands behind all others. */
export const OPEN_INTENT: GuideIntent = {
    patterns: [
        /^(?:open|show|view|display|edit|read|see|load|cat|pull up|bring up)(?: (?:me|us|up))* (.+)$/i,
        /^(?:go|jump|take me|bring me|navigate|switch)(?: over)?(?: to) (.+)$/i,
        /^(?:let me|let's|let us|i(?:'d| would) like to|i (?:want|need) to|(?:can|could|may) i) (?:see|open|read|edit|view|(?:have a )?look at) (.+)$/i,
        /^(?:(?:have a |take a )?look at|what(?: is|'s) (?:in|inside)) (.+)$/i,
        /^what does (.+) (?:say|contain|look like)$/i,
        /^(\S+\.\w+(?::\d+){0,2})$/
    ],
    answer: (_context, [words = '']) => {
        const file = parseFileReference(words);
        return inParagraphs(`Opening ${describeReference(file)}.`, openBlock(file));
    }
};

function highlightAnswer(startLine: number, endLine: number, path: string): string {
    const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
    return inParagraphs(
        `I mark ${lines} of ${quoted(path)}; Escape in the editor takes the mark away.`,
        openBlock({ path, line: startLine }),
        highlightBlock(path, startLine, endLine)
    );
}

function splitAnswer(words: string, direction: SplitDirection): string {
    const { path } = parseFileReference(words);
    return inParagraphs(`Opening ${quoted(path)} ${direction === 'vertical' ? 'at the right' : 'below'}.`, splitBlock(path, direction));
}

/** Opens the other file first, and the one that the words name at its right. */
function besideAnswer(words: string, otherWords: string): string {
    const [{ path }, other] = [parseFileReference(words), parseFileReference(otherWords)];
    return inParagraphs(
        `Opening ${describeReference(other)}, and ${quoted(path)} at its right.`,
        openBlock(other),
        splitBlock(path, 'vertical')
    );
}

function closeAnswer(path: string): string {
    return inParagraphs(`Closing ${quoted(path)}, unless it has changes that are not saved.`, closeBlock(path));
}

function closeActiveAnswer({ activeFiles, knownFile }: GuideContext): string {
    const [path] = activeFiles;
    return activeFiles.length === 1
        ? closeAnswer(path)
        : `Which file? Say, for example, \`close ${knownFile ?? 'FILE'}\`. The × on a tab closes it, too.`;
}

function closeAllAnswer({ openFiles }: GuideContext): string {
    if (openFiles.length === 0) {
        return 'I see no file that is open.';
    }
    return inParagraphs(
        'I close the files that I see; one with changes that are not saved stays open.',
        ...openFiles.slice(0, MOST_CLOSED).map(path => closeBlock(path))
    );
}
