// What the workspace kernel costs beside programs and calls that only do the work, without looking where a path leads.
//   node packages/workspace-tools/bench/workspace.mjs [part]
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
const figures = new Figures();
const tree = copyRealTree();
try {
    figures.note('files of the tree', tree.count);
    for (const [name, measure] of Object.entries(PARTS)) {
        if (process.argv[2] === undefined || process.argv[2] === name) {
            await measure(figures, open, tree);
        }
    }
} finally {
    tree.remove();
}
figures.conclude();
