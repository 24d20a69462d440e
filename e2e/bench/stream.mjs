import { runInBrowser } from './lib/run-in-browser.mjs';

runInBrowser('stream', 'stream-latency');
