import { COMMAND_NAMESPACE, type CommandDefinition } from '@openspace/protocol';
import type { CommandRegistry } from '@theia/core/lib/common';
import { isInNamespace, isOpenSpaceCommand, toCommandDefinition } from './openspace-command';
import { soundCommands } from './sound-commands';

const UNDECLARED =
    'it lacks "argumentsSchema" or "risk". Register it with label, category, description, argumentsSchema, example and risk, ' +
    `or under an id that does not begin with "${COMMAND_NAMESPACE}"`;

/**
 * The commands that agents may call now, in a fixed order: what the manifest tells of, and nothing else is executed for an agent.
 * `onFault` is told what is wrong with one that was left out.
 */
export function agentCommands(registry: CommandRegistry, onFault: (fault: string) => void = () => undefined): CommandDefinition[] {
    const { commands } = registry;
    const declared = commands.filter(isOpenSpaceCommand).map(toCommandDefinition);
    for (const { id } of commands.filter(command => isInNamespace(command) && !isOpenSpaceCommand(command))) {
        onFault(`No agent is told of the command "${id}": ${UNDECLARED}.`);
    }
    return soundCommands(
        declared.sort((left, right) => (left.id < right.id ? -1 : 1)),
        onFault
    );
}
