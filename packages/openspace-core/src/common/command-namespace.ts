import { COMMAND_NAMESPACE } from '@openspace/protocol';
import { CommandRefusal } from './command-error';

/** The refusal of a command that no agent may reach, whether it exists or not; undefined for one in our namespace. */
export function outsideNamespace(commandId: string): CommandRefusal | undefined {
    return commandId.startsWith(COMMAND_NAMESPACE)
        ? undefined
        : new CommandRefusal(
              'not-allowed',
              `"${commandId}" is not an OpenSpace command. Only ids that begin with "${COMMAND_NAMESPACE}" run.`
          );
}
