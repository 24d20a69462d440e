import { nls, URI } from '@theia/core/lib/common';
import { open, OpenerService } from '@theia/core/lib/browser';
import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError, type FileText } from '../../common';
import { counted } from '../command/counted';
import {
    declareCommand,
    type CommandDeclaration,
    type CommandOrigin,
    type CommandSuccess,
    type OpenSpaceCommand
} from '../command/openspace-command';
import { OpenSpaceCommandContribution } from '../command/openspace-command-contribution';
import { FILE_PATH } from '../command/path-argument';
import { PathChoices } from '../workspace/path-choices';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { FileWriter } from './file-writer';
import { OpenDocuments, readerOf, type OpenDocument } from './open-documents';
import { ReadTexts } from './read-texts';
import { answerLengthFor, describeCut, excerptOf, type TextExcerpt } from './text-excerpt';

/** More than a block of the agent can hold. */
const MAX_CONTENT_LENGTH = 10 * 1024 * 1024;

/** The commands that deal with the files of the workspace. */
@injectable()
export class FileCommandContribution extends OpenSpaceCommandContribution {
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;
    @inject(PathChoices) protected readonly paths: PathChoices;
    @inject(OpenDocuments) protected readonly documents: OpenDocuments;
    @inject(FileWriter) protected readonly writer: FileWriter;
    @inject(ReadTexts) protected readonly readTexts: ReadTexts;
    @inject(OpenerService) protected readonly opener: OpenerService;

