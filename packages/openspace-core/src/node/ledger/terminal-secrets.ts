import { COMMAND_NAMESPACE } from '@openspace/protocol';
import { redactDeep, type CommandExecution } from '../../common';

/**
 * The execution without the secrets that a terminal shows: neither the agent nor the Hub gets them. Files are left as they are, since
 * an agent that writes back what it read would destroy them.
 */
export function withoutTerminalSecrets(commandId: string, execution: CommandExecution): CommandExecution {
    return commandId.startsWith(`${COMMAND_NAMESPACE}terminal.`) ? redactDeep(execution) : execution;
}
