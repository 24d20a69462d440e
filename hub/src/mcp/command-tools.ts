import { Tool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { COMMAND_OUTCOMES, CommandDefinition, CommandManifest, commandResultSchema, RiskClass } from '@openspace/protocol';

/** What a client may assume of a tool without knowing it. */
export const ANNOTATIONS: Readonly<Record<RiskClass, ToolAnnotations>> = {
    read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    view: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    write: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    execute: { readOnlyHint: false, destructiveHint: true, openWorldHint: true }
};

/** What every tool answers beside its text. */
const OUTPUT_SCHEMA: Tool['outputSchema'] = {
    type: 'object',
    properties: { outcome: { type: 'string', enum: COMMAND_OUTCOMES }, ...commandResultSchema.properties },
    required: ['outcome', ...commandResultSchema.required]
};

/** `openspace.editor.open` as MCP clients accept it: many allow no dots in the names of tools. */
function toolName(commandId: string): string {
    return commandId.replaceAll('.', '_');
}

/** Every command of the manifest as a tool. */
export function commandTools(manifest: CommandManifest | undefined): Tool[] {
    return (manifest?.commands ?? []).map(({ id, name, description, arguments_schema: schema, risk }) => ({
        name: toolName(id),
        title: name,
        description,
        inputSchema: { ...schema, properties: { ...schema.properties }, required: [...(schema.required ?? [])] },
        outputSchema: OUTPUT_SCHEMA,
        annotations: ANNOTATIONS[risk]
    }));
}

/** The command behind a tool; undefined when there is none. */
export function commandOfTool(manifest: CommandManifest | undefined, name: string): CommandDefinition | undefined {
    return manifest?.commands.find(({ id }) => toolName(id) === name);
}
