import type { Ending, Peculiarity } from './conformance-case';
import type { DoorName } from './door';

const REFUSED_LINK: Ending = { code: 'link-refused' };
const OUTSIDE: Ending = { code: 'outside-workspace' };

/** Where the documents of the doors differ, and how: everything else is the same at every door. */
export const DOOR_DIFFERENCES: Readonly<Record<Peculiarity, Partial<Readonly<Record<DoorName, Ending>>>>> = {
    // The commands of the IDE take no way up, not even inside the workspace.
    'parent segment': { commands: { code: 'invalid-path' } },
    // AgentBench follows no link.
    'goes through a link': { agentbench: REFUSED_LINK },
    // Only two documents call the root so; for the others it is a folder of the machine.
    'root called /workspace': { wap: OUTSIDE, agentbench: OUTSIDE, commands: OUTSIDE },
    // The tool interface lists a directory that is read, and describes a binary file.
    'reads a directory': { tools: { value: 'directory' } },
    'reads a binary file': { tools: { value: 'binary' } },
    // Two documents know UTF-8 alone.
    'is no UTF-8': { agentbench: { code: 'binary-file' }, mcp: { code: 'binary-file' } },
    // AgentBench searches as ripgrep does.
    'searches what .gitignore names': { agentbench: { value: ['case/ignoring/kept.txt:1'] } },
    // The search for names is for people's own files.
    'finds what .gitignore names': { commands: { value: ['case/ignoring/kept.txt'] } },
    // The schema of the commands is stricter.
    'path of no or too many characters': { commands: { code: 'invalid-arguments' } }
};
