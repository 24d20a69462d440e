import {
    commandArgumentsSchema,
    commandDefinitionSchema,
    commandManifestSchema,
    LIMITS,
    POLLUTING_KEYS,
    type CommandDefinition
} from '@openspace/protocol';
import Ajv, { type ErrorObject } from 'ajv';

const isDefinition = new Ajv().compile<CommandDefinition>({
    ...commandDefinitionSchema,
    properties: { ...commandDefinitionSchema.properties, arguments_schema: commandArgumentsSchema }
});

/** How deep the list of commands stands in what is published. */
const LIST_DEPTH = 1;

/**
 * The commands without those that the Hub would refuse, and all the others with them. Any extension may declare a command, so one that is
 * wrong costs nobody but itself; `onFault` is told what is wrong with it.
 */
export function soundCommands(commands: readonly CommandDefinition[], onFault: (fault: string) => void): CommandDefinition[] {
    const { maxItems } = commandManifestSchema.properties.commands;
    const sound: CommandDefinition[] = [];
    let characters = 0;
    for (const command of commands) {
        const length = JSON.stringify(command).length;
        const fault =
            faultOf(command) ??
            (sound.length < maxItems ? undefined : `there are more than ${maxItems} commands`) ??
            (characters + length <= LIMITS.manifestCharacters
                ? undefined
                : `all together take more than ${LIMITS.manifestCharacters} characters`);
        if (fault === undefined) {
            sound.push(command);
            characters += length;
        } else {
            onFault(`No agent is told of the command "${command.id}": ${fault}.`);
        }
    }
    return sound;
}

function faultOf(command: CommandDefinition): string | undefined {
    return isDefinition(command) ? faultOfData(command, LIST_DEPTH + 1) : (isDefinition.errors ?? []).map(describe).join(', ');
}

function describe({ instancePath, message = 'is not valid' }: ErrorObject): string {
    return `${instancePath === '' ? 'it' : `"${instancePath.slice(1)}"`} ${message}`;
}

function faultOfData(value: unknown, depth: number): string | undefined {
    if (typeof value !== 'object' || value === null) {
        return undefined;
    }
    if (depth > LIMITS.jsonDepth) {
        return `it is nested deeper than ${LIMITS.jsonDepth} levels`;
    }
    const key = Object.keys(value).find(each => POLLUTING_KEYS.has(each));
    if (key !== undefined) {
        return `it has the key "${key}", which is not allowed`;
    }
    for (const part of Object.values(value)) {
        const fault = faultOfData(part, depth + 1);
        if (fault !== undefined) {
            return fault;
        }
    }
    return undefined;
}
