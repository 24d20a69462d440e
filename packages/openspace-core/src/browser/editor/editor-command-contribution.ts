import { nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import { counted } from '../command/counted';
import { matchingChoices } from '../command/matching-choices';
import {
    declareCommand,
    type ArgumentChoice,
    type CommandDeclaration,
    type CommandOrigin,
    type CommandSuccess
} from '../command/openspace-command';
import { OpenSpaceCommandContribution } from '../command/openspace-command-contribution';
import { FILE_PATH } from '../command/path-argument';
import { PaneService } from '../pane/pane-service';
import { PathChoices } from '../workspace/path-choices';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { AgentEditors, type AgentEditor } from './agent-editors';
import { DEFAULT_HIGHLIGHT_COLOR } from './highlight-color';
import { HighlightUndo } from './highlight-undo';
import { clampLine, MAX_POSITION } from './text-range';

/** The commands that open, scroll and close editors. */
@injectable()
export class EditorCommandContribution extends OpenSpaceCommandContribution {
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;
    @inject(PathChoices) protected readonly paths: PathChoices;
    @inject(PaneService) protected readonly panes: PaneService;
    @inject(AgentEditors) protected readonly editors: AgentEditors;
    @inject(HighlightUndo) protected readonly highlights: HighlightUndo;

    protected override declareCommands(): CommandDeclaration[] {
        const choices = { path: (typed: string) => this.paths.files(typed) };
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
                        path: FILE_PATH,
                        line: { type: 'integer', minimum: 1, maximum: MAX_POSITION, description: 'Line to show, counted from 1.' },
                        column: {
                            type: 'integer',
                            minimum: 1,
                            maximum: MAX_POSITION,
                            description: 'Column for the cursor, counted from 1.'
                        },
                        highlight: {
                            type: 'boolean',
                            default: false,
                            description: 'Whether to mark the line, until the person presses Escape there.'
                        }
                    },
                    required: ['path'],
                    additionalProperties: false
                },
                example: { path: 'src/index.ts', line: 42 },
                choices,
                execute: (args, origin) => this.open(args, origin)
            }),
            declareCommand({
                id: 'openspace.editor.scroll_to',
                label: 'Scroll to Line',
                category: 'OpenSpace',
                description: 'Scrolls the editor of a file to a line and leaves the cursor alone. Opens the file if it is not open.',
                risk: 'view',
                argumentsSchema: {
                    type: 'object',
                    properties: {
                        path: FILE_PATH,
                        line: { type: 'integer', minimum: 1, maximum: MAX_POSITION, description: 'Line to show, counted from 1.' }
                    },
                    required: ['path', 'line'],
                    additionalProperties: false
                },
                example: { path: 'src/index.ts', line: 120 },
                choices,
                execute: (args, origin) => this.scrollTo(args, origin)
            }),
            declareCommand({
                id: 'openspace.editor.close',
                label: 'Close Editor',
                category: 'OpenSpace',
                description: 'Closes the editors of a file. One with unsaved changes stays open.',
                risk: 'view',
                argumentsSchema: {
                    type: 'object',
                    properties: { path: FILE_PATH },
                    required: ['path'],
                    additionalProperties: false
                },
                example: { path: 'src/index.ts' },
                nothingToChoose: nls.localize('openspace/editor/none', 'No file is open in an editor.'),
                choices: { path: typed => matchingChoices(this.openFiles(), typed) },
                execute: (args, origin) => this.close(args.path, origin)
            })
        ];
    }

    protected async open(
        args: { path: string; line?: number; column?: number; highlight?: boolean },
        origin: CommandOrigin
    ): Promise<CommandSuccess> {
        const file = await this.files.locateFile(args.path);
        const shown = await this.editors.show(file, origin);
        const text = shown.editor.document.textEditorModel;
        const cursor = shown.editor.getControl().getPosition();
        const hasPlace = args.line !== undefined || args.column !== undefined;
        // An editor that was never in sight has no cursor: its first line will be seen.
        const { lineNumber: line, column } = text.validatePosition(
            hasPlace ? { lineNumber: args.line ?? 1, column: args.column ?? 1 } : (cursor ?? { lineNumber: 1, column: 1 })
        );
        const inView = hasPlace ? this.editors.goTo(shown, { line, column }) : shown.inFront;
        const differs = remark(shown, inView, args.line);
        const highlight = args.highlight ? this.highlightLine(file, line, origin) : undefined;
        return {
            success: true,
            output: `Opened ${file.path}${args.line === undefined ? '' : ` at line ${line}`}${differs === undefined ? '' : `: ${differs}`}.`,
            ...(differs === undefined ? {} : { remark: differs }),
            ...evidence(shown, inView),
            path: file.path,
            line,
            column,
            highlighted: highlight !== undefined,
            ...(highlight === undefined ? {} : { highlightId: highlight })
        };
    }

    protected async scrollTo(args: { path: string; line: number }, origin: CommandOrigin): Promise<CommandSuccess> {
        const file = await this.files.locateFile(args.path);
        const shown = await this.editors.show(file, origin);
        const line = clampLine(args.line, shown.editor.document.lineCount);
        const inView = this.editors.scrollTo(shown, line);
        const differs = remark(shown, inView, args.line);
        return {
            success: true,
            output: `Scrolled ${file.path} to line ${line}${differs === undefined ? '' : `: ${differs}`}.`,
            ...(differs === undefined ? {} : { remark: differs }),
            ...evidence(shown, inView),
            path: file.path,
            line
        };
    }

    protected async close(path: string, origin: CommandOrigin): Promise<CommandSuccess> {
        const file = await this.files.locateEditor(path);
        const closed = await this.editors.close(file, origin);
        if (closed === 0) {
            throw new CommandError('not-open', `${file.path} is not open in an editor.`, 'openspace.pane.list tells what is open.');
        }
        return { success: true, output: `Closed ${file.path}.`, path: file.path, closed };
    }

    protected openFiles(): ArgumentChoice[] {
        const paths = this.panes.listPanes().flatMap(({ tabs }) => tabs.flatMap(({ path = [] }) => path));
        return [...new Set(paths)].map(path => ({ value: path, label: path }));
    }

    /** One such mark for each file: it moves with the line that is shown. */
    protected highlightLine(file: { path: string; uri: string }, line: number, origin: CommandOrigin): string {
        const id = `line:${file.path}`;
        const sessionId = origin.by === 'agent' ? origin.sessionId : undefined;
        const ranges = [{ startLine: line, endLine: line }];
        this.highlights.add({ id, sessionId, ...file, color: DEFAULT_HIGHLIGHT_COLOR, ranges }, origin);
        return id;
    }
}

/** What a reader should know beside the line: that it is another one than was asked for, or that it cannot be seen yet. */
function remark({ editor, inFront }: AgentEditor, inView: boolean, asked: number | undefined): string | undefined {
    const { lineCount } = editor.document;
    const remarks = [
        ...(asked !== undefined && asked > lineCount ? [`it has only ${counted(lineCount, 'line')}, not ${asked}`] : []),
        ...(inFront ? [] : ['behind what the person has at the front']),
        ...(inFront && !inView ? ['without scrolling, because the person types in it'] : [])
    ];
    return remarks.length > 0 ? remarks.join(', ') : undefined;
}

function evidence({ widget, editor, inFront }: AgentEditor, inView: boolean): Record<string, unknown> {
    return { editorId: widget.id, lineCount: editor.document.lineCount, dirty: editor.document.dirty, inFront, inView };
}
