import { nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
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
import { PathChoices } from '../workspace/path-choices';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { AgentEditors } from './agent-editors';
import { EditorHighlighter } from './editor-highlighter';
import { DEFAULT_HIGHLIGHT_COLOR, HIGHLIGHT_COLOR_NAMES } from './highlight-color';
import { HighlightUndo } from './highlight-undo';
import { clampRange, describeRanges, isWholeLines, lastLineOf, MAX_POSITION, type TextRange } from './text-range';

const position = (description: string): { type: 'integer'; minimum: 1; maximum: number; description: string } => ({
    type: 'integer',
    minimum: 1,
    maximum: MAX_POSITION,
    description
});

const COLOR_CHOICES = HIGHLIGHT_COLOR_NAMES.map(name => ({ value: name, label: name }));

/** The commands that mark text. */
@injectable()
export class HighlightCommandContribution extends OpenSpaceCommandContribution {
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;
    @inject(PathChoices) protected readonly paths: PathChoices;
    @inject(AgentEditors) protected readonly editors: AgentEditors;
    @inject(EditorHighlighter) protected readonly highlighter: EditorHighlighter;
    @inject(HighlightUndo) protected readonly highlights: HighlightUndo;

    protected override declareCommands(): CommandDeclaration[] {
        return [
            declareCommand({
                id: 'openspace.editor.highlight',
                label: 'Highlight Lines',
                category: 'OpenSpace',
                description:
                    'Marks lines or parts of lines of a file in a colour, until it is cleared or the person presses Escape there. Opens the file if it is not open.',
                risk: 'view',
                argumentsSchema: {
                    type: 'object',
                    properties: {
                        path: FILE_PATH,
                        ranges: {
                            type: 'array',
                            minItems: 1,
                            maxItems: 100,
                            description: 'What to mark: whole lines, or from column to column.',
                            items: {
                                type: 'object',
                                properties: {
                                    startLine: position('First line, counted from 1.'),
                                    endLine: position('Last line.'),
                                    startColumn: position('First column, counted from 1.'),
                                    endColumn: position('Column behind the last character.')
                                },
                                required: ['startLine', 'endLine'],
                                additionalProperties: false
                            }
                        },
                        highlightId: {
                            type: 'string',
                            minLength: 1,
                            maxLength: 100,
                            description: 'Name of your choice to clear it by; the same name again moves it.'
                        },
                        color: {
                            type: 'string',
                            minLength: 1,
                            maxLength: 50,
                            default: DEFAULT_HIGHLIGHT_COLOR,
                            description: `${HIGHLIGHT_COLOR_NAMES.join(', ')} or a CSS colour.`
                        }
                    },
                    required: ['path', 'ranges'],
                    additionalProperties: false
                },
                example: { path: 'src/index.ts', ranges: [{ startLine: 42, endLine: 50 }], highlightId: 'fix-1' },
                choices: {
                    path: typed => this.paths.files(typed),
                    color: typed => matchingChoices(COLOR_CHOICES, typed)
                },
                execute: (args, origin) => this.highlight(args, origin)
            }),
            declareCommand({
                id: 'openspace.editor.clear_highlight',
                label: 'Clear Highlight',
                category: 'OpenSpace',
                description: 'Takes a highlight away.',
                risk: 'view',
                argumentsSchema: {
                    type: 'object',
                    properties: {
                        highlightId: { type: 'string', minLength: 1, maxLength: 4200, description: 'Its name.' }
                    },
                    required: ['highlightId'],
                    additionalProperties: false
                },
                example: { highlightId: 'fix-1' },
                nothingToChoose: nls.localize('openspace/highlight/none', 'Nothing is highlighted.'),
                choices: { highlightId: typed => matchingChoices(this.choices(), typed) },
                execute: (args, origin) => this.clear(args.highlightId, origin)
            })
        ];
    }

    protected async highlight(
        args: { path: string; ranges: TextRange[]; highlightId?: string; color?: string },
        origin: CommandOrigin
    ): Promise<CommandSuccess> {
        const file = await this.files.locateFile(args.path);
        const color = args.color ?? DEFAULT_HIGHLIGHT_COLOR;
        this.highlighter.checkColor(color);
        const shown = await this.editors.getOrShow(file, origin);
        const text = shown.editor.document.textEditorModel;
        const lineCount = text.getLineCount();
        const ranges = args.ranges.map(range => clampRange(range, { lineCount, endColumnOf: line => text.getLineMaxColumn(line) }));
        const id = args.highlightId ?? this.highlighter.book.freshId();
        this.highlights.add({ id, sessionId: sessionOf(origin), ...file, color, ranges }, origin);
        // An agent may mark several places; where to look it says itself.
        if (shown.opened || origin.by === 'person') {
            this.editors.scrollTo(shown, ranges[0]?.startLine ?? 1);
        }
        const asked = lastLineOf(args.ranges);
        const widened = ranges.filter((range, index) => isWholeLines(range) && !isWholeLines(args.ranges[index]));
        const remarks = [
            ...(asked > lineCount ? [`it has only ${counted(lineCount, 'line')}, not ${asked}`] : []),
            ...(widened.length > 0 ? [`nothing is between the columns given for ${describeRanges(widened)}, which is marked whole`] : [])
        ];
        const differs = remarks.length > 0 ? remarks.join(', and ') : undefined;
        return {
            success: true,
            output: `Highlighted ${describeRanges(ranges)} of ${file.path} as "${id}"${differs === undefined ? '' : `: ${differs}`}.`,
            ...(differs === undefined ? {} : { remark: differs }),
            highlightId: id,
            path: file.path,
            ranges,
            color,
            lineCount,
            inFront: shown.inFront
        };
    }

    protected clear(reference: string, origin: CommandOrigin): Promise<CommandSuccess> {
        const highlight = this.highlighter.book.get(reference, sessionOf(origin));
        const { id } = highlight;
        this.highlights.remove(highlight, origin);
        const remaining = this.highlighter.book.all.map(each => each.id);
        return Promise.resolve({ success: true, output: `Cleared "${id}" in ${highlight.path}.`, highlightId: id, remaining });
    }

    protected choices(): ArgumentChoice[] {
        return this.highlighter.book.all.map(each => ({
            value: this.highlighter.book.referenceOf(each, undefined),
            label: each.id,
            description: `${each.path}, ${describeRanges(this.highlighter.rangesOf(each))}`
        }));
    }
}

function sessionOf(origin: CommandOrigin): string | undefined {
    return origin.by === 'agent' ? origin.sessionId : undefined;
}
