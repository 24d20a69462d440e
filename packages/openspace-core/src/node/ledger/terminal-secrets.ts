import { COMMAND_NAMESPACE } from '@openspace/protocol';
import { redactDeep } from '@openspace/workspace-tools';
import type { CommandExecution } from '../../common';

/** Commands that answer with what a terminal shows, its title at least. */
const SHOWING_TERMINALS = ['terminal.', 'pane.'].map(noun => COMMAND_NAMESPACE + noun);

/**
 * The execution without the secrets that a terminal shows: neither the agent nor the Hub gets them. Files are left as they are, since
 * an agent that writes back what it read would destroy them.
 */
export function withoutTerminalSecrets(commandId: string, execution: CommandExecution): CommandExecution {
    return SHOWING_TERMINALS.some(start => commandId.startsWith(start)) ? redactDeep(execution) : execution;
}
