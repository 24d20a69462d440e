import type { PaneInfo } from '@openspace/protocol';
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
import { isNear } from './pane-geometry';
import { PaneService, type PaneOpenRequest } from './pane-service';

const paneId = {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description: 'Id of a pane, or of one of its tabs, as openspace.pane.list gives it.'
} as const;

const percent = { type: 'number', minimum: 1, maximum: 100 } as const;

/** The commands that arrange panes. */
@injectable()
export class PaneCommandContribution extends OpenSpaceCommandContribution {
    @inject(PaneService) protected readonly panes: PaneService;

    protected override declareCommands(): CommandDeclaration[] {
        const choices = { paneId: (typed: string) => matchingChoices(this.paneChoices(), typed) };
        const types = this.panes.contentTypes;
        return [
            declareCommand({
                id: 'openspace.pane.open',
                label: 'Open Pane',
                category: 'OpenSpace',
                description: `Shows ${types.map(({ noun }) => noun).join(' or ')}, with splitDirection in a new pane beside the current one. Its paneId is in the IDE state of the next message.`,
                risk: 'view',
                argumentsSchema: {
                    type: 'object',
                    properties: {
                        type: {
                            type: 'string',
                            minLength: 1,
                            maxLength: 100,
                            description: `What to show: ${types.map(({ id }) => `"${id}"`).join(' or ')}.`
                        },
                        contentId: {
                            type: 'string',
                            minLength: 1,
                            maxLength: 4096,
                            description: `What of it: ${types.map(({ id, contentName }) => `for "${id}" ${contentName}`).join(', ')}.`
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
                    type: typed =>
                        matchingChoices(
                            types.map(({ id }) => ({ value: id, label: id })),
                            typed
                        ),
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
                description: 'Resizes a pane, in percent of the window. You are told when the layout allows another size only.',
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
        const { pane, tabId, title, isNew, shown, notSplit } = await this.panes.openContent(request, origin);
        const tab = pane.tabs.find(({ id }) => id === tabId);
        const remarks = [
            ...(shown ? [] : ['It is behind what the person has at the front; its tab is marked.']),
            ...(notSplit === undefined ? [] : [`Nothing was split, because ${notSplit}.`])
        ];
        return {
            success: true,
            output: [`${isNew ? 'Opened' : 'Showed'} ${tab?.path ?? title} in pane ${pane.id}.`, ...remarks].join(' '),
            paneId: pane.id,
            tabId,
            type: request.type,
            title,
            area: pane.area,
            geometry: pane.geometry,
            isNew,
            shown,
            ...(request.splitDirection === undefined ? {} : { split: notSplit === undefined }),
            ...(remarks.length === 0 ? {} : { remark: remarks.join(' ') })
        };
    }

    protected async focus(wanted: string, origin: CommandOrigin): Promise<CommandSuccess> {
        const { pane, title, focused, shown } = await this.panes.focusContent(wanted, origin);
        const output = focused
            ? `${title} in pane ${pane.id} has the keyboard focus.`
            : `${shown ? `Showed ${title} in pane ${pane.id}` : `Marked the tab of ${title}`}; the keyboard focus stayed where the person has it.`;
        return {
            success: true,
            output,
            paneId: pane.id,
            title,
            area: pane.area,
            geometry: pane.geometry,
            focused,
            shown,
            ...(focused ? {} : { remark: output })
        };
    }

    protected async resize(args: { paneId: string; width?: number; height?: number }, origin: CommandOrigin): Promise<CommandSuccess> {
        if (args.width === undefined && args.height === undefined) {
            throw new CommandError('invalid-arguments', 'Give a width, a height or both, in percent of the window.');
        }
        const { id, area, title, geometry } = await this.panes.resizePane(args.paneId, args, origin);
        const limited = (['width', 'height'] as const).filter(side => !isNear(args[side] ?? geometry[side], geometry[side]));
        const reached = `Pane ${id} is now ${geometry.width} % wide and ${geometry.height} % high`;
        return {
            success: true,
            output: limited.length > 0 ? `${reached}; the layout allows no other ${limited.join(' and ')}.` : `${reached}.`,
            ...(limited.length > 0 ? { remark: `The layout allows no other ${limited.join(' and ')}.` } : {}),
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
    return panes.length > 0 ? `${counted(panes.length, 'pane')}: ${texts.join('; ')}.` : 'No pane is open.';
}
