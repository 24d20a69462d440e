import type { Part, TextPart, TextPartInput } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };

const MARK = 'openspace';
const RESULTS = 'command-results';

/** The results of the agent's commands as a part of a message that the IDE sends, not the person. */
export function resultsPart(text: string): TextPartInput {
    return { type: 'text', text, synthetic: true, metadata: { [MARK]: RESULTS } };
}

/** Whether the IDE wrote this part. OpenCode adds synthetic parts of its own. */
export function isResultsPart(part: Part): part is TextPart {
    return part.type === 'text' && part.synthetic === true && part.metadata?.[MARK] === RESULTS;
}
