export * from './command';
export * from './hub-answer';
export * from './hub-link';
export * from './limits';
export * from './pane-state';
export * from './polluting-keys';
export * from './workspace-link';
