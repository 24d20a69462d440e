import type { Operation } from './conformance-case';
import type { DoorName } from './door';

/** What an operation may do. */
const RISKS: Readonly<Record<Operation['kind'], 'read' | 'write' | 'execute'>> = {
    read: 'read',
    list: 'read',
    glob: 'read',
    grep: 'read',
    find: 'read',
    describe: 'read',
    write: 'write',
    edit: 'write',
    make: 'write',
    run: 'execute'
};

/** Doors that do an operation without an argument for its path: a patch names its files itself, and a search may have several places. */
const WITHOUT_PATH: Readonly<Partial<Record<DoorName, readonly Operation['kind'][]>>> = {
    agentbench: ['write', 'edit', 'grep'],
    wap: ['grep']
};

/** Longer texts are cut in the audit. */
const LONGEST_NOTED = 200;

/** What the audit must have of an operation at a door beside its end: the risk, and the path as the client wrote it. */
export function expectedNote(door: DoorName, operation: Operation): { readonly risk: string; readonly path?: string } {
    const risk = RISKS[operation.kind];
    return 'path' in operation && !WITHOUT_PATH[door]?.includes(operation.kind)
        ? { risk, path: operation.path.slice(0, LONGEST_NOTED) }
        : { risk };
}

/** The same of a call as it was noted, as far as the operation has a path. */
export function notedFacts(
    { risk, args }: { readonly risk?: string; readonly args: Readonly<Record<string, unknown>> },
    { path }: { readonly path?: string }
): object {
    return { risk, ...(path !== undefined && { path: typeof args.path === 'string' ? args.path.slice(0, LONGEST_NOTED) : undefined }) };
}
