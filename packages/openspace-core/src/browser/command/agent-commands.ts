import type { CommandDefinition } from '@openspace/protocol';
import type { CommandRegistry } from '@theia/core/lib/common';
import { isOpenSpaceCommand, toCommandDefinition } from './openspace-command';
import { soundCommands } from './sound-commands';

/**
 * The commands that agents may call now, in a fixed order: what the manifest tells of, and nothing else is executed for an agent.
 * `onFault` is told what is wrong with one that was left out.
 */
export function agentCommands(registry: CommandRegistry, onFault: (fault: string) => void = () => undefined): CommandDefinition[] {
    const declared = registry.commands.filter(isOpenSpaceCommand).map(toCommandDefinition);
    return soundCommands(
        declared.sort((left, right) => (left.id < right.id ? -1 : 1)),
        onFault
    );
}
