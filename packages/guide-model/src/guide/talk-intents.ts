import { inParagraphs } from './answer-text';
import { commandGroupsAnswer } from './command-groups';
import { exampleList } from './example-list';
import { failureAnswer } from './failure-answer';
import { answerToFirstLook, projectAnswer } from './first-look';
import type { GuideIntent } from './guide-intent';
import { HOW_TO_CONNECT, INTRODUCTION } from './guide-texts';
import { tourAnswer } from './tour';

/** What is said about the guide, the project and the IDE. */
export const TALK_INTENTS: readonly GuideIntent[] = [
    {
        patterns: [/^(?:hello|hi|hey|howdy|good (?:morning|day|afternoon|evening))(?: (?:there|guide|openspace))?$/i],
        answer: () => 'Hello! Try `take me on a tour` or `list the files`, or ask me `what can you do`.'
    },
    {
        patterns: [/^(?:many )?(?:thanks|thank you|thx|cheers)\b/i, /^(?:great|nice|cool|perfect|well done|good job)$/i],
        answer: () => 'You are welcome. What would you like to see next?'
    },
    {
        patterns: [
            /^(?:(?:take|give|show) (?:me|us) )?(?:on |through )?(?:(?:a|the) )?(?:\w+ )?tour(?: of .*)?$/i,
            /^start .*tour$/i,
            /^show (?:me|us) around\b/i
        ],
        answer: tourAnswer,
        answerResults: answerToFirstLook
    },
    {
        patterns: [
            /^help(?: me)?$/i,
            /^(?:what|how) (?:else )?(?:can|could) (?:you|u) (?:do|help)\b/i,
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
        patterns: [/^(?:who|what) are (?:you|u)\b/i, /^are you (?:a|an)\b/i, /^what(?: is|'s) your name$/i, /^introduce yourself$/i],
        answer: () => INTRODUCTION
    },
    {
        patterns: [
            /^(?:(?:how|where) (?:do|can|could|should) (?:i|we) |can (?:i|we) |i want to |i(?:'d| would) like to )?(?:connect|configure|set ?up|use|add|plug in|switch to) .*\b(?:models?|llm|gpt|claude|gemini|openai|ollama|provider|api key)\b/i,
            /^where (?:do|can) i (?:put|enter|set) .*\bkey$/i
        ],
        answer: () => HOW_TO_CONNECT
    },
    {
        patterns: [/^(?:what|which)\b.*\bcommands\b/i, /^(?:list|show)\b.*\bcommands$/i, /^commands$/i],
        answer: ({ commands }) => commandGroupsAnswer(commands)
    },
    {
        patterns: [
            /^what (?:went|is|was|has gone) wrong\b/i,
            /^what(?:'s wrong| happened| failed)\b/i,
            /^why (?:did|does|has|is|was)\b.*\b(?:fail|failed|work|working|open|opened|happen|happened)$/i,
            /^(?:were|are|did) (?:there|you) .*\b(?:errors?|failures?|problems?)$/i
        ],
        answer: ({ recentFailures }) => failureAnswer(recentFailures)
    },
    {
        patterns: [
            /^what(?: is|'s) (?:this|in this|it)(?: (?:project|repository|repo|folder|workspace|code|all))?(?: about)?$/i,
            /^what does (?:this|the) (?:project|repository|repo|code)(?: do)?$/i,
            /^(?:tell me|explain|show me|describe)(?: something)?(?: about)? (?:this|the) (?:project|repository|repo|code)$/i,
            /^(?:where|how) (?:do|should|can|could) (?:i|we) (?:start|begin)\b/i
        ],
        answer: projectAnswer,
        answerResults: answerToFirstLook
    },
    {
        patterns: [/^(?:undo|redo|revert|take back|roll ?back)(?: .*)?$/i, /^(?:take|put|bring) .* back$/i, /^go back$/i],
        answer: () =>
            'Undoing is in your hands: “OpenSpace: Undo Last Agent Action” in the command palette (F1) takes back what I did last, and “OpenSpace: Show Agent Activity” lists all that I did, to undo or redo one by one. Only my part is taken back; what you typed yourself you undo in its editor (Ctrl+Z).'
    },
    {
        patterns: [/^(?:stop|cancel|abort|pause|wait)(?: .*)?$/i],
        answer: () => 'The item “Agent” in the status bar lets you pause me or stop me, at any time.'
    }
];
