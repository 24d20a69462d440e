import type { CommandResult } from '@openspace/protocol';
import type { CommandExecution } from '../../common';

/** The result for an agent that gets one text for everything: what happened, and what to do next. */
export function toldResult({ result, advice }: CommandExecution): CommandResult {
    return advice === undefined ? result : { ...result, error: [...(result.error === undefined ? [] : [result.error]), advice].join(' ') };
}
