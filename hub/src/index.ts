export { startHub, type HubOptions, type RunningHub } from './start-hub';
