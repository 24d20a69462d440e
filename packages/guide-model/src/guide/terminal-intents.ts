import { inParagraphs, quoted } from './answer-text';
import {
    closeTerminalBlock,
    createTerminalBlock,
    GUIDE_TERMINAL,
    listTerminalsBlock,
    readTerminalBlock,
    runBlocks,
    showTerminalBlock
} from './guide-blocks';
import type { GuideContext } from './guide-context';
import type { GuideIntent } from './guide-intent';
import { unquoted } from './unquoted';

const NO_TERMINAL = 'There is no terminal of mine: say `open a terminal`, or `run ls`.';

/** What is done with terminals and in them. */
export const TERMINAL_INTENTS: readonly GuideIntent[] = [
    {
        patterns: [
            /^(?:open|start|create|launch|show|give|add|make|bring up)(?: me| us| up)*(?: (?:a|the|your|my))?( new| another)? (?:terminal|shell|console)(?: window| tab)?$/i,
            /^(?:a )?(new |another )?(?:terminal|shell|console)$/i
        ],
        answer: ({ hasTerminal }, [another]) => {
            if (hasTerminal && another === undefined) {
                return inParagraphs('I show you my terminal.', showTerminalBlock());
            }
            return inParagraphs('I start a terminal.', createTerminalBlock(hasTerminal ? undefined : GUIDE_TERMINAL));
        }
    },
    {
        patterns: [/^(?:list|show)(?: me)?(?: the| all| my| open)* terminals$/i, /^(?:what|which) terminals\b.*$/i],
        answer: () => inParagraphs('Let me look.', listTerminalsBlock())
    },
    {
        patterns: [
            /^(?:close|end|kill|exit|quit)(?: the| your| my| this)*(?: guide)? (?:terminal|shell|console)(?: (?:called |named )?(.+))?$/i
        ],
        answer: ({ hasTerminal }, [name]) =>
            name === undefined && !hasTerminal
                ? 'There is no terminal of mine. To close another one, say its name: `close the terminal NAME`.'
                : inParagraphs('I close that terminal, and what runs in it ends.', closeTerminalBlock(unquoted(name ?? GUIDE_TERMINAL)))
    },
    {
        patterns: [
            /^(?:read|show|what(?: is|'s) (?:in|on))(?: me)?(?: the| your| my)* (?:terminal|terminal output|output(?: of the terminal)?)$/i,
            /^what did (?:it|that|this|the (?:command|tests?|terminal)) (?:print|say|output|write)$/i
        ],
        answer: ({ hasTerminal }) => (hasTerminal ? inParagraphs('Let me read it.', readTerminalBlock()) : NO_TERMINAL)
    },
    {
        patterns: [
            /^(?:run|execute|start|launch|do)(?: all| the| our| my)*(?: unit)? (?:tests?|test suite)$/i,
            /^test(?: it| this| everything| the (?:code|project))?$/i
        ],
        answer: context => runAnswer(context, 'npm test')
    },
    {
        patterns: [/^(?:run|execute|start|do)(?: the| a| our| my)* build$/i, /^build(?: it| this| the (?:code|project))?$/i],
        answer: context => runAnswer(context, 'npm run build')
    },
    {
        patterns: [
            /^(?:run|execute) (?:the )?(?:command|command line|line) (.+?)(?: in(?:to)? (?:a|the|your|my)(?: new)? (?:terminal|shell|console))?$/i,
            /^in (?:a|the|your|my)(?: new)? (?:terminal|shell|console),? (?:run|execute|type) (.+)$/i,
            /^(?:type|enter|put) (.+) in(?:to)? (?:a|the|your|my)(?: new)? (?:terminal|shell|console)$/i
        ],
        answer: (context, [words = '']) => runAnswer(context, unquoted(words))
    },
    {
        patterns: [/^(?:run|execute|start|launch)(?: (?:it|this|that|the|my|our|something)\b.*)?$/i],
        answer: () => 'Which command line? Say, for example, `run npm test`.'
    },
    {
        patterns: [
            /^(?:run|execute) (.+?)(?: in(?:to)? (?:a|the|your|my)(?: new)? (?:terminal|shell|console))?$/i,
            /^((?:npm|npx|node|yarn|pnpm|git|cargo|python3?|pip3?|deno|bun|docker) .+|pwd)$/
        ],
        answer: (context, [words = '']) => runAnswer(context, unquoted(words))
    }
];

/** Runs a command line. Where the terminal stands and whether it comes to the front is up to the person. */
export function runAnswer(context: GuideContext, commandLine: string): string {
    return inParagraphs(`I run ${quoted(commandLine)} in the terminal “${GUIDE_TERMINAL}”.`, ...runBlocks(commandLine, context));
}
