import { nodeIsRecentEnough } from './lib/node-version.mjs';

if (nodeIsRecentEnough()) {
    import('./lib/start/start-command.mjs').then(command => command.main(process.argv.slice(2)));
}
