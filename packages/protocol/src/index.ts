export * from './command';
export * from './hub-answer';
export * from './limits';
export * from './pane-state';
