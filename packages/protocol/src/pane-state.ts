import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

/** Where a pane stands in the window. */
export const PANE_AREAS = ['main', 'left', 'right', 'bottom'] as const;
export type PaneArea = (typeof PANE_AREAS)[number];

const idSchema = { type: 'string', minLength: 1, maxLength: 500 } as const satisfies JSONSchema;
const titleSchema = { type: 'string', maxLength: 500 } as const satisfies JSONSchema;
const percentSchema = { type: 'number', minimum: 0, maximum: 100 } as const satisfies JSONSchema;

/** One tab of a pane: an editor, a terminal or another view. */
export const paneTabSchema = {
    type: 'object',
    properties: {
        id: idSchema,
        title: titleSchema,
        path: { type: 'string', maxLength: 4096, description: 'Path of the file, relative to the workspace.' },
        active: { type: 'boolean', description: 'This tab is the one that its pane shows.' },
        dirty: { type: 'boolean', description: 'There is unsaved text.' },
        openedBy: { type: 'string', enum: ['agent', 'person'] }
    },
    required: ['id', 'title', 'active', 'dirty', 'openedBy'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type PaneTab = FromSchema<typeof paneTabSchema>;

/** A pane: a rectangle of the window that shows one of its tabs. */
export const paneInfoSchema = {
    type: 'object',
    properties: {
        id: idSchema,
        area: { type: 'string', enum: PANE_AREAS },
        type: { type: 'string', maxLength: 100, description: 'Type of the content, such as `editor` or `terminal`.' },
        title: titleSchema,
        geometry: {
            type: 'object',
            description: 'Place in the window, in percent of its size.',
            properties: { x: percentSchema, y: percentSchema, width: percentSchema, height: percentSchema },
            required: ['x', 'y', 'width', 'height'],
            additionalProperties: false
        },
        tabs: { type: 'array', maxItems: 500, items: paneTabSchema },
        activeTab: { ...idSchema, description: 'Id of the tab that the pane shows.' }
    },
    required: ['id', 'area', 'type', 'title', 'geometry', 'tabs'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type PaneInfo = FromSchema<typeof paneInfoSchema>;

/** A terminal, wherever it is shown. */
export const terminalInfoSchema = {
    type: 'object',
    properties: {
        id: idSchema,
        title: titleSchema,
        running: { type: 'string', maxLength: 500, description: 'Command line that runs in it now.' },
        openedBy: { type: 'string', enum: ['agent', 'person'] }
    },
    required: ['id', 'title', 'openedBy'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type TerminalInfo = FromSchema<typeof terminalInfoSchema>;

const snapshotProperties = {
    panes: { type: 'array', maxItems: 200, items: paneInfoSchema },
    activePane: { ...idSchema, description: 'Id of the pane that has the focus.' },
    terminals: { type: 'array', maxItems: 200, items: terminalInfoSchema },
    timestamp: { type: 'string', maxLength: 50, description: 'ISO 8601 time.' }
} as const satisfies Record<string, JSONSchema>;

/** The layout of one browser tab at one moment. */
export const paneStateSnapshotSchema = {
    type: 'object',
    properties: snapshotProperties,
    required: ['panes', 'timestamp'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type PaneStateSnapshot = FromSchema<typeof paneStateSnapshotSchema>;

/** A snapshot as the tab's backend publishes it to the Hub. */
export const paneStatePostSchema = {
    type: 'object',
    properties: {
        ...snapshotProperties,
        workspace: { type: 'string', maxLength: 4096, description: 'Root folder of the workspace.' },
        tabId: { type: 'string', minLength: 1, maxLength: 100 },
        sessions: {
            type: 'array',
            maxItems: 100,
            items: { type: 'string', minLength: 1, maxLength: 200 },
            description: 'Ids of the chat sessions that the tab owns; instructions for them describe this tab.'
        }
    },
    required: ['panes', 'timestamp', 'workspace', 'tabId'],
    additionalProperties: false
} as const satisfies JSONSchema;
export type PaneStatePost = FromSchema<typeof paneStatePostSchema>;
