import type { Part, TextPart, TextPartInput } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { ActionTally } from '../../common';
import { keptTally } from './action-tally';

const MARK = 'openspace';
const RESULTS = 'command-results';
const TALLY = 'openspace-actions';

/**
 * The results of the agent's commands as a part of a message that the IDE sends, not the person.
 * @param tally what has become of the blocks of the turn so far, for whoever reads the conversation later
 */
export function resultsPart(text: string, tally?: ActionTally): TextPartInput {
    return { type: 'text', text, synthetic: true, metadata: { [MARK]: RESULTS, ...(tally ? { [TALLY]: tally } : {}) } };
}

/** What had become of the blocks of the turn when these results were sent; undefined when that was not kept. */
export function blocksSoFar({ metadata }: TextPart): ActionTally | undefined {
    return keptTally(metadata?.[TALLY]);
}

/** Whether the IDE wrote this part. OpenCode adds synthetic parts of its own. */
export function isResultsPart(part: Part): part is TextPart {
    return part.type === 'text' && part.synthetic === true && part.metadata?.[MARK] === RESULTS;
}
