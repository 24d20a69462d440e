import { Policy } from '../policy';
import { WorkspaceTools } from '../workspace-tools';

const LINES = 4000;

/** The text of a file in one of its two states. */
export function textOf(name: string, state: 0 | 1): string {
    return `${name} ${'ab'[state].repeat(8)}\n`.repeat(LINES);
}

/** What stands in the workspace in each state: some files change, one comes and goes, one is moved and changed. */
export const STATES: readonly [ReadonlyMap<string, string>, ReadonlyMap<string, string>] = [
    new Map([
        ['written.txt', textOf('written', 0)],
        ['patched.txt', textOf('patched', 0)],
        ['deleted.txt', textOf('deleted', 0)],
        ['here/moved.txt', textOf('moved', 0)]
    ]),
    new Map([
        ['written.txt', textOf('written', 1)],
        ['patched.txt', textOf('patched', 1)],
        ['there/moved.txt', textOf('moved', 1)]
    ])
];

/** The diff of a whole file. */
function hunk(before: string | undefined, after: string | undefined): string {
    const side = (text: string | undefined, sign: string): string => text?.replace(/^(?=.)/gm, sign) ?? '';
    const range = (text: string | undefined): string => (text === undefined ? '0,0' : `1,${LINES}`);
    return `@@ -${range(before)} +${range(after)} @@\n${side(before, '-')}${side(after, '+')}`;
}

/** The patch that leads from a state to the other: removals first, so that only the kernel's own order saves them. */
function patchFrom(state: 0 | 1): string {
    const [before, after] = [STATES[state], STATES[1 - state]];
    const deleted = hunk(before.get('deleted.txt'), after.get('deleted.txt'));
    const [from, to] = state === 0 ? ['here', 'there'] : ['there', 'here'];
    return [
        state === 0 ? `--- a/deleted.txt\n+++ /dev/null\n${deleted}` : `--- /dev/null\n+++ b/deleted.txt\n${deleted}`,
        `diff --git a/${from}/moved.txt b/${to}/moved.txt\nrename from ${from}/moved.txt\nrename to ${to}/moved.txt\n` +
            `--- a/${from}/moved.txt\n+++ b/${to}/moved.txt\n${hunk(textOf('moved', state), textOf('moved', state === 0 ? 1 : 0))}`,
        `--- a/patched.txt\n+++ b/patched.txt\n${hunk(before.get('patched.txt'), after.get('patched.txt'))}`
    ].join('');
}

/** Leads the workspace from one state to the other and back, by writes and patches, until it is killed. Begins in the first state. */
async function writeForEver(root: string): Promise<never> {
    const tools = await WorkspaceTools.open(root, new Policy());
    for (let round = 0; ; round++) {
        const state = round % 2 === 0 ? 0 : 1;
        await tools.write({ path: 'written.txt', content: textOf('written', state === 0 ? 1 : 0) });
        await tools.patch({ patch: patchFrom(state) });
        process.stdout.write('.');
    }
}

if (require.main === module) {
    void writeForEver(process.argv[2]);
}
