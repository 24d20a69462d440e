// Prints how many mebibytes more than idle this process takes at most while it performs one operation of the kernel, and how many the
// programs take at most that it starts meanwhile, all together.
//   node peak-memory.mjs ROOT '["read", {"path": "a.txt"}]'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { performExpecting } from './expected-end.mjs';

const require = createRequire(import.meta.url);
const { Policy, WorkspaceTools } = require('../../lib/index.js');
const { chooseSandbox } = require('../../lib/sandbox/choose-sandbox.js');

const LOOK_EVERY_MS = 5;

/** The most memory that a process had so far, in mebibytes; 0 when it has ended. */
function peakOf(pid) {
    try {
        return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
    } catch {
        return 0;
    }
}

/** Processes that a process started, and those that they started. */
function descendants(pid) {
    try {
        const threads = readdirSync(`/proc/${pid}/task`);
        const children = threads.flatMap(thread => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').match(/\d+/g) ?? []);
        return children.flatMap(child => [child, ...descendants(child)]);
    } catch {
        return []; // ended meanwhile
    }
}

const [root, operation] = process.argv.slice(2);
const [name, request] = JSON.parse(operation);
const tools = await WorkspaceTools.open(root, new Policy(), { sandbox: await chooseSandbox('local') });
await tools.grep({ pattern: 'nothing', path: 'hits.txt' });
// The peak from here on. That of `resourceUsage` begins with the process that started this one, however large that was.
writeFileSync('/proc/self/clear_refs', '5');
const idle = process.memoryUsage.rss() / 1024 ** 2;
let programs = 0;
const look = () =>
    (programs = Math.max(
        programs,
        descendants(process.pid).reduce((sum, pid) => sum + peakOf(pid), 0)
    ));
const watch = setInterval(look, LOOK_EVERY_MS);
await performExpecting(name, 'done', () => tools[name](request));
clearInterval(watch);
console.log(JSON.stringify({ own: peakOf('self') - idle, programs }));
