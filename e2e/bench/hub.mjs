import { runInBrowser } from './lib/run-in-browser.mjs';

runInBrowser('mcp-call');
