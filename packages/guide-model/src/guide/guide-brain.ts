import type { ChatRequest } from '../chat-request';
import { housekeepingReply } from '../housekeeping-reply';
import type { ModelBrain } from '../model-reply';
import { inPieces } from '../text-cuts';
import { readContext, type GuideContext } from './guide-context';
import { fallbackAnswer, GUIDE_INTENTS } from './guide-intents';
import { answerToResults } from './results-answer';
import { INTRODUCTION } from './guide-texts';

/** Small enough to look written, and to cut every block many times. */
const CHARACTERS_PER_PIECE = 6;
/** Longer requests are not for a guide; the bound also keeps the patterns fast. */
const MAX_QUESTION_LENGTH = 1000;

const POLITE_OPENINGS = [
    /^(?:please|ok(?:ay)?|so|now|and|then|@?openspace|guide)[\s,!]+/i,
    /^(?:hey|hi|hello)(?: there)?[,!]*\s+(?!(?:there|guide|openspace)\W*$)/i,
    /^(?:can|could|would|will) you /i
];
const POLITE_CLOSINGS = [/[\s,]+(?:please|now|then)$/i, /,\s*(?:thanks|thank you)$/i, /[\s.!?…]+$/];

/** The guide that serves people who have no model: fixed answers with command blocks to a dozen plain requests. */
export function guideBrain(): ModelBrain {
    return request => housekeepingReply(request) ?? inPieces(guideAnswer(request), CHARACTERS_PER_PIECE);
}

function guideAnswer(request: ChatRequest): string {
    const context = readContext(request);
    const answer = answerTo(context);
    const introduces = answer.includes(INTRODUCTION);
    return context.isFirstAnswer && !introduces ? `${answer}\n\n${INTRODUCTION}` : answer;
}

function answerTo(context: GuideContext): string {
    const results = answerToResults(context.question);
    if (results !== undefined) {
        return results;
    }
    const question = plainRequest(context.question);
    if (question.length > MAX_QUESTION_LENGTH) {
        return fallbackAnswer(context, question);
    }
    for (const intent of GUIDE_INTENTS) {
        for (const pattern of intent.patterns) {
            const words = pattern.exec(question);
            if (words !== null) {
                const missing = intent.needs?.find(needed => !context.commands.includes(needed));
                return missing === undefined ? intent.answer(context, words.slice(1)) : missingAnswer(missing);
            }
        }
    }
    return fallbackAnswer(context, question);
}

/** The request without greeting, politeness and closing punctuation; a request that is nothing else keeps its last word. */
function plainRequest(question: string): string {
    let plain = question.replace(/\s+/g, ' ').trim();
    for (;;) {
        const shorter = [...POLITE_OPENINGS, ...POLITE_CLOSINGS].map(pattern => plain.replace(pattern, '')).find(text => text !== plain);
        if (shorter === undefined || shorter === '') {
            return plain;
        }
        plain = shorter;
    }
}

function missingAnswer(commandId: string): string {
    return `I would need the command \`${commandId}\` for that, and the IDE does not offer it at the moment. It may still be starting: ask me again shortly.`;
}
