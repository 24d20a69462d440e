import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError, type ExpectedFile } from '../../common';
import { counted } from '../command/counted';
import { declareCommand, type CommandDeclaration, type CommandOrigin, type CommandSuccess } from '../command/openspace-command';
import { OpenSpaceCommandContribution } from '../command/openspace-command-contribution';
import { FILE_PATH } from '../command/path-argument';
import { OpenDocuments, readerOf, type OpenDocument } from '../file/open-documents';
import { ReadTexts } from '../file/read-texts';
import { answerLengthFor, describeCut, excerptOf, excerptOfLines, placeOf, type TextExcerpt } from '../file/text-excerpt';
import { PathChoices } from '../workspace/path-choices';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { MAX_POSITION } from './text-range';

interface ReadArguments {
    readonly path: string;
    readonly startLine?: number;
    readonly endLine?: number;
}

/** What is sent of a text. */
interface ReadText {
    readonly excerpt: TextExcerpt;
    readonly version: string;
    /** Absent where only some of its lines were read. */
    readonly whole?: string;
    /** Of the file, where that was read. */
    readonly expected?: ExpectedFile;
}

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

    protected async read(args: ReadArguments, origin: CommandOrigin): Promise<CommandSuccess> {
        const location = await this.files.locateEditor(args.path);
        const document = await this.documents.find(location.uri);
        // What is not open is read by the kernel, which also says why it cannot be.
        const { excerpt, version, whole, expected }: ReadText = document
            ? { ...wholeText(document.text, args, origin), version: document.version }
            : await this.readSaved(args, origin);
        const reader = readerOf(origin);
        if (this.readTexts.noteExcerpt(reader, location.path, version, excerpt)) {
            document?.noteRead(reader);
            if (document && whole !== undefined) {
                await this.readTexts.noteText(reader, location.path, whole);
            } else {
                this.readTexts.note(reader, location.path, expected);
            }
        }
        const { content, startLine, endLine, lineCount, truncated } = excerpt;
        const cut = describeCut(excerpt);
        const asked = Math.max(args.startLine ?? 1, args.endLine ?? 1);
        const clamped = asked > lineCount ? `: it has only ${counted(lineCount, 'line')}, not ${asked}` : '';
        const unsaved = isUnsaved(document, location.exists);
        const lines = content === whole ? counted(lineCount, 'line') : placeOf(excerpt);
        return {
            success: true,
            output: `Read ${location.path}, ${lines}${unsaved ? ', with changes that are not saved' : ''}${clamped}${cut === undefined ? '' : `, ${cut}`}.`,
            path: location.path,
            content,
            startLine,
            endLine,
            ...(Number.isFinite(lineCount) ? { lineCount } : {}),
            truncated,
            open: document !== undefined,
            unsaved
        };
    }

    /** Of a file that is too large to be read whole, only the lines that were asked for are. */
    protected async readSaved(args: ReadArguments, origin: CommandOrigin): Promise<ReadText> {
        try {
            const { content, hash } = await this.files.readFile(args.path);
            return { ...wholeText(content, args, origin), version: hash ?? '', ...(hash === undefined ? {} : { expected: { hash } }) };
        } catch (error) {
            if (!(error instanceof CommandError) || error.code !== 'too-large' || (args.startLine ?? args.endLine) === undefined) {
                throw error;
            }
        }
        const [startLine, endLine] = [args.startLine ?? 1, args.endLine ?? Infinity].sort((one, other) => one - other);
        const part = await this.files.readLines(args.path, { startLine, ...(Number.isFinite(endLine) ? { endLine } : {}) });
        return { excerpt: excerptOfLines(part, answerLengthFor(origin)), version: part.version, expected: { modifiedMs: part.modifiedMs } };
    }
}

function wholeText(whole: string, { startLine, endLine }: ReadArguments, origin: CommandOrigin): Pick<ReadText, 'excerpt' | 'whole'> {
    return { excerpt: excerptOf(whole, startLine, endLine, answerLengthFor(origin)), whole };
}

/** The text of a file that is gone is nowhere but in its editor. */
function isUnsaved(document: OpenDocument | undefined, exists: boolean): boolean {
    return document !== undefined && (document.unsaved || !exists);
}
