import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import { declareCommand, type CommandDeclaration, type CommandOrigin, type CommandSuccess } from '../command/openspace-command';
import { OpenSpaceCommandContribution } from '../command/openspace-command-contribution';
import { FILE_PATH } from '../command/path-argument';
import { OpenDocuments, readerOf, type OpenDocument } from '../file/open-documents';
import { ReadTexts } from '../file/read-texts';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { excerptOf, MAX_EXCERPT_LENGTH } from './text-excerpt';
import { MAX_POSITION } from './text-range';

/** The command that reads a text as its editor shows it. */
@injectable()
export class ReadCommandContribution extends OpenSpaceCommandContribution {
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;
    @inject(OpenDocuments) protected readonly documents: OpenDocuments;
    @inject(ReadTexts) protected readonly readTexts: ReadTexts;

    protected override declareCommands(): CommandDeclaration[] {
        return [
            declareCommand({
                id: 'openspace.editor.read_file',
                label: 'Read File as in the Editor',
                category: 'OpenSpace',
                description:
                    'Reads a text file as the person sees it, with unsaved changes if it is open. You get the content in the next message.',
                risk: 'read',
                argumentsSchema: {
                    type: 'object',
                    properties: {
                        path: FILE_PATH,
                        startLine: { type: 'integer', minimum: 1, maximum: MAX_POSITION, description: 'First line to read.' },
                        endLine: { type: 'integer', minimum: 1, maximum: MAX_POSITION, description: 'Last line to read.' }
                    },
                    required: ['path'],
                    additionalProperties: false
                },
                example: { path: 'src/index.ts' },
                execute: (args, origin) => this.read(args, origin)
            })
        ];
    }

    protected async read(args: { path: string; startLine?: number; endLine?: number }, origin: CommandOrigin): Promise<CommandSuccess> {
        const location = await this.files.locateEditor(args.path);
        const document = await this.documents.find(location.uri);
        // What is not open is read by the kernel, which also says why it cannot be.
        const text = document ? document.text : (await this.files.readFile(args.path)).content;
        const hasRange = args.startLine !== undefined || args.endLine !== undefined;
        if (!hasRange && text.length > MAX_EXCERPT_LENGTH) {
            throw new CommandError('too-large', `${location.path} has ${text.length} characters. Give startLine and endLine.`);
        }
        const { content, ...place } = excerptOf(text, args.startLine, args.endLine);
        if (content === text) {
            document?.noteRead(readerOf(origin));
            await this.readTexts.noteText(readerOf(origin), location.path, text);
        }
        const asked = Math.max(args.startLine ?? 1, args.endLine ?? 1);
        const clamped = asked > place.lineCount ? `: it has only ${place.lineCount} lines, not ${asked}` : '';
        const unsaved = isUnsaved(document, location.exists);
        const lines = content === text ? `${place.lineCount} lines` : `lines ${place.startLine} to ${place.endLine} of ${place.lineCount}`;
        return {
            success: true,
            output: `Read ${location.path}, ${lines}${unsaved ? ', with changes that are not saved' : ''}${clamped}.`,
            path: location.path,
            content,
            ...place,
            open: document !== undefined,
            unsaved
        };
    }
}

/** The text of a file that is gone is nowhere but in its editor. */
function isUnsaved(document: OpenDocument | undefined, exists: boolean): boolean {
    return document !== undefined && (document.unsaved || !exists);
}
