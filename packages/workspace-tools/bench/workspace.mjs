// What the workspace kernel costs beside programs and calls that only do the work, without looking where a path leads.
//   node packages/workspace-tools/bench/workspace.mjs [pattern: only parts whose name matches, such as "searching|files"]
import { createRequire } from 'node:module';
import { Figures } from '../../../scripts/lib/bench/figures.mjs';
import { compareCommands } from './workspace/commands.mjs';
import { measureBlocking } from './workspace/event-loop.mjs';
import { compareFiles } from './workspace/files.mjs';
import { measureMemory } from './workspace/memory.mjs';
import { copyRealTree } from './workspace/real-tree.mjs';
import { compareSearching } from './workspace/searching.mjs';

const { Policy, WorkspaceTools } = createRequire(import.meta.url)('../lib/index.js');

const PARTS = {
    searching: compareSearching,
    files: compareFiles,
    commands: compareCommands,
    'event-loop': measureBlocking,
    memory: measureMemory
};

const open = (root, limits = {}, sandbox = undefined) => WorkspaceTools.open(root, new Policy({ limits }), { sandbox });
const pattern = new RegExp(process.argv[2] ?? '');
const figures = new Figures();
const tree = copyRealTree();
try {
    figures.note('files of the tree', tree.count);
    for (const [, measure] of Object.entries(PARTS).filter(([name]) => pattern.test(name))) {
        await measure(figures, open, tree);
    }
} finally {
    tree.remove();
}
figures.conclude();
