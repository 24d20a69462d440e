import { CommandDefinition, CommandManifest, CommandResultPost, PaneInfo, PaneStatePost } from '@openspace/protocol';

const TIME = '2026-01-01T00:00:00.000Z';

export const OPEN_COMMAND: CommandDefinition = {
    id: 'openspace.editor.open',
    name: 'Open File',
    description: 'Opens a file in an editor.',
    category: 'Editor',
    arguments_schema: {
        type: 'object',
        properties: {
            path: { type: 'string', description: 'Path relative to the workspace.' },
            line: { type: 'integer', minimum: 1 }
        },
        required: ['path'],
        additionalProperties: false
    },
    example: { path: 'src/index.ts', line: 42 },
    risk: 'view'
};

export function sampleManifest(changes: Partial<CommandManifest> = {}): CommandManifest {
    return { version: '1', lastUpdated: TIME, workspace: '/home/ada/sample', tabId: 'tab-1', commands: [OPEN_COMMAND], ...changes };
}

export function samplePane(changes: Partial<PaneInfo> = {}): PaneInfo {
    return {
        id: 'main-1',
        area: 'main',
        type: 'editor',
        title: 'index.ts',
        geometry: { x: 0, y: 0, width: 100, height: 100 },
        tabs: [{ id: 'editor-1', title: 'index.ts', path: 'src/index.ts', active: true, dirty: false, openedBy: 'person' }],
        activeTab: 'editor-1',
        ...changes
    };
}

export function sampleState(changes: Partial<PaneStatePost> = {}): PaneStatePost {
    return { workspace: '/home/ada/sample', tabId: 'tab-1', timestamp: TIME, panes: [samplePane()], activePane: 'main-1', ...changes };
}

export function sampleResult(changes: Partial<CommandResultPost> = {}): CommandResultPost {
    return {
        sessionId: 'session-1',
        commandId: 'openspace.editor.open',
        callId: 'call-1',
        outcome: 'failed',
        result: { success: false, error: 'file not found', executionTime: 5 },
        timestamp: TIME,
        ...changes
    };
}
