import { Policy } from '../policy';
import { WorkspaceTools } from '../workspace-tools';

/** Overwrites a file of the workspace named by the first argument, with one repeated letter at a time, until it is killed. */
async function writeForEver(root: string): Promise<never> {
    const tools = await WorkspaceTools.open(root, new Policy());
    for (let round = 0; ; round++) {
        await tools.write({ path: 'file.txt', content: 'ab'[round % 2].repeat(200_000) });
        if (round === 0) {
            process.stdout.write('started\n');
        }
    }
}

void writeForEver(process.argv[2]);
