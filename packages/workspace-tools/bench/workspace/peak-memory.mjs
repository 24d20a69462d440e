// Prints how many mebibytes more than idle this process takes at most while it performs one operation of the kernel.
//   node peak-memory.mjs ROOT '["read", {"path": "a.txt"}]'
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Policy, WorkspaceTools } = require('../../lib/index.js');
const { chooseSandbox } = require('../../lib/sandbox/choose-sandbox.js');

const [root, operation] = process.argv.slice(2);
const [name, request] = JSON.parse(operation);
const tools = await WorkspaceTools.open(root, new Policy(), { sandbox: await chooseSandbox('local') });
await tools.grep({ pattern: 'nothing', path: 'hits.txt' });
// The peak from here on. That of `resourceUsage` begins with the process that started this one, however large that was.
writeFileSync('/proc/self/clear_refs', '5');
const idle = process.memoryUsage.rss();
// What is refused for its size takes no memory either.
await tools[name](request).catch(() => undefined);
const peakKibibytes = Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'))[1]);
console.log(peakKibibytes / 1024 - idle / 1024 ** 2);
