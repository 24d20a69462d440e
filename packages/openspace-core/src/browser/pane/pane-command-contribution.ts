import type { PaneInfo } from '@openspace/protocol';
import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import {
    declareCommand,
    type ArgumentChoice,
    type CommandDeclaration,
    type CommandOrigin,
    type CommandSuccess
} from '../command/openspace-command';
import { OpenSpaceCommandContribution } from '../command/openspace-command-contribution';
import { PaneService, type PaneOpenRequest } from './pane-service';

const paneId = {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description: 'Id of a pane, or of one of its tabs, as openspace.pane.list gives it.'
} as const;

const percent = { type: 'number', minimum: 1, maximum: 100 } as const;

/** A size that differs from the wanted one by less is what was asked for; handles stand on whole pixels. */
const TOLERATED_PERCENT = 0.5;

/** The commands that arrange panes. */
@injectable()
export class PaneCommandContribution extends OpenSpaceCommandContribution {
    @inject(PaneService) protected readonly panes: PaneService;

    protected override declareCommands(): CommandDeclaration[] {
        const choices = { paneId: () => this.paneChoices() };
        return [
            declareCommand({
                id: 'openspace.pane.open',
                label: 'Open Pane',
                category: 'OpenSpace',
                description:
                    'Shows a file or a terminal, with splitDirection in a new pane beside the current one. The answer has the paneId.',
                risk: 'view',
                argumentsSchema: {
                    type: 'object',
                    properties: {
                        type: { type: 'string', minLength: 1, maxLength: 100, description: 'What to show: "editor" or "terminal".' },
                        contentId: {
                            type: 'string',
                            minLength: 1,
                            maxLength: 4096,
                            description: 'For an editor the path of the file, for a terminal its id or title.'
                        },
                        splitDirection: {
                            type: 'string',
                            enum: ['vertical', 'horizontal'],
                            description: '"vertical" puts the new pane to the right, "horizontal" below.'
                        }
                    },
                    required: ['type', 'contentId'],
                    additionalProperties: false
                },
                example: { type: 'editor', contentId: 'src/index.ts', splitDirection: 'vertical' },
                choices: {
                    type: () => this.panes.typeIds.map(value => ({ value, label: value })),
                    contentId: (typed, { type }) => this.panes.contentsOf(type, typed)
                },
                execute: (args, origin) => this.open(args, origin)
            }),
            declareCommand({
                id: 'openspace.pane.close',
                label: 'Close Pane',
                category: 'OpenSpace',
                description: 'Closes a pane or one tab. In a pane shared with the person only the tabs that you opened are closed.',
                risk: 'view',
                argumentsSchema: { type: 'object', properties: { paneId }, required: ['paneId'], additionalProperties: false },
                example: { paneId: 'main-2' },
                choices,
                execute: async (args, origin) => {
                    const closed = await this.panes.closeContent(args.paneId, origin);
                    return { success: true, output: `Closed ${closed.join(', ')}.`, paneId: args.paneId, closed };
                }
            }),
            declareCommand({
                id: 'openspace.pane.focus',
                label: 'Focus Pane',
                category: 'OpenSpace',
                description: 'Brings a pane to the front and gives it the keyboard focus. Only when the person wants to type there.',
                risk: 'view',
                argumentsSchema: { type: 'object', properties: { paneId }, required: ['paneId'], additionalProperties: false },
                example: { paneId: 'main-1' },
                choices,
                execute: (args, origin) => this.focus(args.paneId, origin)
            }),
            declareCommand({
                id: 'openspace.pane.list',
                label: 'List Panes',
                category: 'OpenSpace',
                description: 'Lists the panes with ids, tabs and geometry in percent of the window. You get the list in the next message.',
                risk: 'read',
                argumentsSchema: { type: 'object', properties: {}, additionalProperties: false },
                example: {},
                execute: () => {
                    const panes = this.panes.listPanes();
                    return Promise.resolve({ success: true, output: listText(panes), panes });
                }
            }),
            declareCommand({
                id: 'openspace.pane.resize',
                label: 'Resize Pane',
                category: 'OpenSpace',
                description: 'Resizes a pane, in percent of the window. The answer has the size that was reached.',
                risk: 'view',
                argumentsSchema: {
                    type: 'object',
                    properties: {
                        paneId,
                        width: { ...percent, description: 'New width in percent of the window.' },
                        height: { ...percent, description: 'New height in percent of the window.' }
                    },
                    required: ['paneId'],
                    additionalProperties: false
                },
                example: { paneId: 'main-2', width: 40 },
                choices,
                execute: (args, origin) => this.resize(args, origin)
            })
        ];
    }

    protected async open(request: PaneOpenRequest, origin: CommandOrigin): Promise<CommandSuccess> {
        const { pane, tabId, title, isNew, shown } = await this.panes.openContent(request, origin);
        const tab = pane.tabs.find(({ id }) => id === tabId);
        const behind = shown ? '' : ' behind what the person types in; its tab is marked';
        return {
            success: true,
            output: `${isNew ? 'Opened' : 'Showed'} ${tab?.path ?? title} in pane ${pane.id}${behind}.`,
            paneId: pane.id,
            tabId,
            type: request.type,
            title,
            area: pane.area,
            geometry: pane.geometry,
            isNew,
            shown
        };
    }

    protected async focus(wanted: string, origin: CommandOrigin): Promise<CommandSuccess> {
        const { pane, title, focused, shown } = await this.panes.focusContent(wanted, origin);
        const output = focused
            ? `${title} in pane ${pane.id} has the keyboard focus.`
            : `${shown ? `Showed ${title} in pane ${pane.id}` : `Marked the tab of ${title}`}; the keyboard focus stayed where the person types.`;
        return { success: true, output, paneId: pane.id, title, area: pane.area, geometry: pane.geometry, focused, shown };
    }

    protected async resize(args: { paneId: string; width?: number; height?: number }, origin: CommandOrigin): Promise<CommandSuccess> {
        if (args.width === undefined && args.height === undefined) {
            throw new CommandError('invalid-arguments', 'Give a width, a height or both, in percent of the window.');
        }
        const { id, area, title, geometry } = await this.panes.resizePane(args.paneId, args, origin);
        const limited = (['width', 'height'] as const).filter(
            side => Math.abs((args[side] ?? geometry[side]) - geometry[side]) > TOLERATED_PERCENT
        );
        const reached = `Pane ${id} is now ${geometry.width} % wide and ${geometry.height} % high`;
        return {
            success: true,
            output: limited.length > 0 ? `${reached}; the layout allows no other ${limited.join(' and ')}.` : `${reached}.`,
            paneId: id,
            title,
            area,
            geometry,
            width: geometry.width,
            height: geometry.height
        };
    }

    protected paneChoices(): ArgumentChoice[] {
        return this.panes.listPanes().map(({ id, title, tabs }) => ({
            value: id,
            label: id,
            description: tabs.length > 1 ? `${title} (${tabs.length} tabs)` : title
        }));
    }
}

function listText(panes: readonly PaneInfo[]): string {
    const texts = panes.map(({ id, title, geometry, activeTab }) =>
        activeTab === undefined ? `${id} (collapsed)` : `${id} with ${title}, ${geometry.width} x ${geometry.height} %`
    );
    return panes.length > 0 ? `${panes.length} panes: ${texts.join('; ')}.` : 'No pane is open.';
}
