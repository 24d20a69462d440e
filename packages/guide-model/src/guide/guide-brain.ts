import { housekeepingReply } from '../housekeeping-reply';
import type { ModelBrain } from '../model-reply';
import { inPieces } from '../text-cuts';
import { inParagraphs, quoted } from './answer-text';
import { exampleList } from './example-list';
import { readContext, type GuideContext } from './guide-context';
import { findIntent } from './guide-intents';
import { HOW_TO_CONNECT, INTRODUCTION, SHORT_INTRODUCTION, WHO_IS_IT } from './guide-texts';
import { plainRequest } from './plain-request';
import { answerToResults } from './results-answer';
import { readResults } from './results-report';

/** Small enough to look written, and to cut every block many times. */
const CHARACTERS_PER_PIECE = 6;
/** Longer requests are not for a guide; the bound also keeps the patterns fast. */
const MAX_QUESTION_LENGTH = 1000;

/** The commands that an answer uses. */
const USED_COMMANDS = /%%OS\{"cmd":"([^"]+)"/g;

/** The guide that serves people who have no model: fixed answers with command blocks to plain requests. */
export function guideBrain(): ModelBrain {
    let hasIntroduced = false;
    return request => {
        const housekeeping = housekeepingReply(request);
        if (housekeeping !== undefined) {
            return housekeeping;
        }
        const context = readContext(request);
        const answer = answerTo(context);
        const introduction = context.isFirstAnswer ? introductionTo(answer, hasIntroduced) : [];
        hasIntroduced ||= context.isFirstAnswer;
        return inPieces(inParagraphs(answer, ...introduction), CHARACTERS_PER_PIECE);
    };
}

/** What the guide says of itself below its first answer in a conversation: how to connect a model is said once, and never twice in one. */
function introductionTo(answer: string, hasIntroduced: boolean): string[] {
    if (answer.includes(HOW_TO_CONNECT)) {
        return answer.includes(WHO_IS_IT) ? [] : [WHO_IS_IT];
    }
    return [hasIntroduced ? SHORT_INTRODUCTION : INTRODUCTION];
}

function answerTo(context: GuideContext): string {
    const results = readResults(context.question);
    const request = plainRequest(context.personsWords);
    const found = request.length > MAX_QUESTION_LENGTH ? undefined : findIntent(request);
    if (results !== undefined) {
        const answer = found?.intent.answerResults?.(context, results);
        return answer === undefined ? answerToResults(results) : ifOffered(context, answer);
    }
    return found === undefined ? fallbackAnswer(context, request) : ifOffered(context, found.intent.answer(context, found.words));
}

/** The answer, unless it uses a command that the IDE does not offer. */
function ifOffered({ commands }: GuideContext, answer: string): string {
    const missing = Array.from(answer.matchAll(USED_COMMANDS), ([, commandId]) => commandId).find(each => !commands.includes(each));
    return missing === undefined
        ? answer
        : `I would need the command \`${missing}\` for that, and the IDE does not offer it at the moment. It may still be starting: ask me again shortly.`;
}

/** The answer to what no entry matches. */
function fallbackAnswer(context: GuideContext, request: string): string {
    const opening =
        request === '' ? 'I did not get any words to go by.' : `I am only a guide and do not understand ${quoted(request, 80)}.`;
    return inParagraphs(`${opening} Try one of these:`, exampleList(context));
}
