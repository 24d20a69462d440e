import { inject, injectable } from '@theia/core/shared/inversify';
import { declareCommand, type CommandDeclaration } from '../command/openspace-command';
import { OpenSpaceCommandContribution } from '../command/openspace-command-contribution';
import { WorkspaceFiles } from '../workspace/workspace-files';

const path = { type: 'string', maxLength: 4096 } as const;

/** The commands that deal with the files of the workspace. */
@injectable()
export class FileCommandContribution extends OpenSpaceCommandContribution {
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;

    protected override declareCommands(): CommandDeclaration[] {
        return [
            declareCommand({
                id: 'openspace.file.read',
                label: 'Read File',
                category: 'OpenSpace',
                description: 'Reads a text file of the workspace, as it is saved. You get the content in the next message.',
                risk: 'read',
                argumentsSchema: {
                    type: 'object',
                    properties: { path: { ...path, minLength: 1, description: 'File, relative to the workspace root.' } },
                    required: ['path'],
                    additionalProperties: false
                },
                example: { path: 'src/index.ts' },
                execute: async args => {
                    const text = await this.files.readFile(args.path);
                    const part = text.truncated
                        ? `the beginning of ${text.path}, which has ${text.size} bytes`
                        : `${text.path}, ${text.lines} lines`;
                    return { success: true, output: `Read ${part}.`, ...text };
                }
            }),
            declareCommand({
                id: 'openspace.file.list',
                label: 'List Folder',
                category: 'OpenSpace',
                description: 'Lists the files and folders of a folder. You get the list in the next message.',
                risk: 'read',
                argumentsSchema: {
                    type: 'object',
                    properties: { path: { ...path, description: 'Folder, relative to the workspace root; "." is the root.' } },
                    required: ['path'],
                    additionalProperties: false
                },
                example: { path: 'src' },
                execute: async args => {
                    const listing = await this.files.listFiles(args.path);
                    return {
                        success: true,
                        output: `${listing.files.length} entries in ${listing.path === '' ? 'the workspace root' : listing.path}.`,
                        ...listing
                    };
                }
            }),
            declareCommand({
                id: 'openspace.file.search',
                label: 'Find Files by Name',
                category: 'OpenSpace',
                description:
                    'Finds files of the workspace by name, best match first, without those that git ignores. You get them in the next message.',
                risk: 'read',
                argumentsSchema: {
                    type: 'object',
                    properties: {
                        query: { type: 'string', minLength: 1, maxLength: 500, description: 'Part of the file name or path.' },
                        includePattern: {
                            type: 'string',
                            minLength: 1,
                            maxLength: 500,
                            description: 'Glob that a file must match, such as "src/**/*.ts".'
                        },
                        excludePattern: { type: 'string', minLength: 1, maxLength: 500, description: 'Glob of files to leave out.' }
                    },
                    required: ['query'],
                    additionalProperties: false
                },
                example: { query: 'index' },
                execute: async args => {
                    const found = await this.files.searchFiles(args);
                    const count = `${found.truncated ? 'More than ' : ''}${found.results.length} files match "${args.query}".`;
                    return { success: true, output: count, ...found };
                }
            })
        ];
    }
}
