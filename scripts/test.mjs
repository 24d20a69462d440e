import { nodeIsRecentEnough } from './lib/node-version.mjs';

if (nodeIsRecentEnough()) {
    import('./lib/test/test-command.mjs').then(command => command.main(process.argv.slice(2)));
}
