export * from './agent-request';
export * from './bridge-protocol';
export * from './command-error';
export * from './conversation-protocol';
export * from './openspace-preferences';
export * from './sync-protocol';
export * from './terminal-protocol';
export * from './workspace-protocol';
