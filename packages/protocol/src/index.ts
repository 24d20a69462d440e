export * from './command';
export * from './limits';
export * from './pane-state';
