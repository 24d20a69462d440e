import { commandBlock, inParagraphs, quoted } from './answer-text';
import { commandGroupsAnswer } from './command-groups';
import { failureAnswer } from './failure-answer';
import { parseFileReference } from './file-reference';
import {
    clearHighlightBlock,
    COMMAND,
    describeReference,
    findBlock,
    highlightBlock,
    listPanesBlock,
    openBlock,
    runBlocks,
    splitBlock
} from './guide-blocks';
import type { GuideContext } from './guide-context';
import type { GuideIntent } from './guide-intent';
import { HOW_TO_CONNECT, INTRODUCTION } from './guide-texts';
import { tourAnswer } from './tour';

/**
 * Everything the guide understands; the first entry with a pattern that matches answers. A new request is one entry:
 * patterns, an example for the help, the command it needs, the answer. Entries that take any words stand last.
 */
export const GUIDE_INTENTS: readonly GuideIntent[] = [
    {
        patterns: [/^(?:hello|hi|hey|howdy|good (?:morning|day|afternoon|evening))(?: (?:there|guide|openspace))?$/i],
        answer: () => 'Hello! Try `take me on a tour` or `list the files`, or ask me `what can you do`.'
    },
    {
        patterns: [/^(?:many )?(?:thanks|thank you|thx|cheers)\b/i, /^(?:great|nice|cool|perfect|well done|good job)$/i],
        answer: () => 'You are welcome. What would you like to see next?'
    },
    {
        example: 'take me on a tour',
        patterns: [
            /^(?:(?:take|give|show) (?:me|us) )?(?:on |through )?(?:(?:a|the) )?(?:\w+ )?tour(?: of .*)?$/i,
            /^start .*tour$/i,
            /^show (?:me|us) around\b/i
        ],
        needs: [COMMAND.openEditor],
        answer: tourAnswer
    },
    {
        example: 'what can you do',
        patterns: [
            /^help(?: me)?$/i,
            /^(?:what|how) (?:else )?(?:can|could) you (?:do|help)\b/i,
            /^what (?:can|should|could|do) i (?:do|ask|say|type|try)\b/i,
            /^what do you (?:know|understand|do)$/i,
            /^(?:tell|show) me what you can do$/i,
            /^how does (?:this|it) work$/i
        ],
        answer: context =>
            inParagraphs(
                'I understand plain requests such as these:',
                exampleList(context),
                'The wording is up to you; names may stand in quotes.'
            )
    },
    {
        example: 'who are you',
        patterns: [/^(?:who|what) are you\b/i, /^are you (?:a|an)\b/i, /^what(?: is|'s) your name$/i, /^introduce yourself$/i],
        answer: () => INTRODUCTION
    },
    {
        example: 'how do I connect a model',
        patterns: [
            /^(?:(?:how|where) (?:do|can|could|should) (?:i|we) |can (?:i|we) |i want to |i(?:'d| would) like to )?(?:connect|configure|set ?up|use|add|plug in|switch to) .*\b(?:models?|llm|gpt|claude|gemini|openai|ollama|provider|api key)\b/i,
            /^where (?:do|can) i (?:put|enter|set) .*\bkey$/i
        ],
        answer: () => HOW_TO_CONNECT
    },
    {
        example: 'what commands are there',
        patterns: [/^(?:what|which)\b.*\bcommands\b/i, /^(?:list|show)\b.*\bcommands$/i, /^commands$/i],
        answer: ({ commands }) => commandGroupsAnswer(commands)
    },
    {
        example: 'what went wrong',
        patterns: [
            /^what (?:went|is|was|has gone) wrong\b/i,
            /^what(?:'s wrong| happened| failed)\b/i,
            /^why (?:did|does|has|is|was)\b.*\b(?:fail|failed|work|working|open|opened|happen|happened)$/i,
            /^(?:were|are|did) (?:there|you) .*\b(?:errors?|failures?|problems?)$/i
        ],
        answer: ({ recentFailures }) => failureAnswer(recentFailures)
    },
    {
        example: 'where do I start',
        patterns: [
            /^what(?: is|'s) (?:this|in this|it)(?: (?:project|repository|repo|folder|workspace|code|all))?(?: about)?$/i,
            /^what does (?:this|the) (?:project|repository|repo|code)(?: do)?$/i,
            /^(?:tell me|explain|show me|describe)(?: something)?(?: about)? (?:this|the) (?:project|repository|repo|code)$/i,
            /^(?:where|how) (?:do|should|can|could) (?:i|we) (?:start|begin)\b/i
        ],
        needs: [COMMAND.openEditor],
        answer: projectAnswer
    },
    {
        patterns: [/^(?:(?:go|jump|scroll|move|open|show|show me)(?: to)? )?(line \d+)$/i],
        answer: ({ knownFile }, [place]) => `In which file? Say, for example, \`open ${knownFile ?? 'FILE'} at ${place}\`.`
    },
    {
        example: 'highlight lines 1 to 8 of FILE',
        patterns: [
            /^(?:highlight|mark)(?: me)? lines? (\d+)(?:(?: ?(?:-|to|until|through|and) ?)(\d+))? (?:of|in) (.+)$/i,
            /^(?:highlight|mark) (?:line )?(\d+)(?:(?: ?(?:-|to) ?)(\d+))? (?:of|in) (.+)$/i
        ],
        needs: [COMMAND.openEditor, COMMAND.highlight],
        answer: (_context, [first, last, words]) => highlightAnswer(Number(first), Number(last || first), parseFileReference(words).path)
    },
    {
        example: 'clear the highlight',
        patterns: [/^(?:clear|remove|take away)(?: (?:the|your|all))?(?: \w+)? (?:highlights?|marks?)$/i],
        needs: [COMMAND.clearHighlight],
        answer: () => inParagraphs('I take my mark away.', clearHighlightBlock())
    },
    {
        example: 'open FILE beside it',
        patterns: [
            /^(?:open|show|put)(?: me)? (.+?),? (?:beside|besides|next to|to the right of|to the right|on the right)(?: (?:it|this|that|of it|the other|.+))?$/i,
            /^split (?:the editor )?(?:with|and (?:open|show)) (.+)$/i
        ],
        needs: [COMMAND.openPane],
        answer: (_context, [words]) => splitAnswer(parseFileReference(words).path, 'vertical')
    },
    {
        patterns: [/^(?:open|show|put)(?: me)? (.+?),? (?:below|underneath|under)(?: (?:it|this|that|the other|.+))?$/i],
        needs: [COMMAND.openPane],
        answer: (_context, [words]) => splitAnswer(parseFileReference(words).path, 'horizontal')
    },
    {
        example: 'run ls',
        patterns: [/^(?:run|execute|start) (?:the )?(tests?)$/i, /^(?:run|execute) (.+)$/i],
        needs: [COMMAND.createTerminal, COMMAND.send, COMMAND.readOutput],
        answer: (context, [words]) => runAnswer(context, words)
    },
    {
        example: 'what is open',
        patterns: [
            /^what(?: is|'s) (?:open|on (?:the )?screen)(?: now)?$/i,
            /^(?:list|show)(?: me)?(?: the| all)*(?: open)? (?:panes|editors|tabs)$/i
        ],
        needs: [COMMAND.listPanes],
        answer: () => inParagraphs('Let me look.', listPanesBlock())
    },
    {
        example: 'find readme',
        patterns: [/^(?:find|search(?: for)?|look for|where(?: is|'s))(?: (?:the |a )?files?(?: (?:called|named|with))?)? (.+)$/i],
        needs: [COMMAND.findFiles],
        answer: (_context, [words]) => {
            const { path } = parseFileReference(words);
            return inParagraphs(`Looking for files by the name ${quoted(path)}.`, findBlock(path));
        }
    },
    {
        example: 'list the files',
        patterns: [/^(?:list|show me)(?: the| all)* (?:files|folder|content|contents)(?: (?:in|of) (.+))?$/i, /^ls(?: (.+))?$/i],
        needs: [COMMAND.listFiles],
        answer: (_context, [words]) => {
            const path = words ? parseFileReference(words).path : '.';
            return inParagraphs('Let me look.', commandBlock(COMMAND.listFiles, { path }));
        }
    },
    {
        example: 'write "Buy oolong" to shopping.md',
        patterns: [/^(?:write|put|save) (.+?) (?:to|into|in) (?:the file )?(\S+|"[^"]+"|`[^`]+`)$/i],
        needs: [COMMAND.writeFile],
        answer: (_context, [text, file]) => writeAnswer(unquoted(text), parseFileReference(file).path)
    },
    {
        example: 'open FILE at line 10',
        patterns: [
            /^(?:open|show|view|display|edit|read)(?: (?:me|us|up))* (.+)$/i,
            /^(?:go|jump|take me|bring me|navigate)(?: to) (.+)$/i,
            /^(?:let me|let's|let us|i(?:'d| would) like to|i want to) (?:see|open|read|look at) (.+)$/i,
            /^(?:look at|what(?: is|'s) in) (.+)$/i,
            /^(\S+\.\w+(?::\d+){0,2})$/
        ],
        needs: [COMMAND.openEditor],
        answer: (_context, [words]) => {
            const file = parseFileReference(words);
            return inParagraphs(`Opening ${describeReference(file)}.`, openBlock(file));
        }
    }
];

/** The answer to what no entry matches. */
export function fallbackAnswer(context: GuideContext, question: string): string {
    const opening =
        question === '' ? 'I did not get any words to go by.' : `I am only a guide and do not understand ${quoted(question, 80)}.`;
    return inParagraphs(`${opening} What I do understand:`, exampleList(context));
}

/** What to say to the guide, with a file that is there, or else with a word that stands for one. */
function exampleList({ knownFile }: GuideContext): string {
    const examples = GUIDE_INTENTS.flatMap(({ example }) => (example === undefined ? [] : [example]));
    const list = examples.map(example => `- \`${example.replace('FILE', knownFile ?? 'FILE')}\``).join('\n');
    return knownFile === undefined ? inParagraphs(list, 'FILE stands for a file of your project, such as `docs/plan.md`.') : list;
}

function highlightAnswer(startLine: number, endLine: number, path: string): string {
    const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
    return inParagraphs(
        `I mark ${lines} of ${quoted(path)}; Escape in the editor takes the mark away.`,
        openBlock({ path, line: startLine }),
        highlightBlock(path, startLine, endLine)
    );
}

function splitAnswer(path: string, direction: 'vertical' | 'horizontal'): string {
    return inParagraphs(`Opening ${quoted(path)} ${direction === 'vertical' ? 'at the right' : 'below'}.`, splitBlock(path, direction));
}

function runAnswer(context: GuideContext, words: string): string {
    const commandLine = /^tests?$/i.test(words) ? 'npm test' : unquoted(words);
    return inParagraphs(`I run ${quoted(commandLine)} in the terminal below.`, ...runBlocks(commandLine, context));
}

function writeAnswer(content: string, path: string): string {
    return inParagraphs(
        `I write that to ${quoted(path)} and show you the file.`,
        commandBlock(COMMAND.writeFile, { path, content: `${content}\n` }),
        openBlock({ path })
    );
}

/** Words without the quotes around them. */
function unquoted(words: string): string {
    return /^(["'`“])(.+)(["'`”])$/.exec(words)?.[2] ?? words;
}

function projectAnswer({ isSampleProject }: GuideContext): string {
    const readme = openBlock({ path: 'README.md' });
    return isSampleProject
        ? inParagraphs(
              'This is a small sample project: it plans a tea tasting around a kettle that boils only once. Start with its README.',
              readme,
              'Then `take me on a tour` shows you the rest.'
          )
        : inParagraphs(
              'I cannot read, so I do not know this project. A README is the usual place to start; I open it, if there is one.',
              readme
          );
}
