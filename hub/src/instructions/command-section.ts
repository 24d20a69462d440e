import { CommandDefinition, CommandManifest } from '@openspace/protocol';
import { argumentLines } from './argument-text';
import { block, oneLine } from './prompt-text';

const DEFAULT_CATEGORY = 'General';
const MAX_DESCRIPTION = 1000;

/** All commands of the manifest, grouped by category; groups and commands keep the order of the manifest. */
export function commandSection(manifest: CommandManifest | undefined): string {
    if (!manifest || manifest.commands.length === 0) {
        return '## Available Commands\n\nNone: no IDE is connected. Write no blocks.';
    }
    const groups = new Map<string, CommandDefinition[]>();
    for (const command of manifest.commands) {
        const category = command.category ?? DEFAULT_CATEGORY;
        groups.set(category, [...(groups.get(category) ?? []), command]);
    }
    const texts = [...groups].map(([category, commands]) => `### ${oneLine(category)}\n\n${commands.map(commandText).join('\n')}`);
    return ['## Available Commands', ...texts].join('\n\n');
}

function commandText(command: CommandDefinition): string {
    const lines = [...argumentLines(command.arguments_schema), `Example: ${block(command.id, command.example)}`];
    return [`- ${command.id}: ${oneLine(command.description, MAX_DESCRIPTION)}`, ...lines.map(line => `  - ${line}`)].join('\n');
}
