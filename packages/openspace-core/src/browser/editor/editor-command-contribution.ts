import { URI } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { MonacoEditor } from '@theia/monaco/lib/browser/monaco-editor';
import { CommandError } from '../../common';
import { declareCommand, type CommandDeclaration, type CommandSuccess } from '../command/openspace-command';
import { OpenSpaceCommandContribution } from '../command/openspace-command-contribution';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { EditorHighlighter } from './editor-highlighter';
import { QuietEditorOpener } from './quiet-editor-opener';

/** Monaco counts in 32 bits. */
const MAX_POSITION = 1_000_000_000;

/** The commands that deal with editors. */
@injectable()
export class EditorCommandContribution extends OpenSpaceCommandContribution {
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;
    @inject(QuietEditorOpener) protected readonly opener: QuietEditorOpener;
    @inject(EditorHighlighter) protected readonly highlighter: EditorHighlighter;

    protected override declareCommands(): CommandDeclaration[] {
        return [
            declareCommand({
                id: 'openspace.editor.open',
                label: 'Open File at Line',
                category: 'OpenSpace',
                description:
                    'Opens a file of the workspace in an editor and shows the given line. Use it whenever you speak of a place in a file.',
                risk: 'view',
                argumentsSchema: {
                    type: 'object',
                    properties: {
                        path: { type: 'string', minLength: 1, maxLength: 4096, description: 'File, relative to the workspace root.' },
                        line: { type: 'integer', minimum: 1, maximum: MAX_POSITION, description: 'Line to show, counted from 1.' },
                        column: {
                            type: 'integer',
                            minimum: 1,
                            maximum: MAX_POSITION,
                            description: 'Column for the cursor, counted from 1.'
                        },
                        highlight: {
                            type: 'boolean',
                            description: 'Whether to mark the line, until the person presses Escape in the editor.'
                        }
                    },
                    required: ['path'],
                    additionalProperties: false
                },
                example: { path: 'src/index.ts', line: 42 },
                execute: args => this.open(args)
            })
        ];
    }

    protected async open(args: { path: string; line?: number; column?: number; highlight?: boolean }): Promise<CommandSuccess> {
        const file = await this.files.locateFile(args.path);
        const wanted = { line: (args.line ?? 1) - 1, character: (args.column ?? 1) - 1 };
        const hasPlace = args.line !== undefined || args.column !== undefined;
        const widget = await this.opener.open(new URI(file.uri), hasPlace ? { start: wanted, end: wanted } : undefined);
        const editor = MonacoEditor.get(widget);
        if (!editor) {
            throw new CommandError('not-text', `"${file.path}" does not open as text, so there is no line to show.`);
        }
        const lineCount = editor.document.lineCount;
        const cursor = { line: editor.cursor.line + 1, column: editor.cursor.character + 1 };
        if (args.highlight) {
            this.highlighter.highlight(editor, cursor.line, cursor.line);
        }
        const clamped = args.line !== undefined && args.line > lineCount;
        return {
            success: true,
            output: clamped
                ? `Opened ${file.path} at line ${cursor.line}: it has only ${lineCount} lines, not ${args.line}.`
                : `Opened ${file.path}${args.line === undefined ? '' : ` at line ${cursor.line}`}.`,
            editorId: widget.id,
            path: file.path,
            ...cursor,
            lineCount,
            highlighted: args.highlight ?? false,
            dirty: editor.document.dirty
        };
    }
}