    protected override declareCommands(): CommandDeclaration[] {
        return [
            declareCommand({
                id: 'openspace.file.read',
                label: 'Read File',
                category: 'OpenSpace',
                description:
                    'Reads a text file of the workspace, as it is saved. You get the content in the next message; a long one is cut at a line end.',
                risk: 'read',
                argumentsSchema: {
                    type: 'object',
                    properties: { path: FILE_PATH },
                    required: ['path'],
                    additionalProperties: false
                },
                example: { path: 'src/index.ts' },
                choices: { path: typed => this.paths.files(typed) },
                execute: (args, origin) => this.read(args.path, origin)
            }),
            declareCommand({
                id: 'openspace.file.write',
                label: 'Write File',
                category: 'OpenSpace',
                description:
                    'Writes a text file of the workspace whole, with missing folders. In an open file the person can undo it; unsaved text there, and the rest of a text that was cut, must be read first.',
                risk: 'write',
                argumentsSchema: {
                    type: 'object',
                    properties: {
                        path: FILE_PATH,
                        content: { type: 'string', maxLength: MAX_CONTENT_LENGTH, description: 'The whole new text.' }
                    },
                    required: ['path', 'content'],
                    additionalProperties: false
                },
                example: { path: 'docs/notes.md', content: '# Notes\n' },
                choices: { path: typed => this.paths.filesToWrite(typed) },
                refineForPerson: (args, command) => this.confirmReplacing(args, command),
                execute: async ({ path, content }, origin) => {
                    const written = await this.writer.write(path, content, origin);
                    const what = `${written.created ? 'Created' : 'Wrote'} ${written.path}, ${written.size} bytes`;
                    if (written.typedMeanwhile) {
                        const remark = 'but its editor has the text of before, with what the person typed while it was saved';
                        return { success: true, output: `${what}, ${remark}.`, remark, ...written };
                    }
                    if (written.saved) {
                        const isTold = origin.by === 'person' && written.inEditor && !written.created;
                        const undo = isTold ? ' Undo in its editor brings back what was there.' : '';
                        return { success: true, output: `${what}.${undo}`, ...written };
                    }
                    const remark = 'in its editor; it is not saved, because there is unsaved text of the person';
                    return { success: true, output: `${what}, ${remark}.`, remark, ...written };
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
                    properties: {
                        path: { type: 'string', maxLength: 4096, description: 'Folder, relative to the workspace root; "." is the root.' }
                    },
                    required: ['path'],
                    additionalProperties: false
                },
                example: { path: 'src' },
                choices: { path: typed => this.paths.folders(typed) },
                execute: async args => {
                    const { path, ...listing } = await this.files.listFiles(args.path);
                    const where = path === '' ? 'the workspace root' : path;
                    return {
                        success: true,
                        output: `${counted(listing.files.length, 'entry', 'entries')} in ${where}.`,
                        path: path === '' ? '.' : path,
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
                    const count = `${found.truncated ? 'more than ' : ''}${counted(found.results.length, 'file')}`;
                    return { success: true, output: `Found ${count} for "${args.query}".`, ...found };
                }
            })
        ];
    }

    /** What a person replaces is opened first, so that its editor can undo it; a file that may not be shown is not. */
    protected async confirmReplacing<A extends { readonly path: string }>(args: A, command: OpenSpaceCommand): Promise<A | undefined> {
        const before = await this.readExisting(args.path);
        if (before === undefined || (before !== 'hidden' && before.size === 0)) {
            return args;
        }
        const keep = nls.localize('openspace/write/keep', 'Keep it as it is');
        const replace = nls.localize('openspace/write/replace', 'Replace its text');
        if ((await this.argumentForm.decide(command, questionAbout(args.path, before), [keep, replace])) !== replace) {
            return undefined;
        }
        if (before !== 'hidden') {
            await open(this.opener, new URI((await this.files.locateEditor(before.path)).uri));
        }
        return args;
    }

    /** What stands there; hidden is what may hold secrets, whether it is there or not. */
    protected async readExisting(path: string): Promise<FileText | 'hidden' | undefined> {
        try {
            return await this.files.readFile(path);
        } catch (error) {
            switch (error instanceof CommandError ? error.code : undefined) {
                case 'not-found':
                    return undefined;
                case 'sensitive-file':
                    return 'hidden';
                default:
                    throw error;
            }
        }
    }

    protected async read(path: string, origin: CommandOrigin): Promise<CommandSuccess> {
        const { hash, content: saved, ...text } = await this.readSaved(path, origin);
        const excerpt = excerptOf(saved, 1, Infinity, answerLengthFor(origin));
        const { uri } = await this.files.locateEditor(path);
        const document = await this.documents.find(uri);
        const shown = document?.text === saved ? document : undefined;
        this.noteRead(readerOf(origin), text.path, hash, shown, excerpt);
        const cut = describeCut(excerpt);
        const unsavedInEditor = document?.unsaved ?? false;
        const note = unsavedInEditor
            ? ' This is the saved text; an editor has unsaved changes, read them with openspace.editor.read_file.'
            : '';
        return {
            success: true,
            output: `Read ${text.path}, ${counted(text.lines, 'line')}${cut === undefined ? '' : `, ${cut}`}.${note}`,
            ...text,
            content: excerpt.content,
            truncated: excerpt.truncated,
            unsavedInEditor
        };
    }

    /** Only what the reader was sent to its end counts as read: of the saved file, and of the editor that shows the same text. */
    protected noteRead(
        reader: string,
        path: string,
        hash: string | undefined,
        shown: OpenDocument | undefined,
        excerpt: TextExcerpt
    ): void {
        if (!this.readTexts.noteExcerpt(reader, path, shown?.version ?? hash ?? '', excerpt)) {
            return;
        }
        this.readTexts.note(reader, path, hash === undefined ? undefined : { hash });
        shown?.noteRead(reader);
    }

    protected async readSaved(path: string, origin: CommandOrigin): Promise<FileText> {
        try {
            return await this.files.readFile(path);
        } catch (error) {
            if (error instanceof CommandError && error.code === 'not-found') {
                // Whoever knows that it is gone may write it anew.
                this.readTexts.note(readerOf(origin), (await this.files.locateEditor(path)).path, undefined);
            }
            throw error;
        }
    }
}

function questionAbout(path: string, before: FileText | 'hidden'): string {
    if (before === 'hidden') {
        const hidden = '{0} may hold secrets, so what stands there is not shown, and cannot be brought back.';
        return nls.localize('openspace/write/hidden', hidden, path);
    }
    const length = `${counted(before.lines, 'line')}, ${counted(before.size, 'byte')}`;
    return nls.localize('openspace/write/question', '{0} exists ({1}).', before.path, length);
}
