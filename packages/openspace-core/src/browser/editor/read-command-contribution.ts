import { inject, injectable } from '@theia/core/shared/inversify';
import { counted } from '../command/counted';
import { declareCommand, type CommandDeclaration, type CommandOrigin, type CommandSuccess } from '../command/openspace-command';
import { OpenSpaceCommandContribution } from '../command/openspace-command-contribution';
import { FILE_PATH } from '../command/path-argument';
import { OpenDocuments, readerOf, type OpenDocument } from '../file/open-documents';
import { ReadTexts } from '../file/read-texts';
import { answerLengthFor, describeCut, excerptOf } from '../file/text-excerpt';
import { PathChoices } from '../workspace/path-choices';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { MAX_POSITION } from './text-range';

/** The command that reads a text as its editor shows it. */
@injectable()
export class ReadCommandContribution extends OpenSpaceCommandContribution {
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;
    @inject(PathChoices) protected readonly paths: PathChoices;
    @inject(OpenDocuments) protected readonly documents: OpenDocuments;
    @inject(ReadTexts) protected readonly readTexts: ReadTexts;

    protected override declareCommands(): CommandDeclaration[] {
        return [
            declareCommand({
                id: 'openspace.editor.read_file',
                label: 'Read File as in the Editor',
                category: 'OpenSpace',
                description:
                    'Reads a text file as the person sees it, with unsaved changes if it is open. You get the content in the next message; a long one is cut at a line end, read on from there with startLine.',
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
                choices: { path: typed => this.paths.files(typed) },
                execute: (args, origin) => this.read(args, origin)
            })
        ];
    }

    protected async read(args: { path: string; startLine?: number; endLine?: number }, origin: CommandOrigin): Promise<CommandSuccess> {
        const location = await this.files.locateEditor(args.path);
        const document = await this.documents.find(location.uri);
        // What is not open is read by the kernel, which also says why it cannot be.
        const saved = document ? undefined : await this.files.readFile(args.path);
        const text = document?.text ?? saved?.content ?? '';
        const excerpt = excerptOf(text, args.startLine, args.endLine, answerLengthFor(origin));
        const reader = readerOf(origin);
        // Nobody knows how many lines follow where the kernel stopped reading.
        const sent = saved?.truncated ? { ...excerpt, truncated: true, lineCount: Infinity } : excerpt;
        if (this.readTexts.noteExcerpt(reader, location.path, document?.version ?? saved?.hash ?? '', sent)) {
            document?.noteRead(reader);
            await this.readTexts.noteText(reader, location.path, text);
        }
        const { content, startLine, endLine, lineCount, truncated } = excerpt;
        const place = { startLine, endLine, lineCount, truncated };
        const cut = describeCut(excerpt);
        const asked = Math.max(args.startLine ?? 1, args.endLine ?? 1);
        const clamped = asked > place.lineCount ? `: it has only ${counted(place.lineCount, 'line')}, not ${asked}` : '';
        const unsaved = isUnsaved(document, location.exists);
        const lines =
            content === text ? counted(place.lineCount, 'line') : `lines ${place.startLine} to ${place.endLine} of ${place.lineCount}`;
        return {
            success: true,
            output: `Read ${location.path}, ${lines}${unsaved ? ', with changes that are not saved' : ''}${clamped}${cut === undefined ? '' : `, ${cut}`}.`,
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
