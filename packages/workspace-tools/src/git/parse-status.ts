import type { GitChange } from './git-request';

/** What git tells about a working tree. */
export interface ParsedStatus {
    readonly branch?: string;
    readonly commit?: string;
    readonly upstream?: string;
    readonly ahead?: number;
    readonly behind?: number;
    readonly staged: readonly GitChange[];
    readonly changed: readonly GitChange[];
    readonly untracked: readonly string[];
    readonly ignored: readonly string[];
}

const STATES: Readonly<Record<string, GitChange['status']>> = {
    A: 'added',
    M: 'modified',
    D: 'deleted',
    R: 'renamed',
    C: 'copied',
    T: 'type-changed',
    U: 'conflicted'
};
/** Fields before the path in a record, by its kind. */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10 };

/** Reads the output of `git status --porcelain=v2 --branch -z`; a record that was cut is left out. */
export function parseStatus(output: string): ParsedStatus {
    const records = output.split('\0');
    records.pop();
    const headers = new Map<string, string>();
    const staged: GitChange[] = [];
    const changed: GitChange[] = [];
    const names: { '?': string[]; '!': string[] } = { '?': [], '!': [] };
    for (let index = 0; index < records.length; index++) {
        const record = records[index];
        const [kind] = record;
        if (kind === '#') {
            const [, name, ...value] = record.split(' ');
            headers.set(name, value.join(' '));
        } else if (kind === '?' || kind === '!') {
            names[kind].push(record.slice(2));
        } else {
            const from = kind === '2' ? records.at(++index) : undefined;
            if (kind !== '2' || from !== undefined) {
                noteChange(record, from, staged, changed);
            }
        }
    }
    return { ...position(headers), staged, changed, untracked: names['?'], ignored: names['!'] };
}

function noteChange(record: string, from: string | undefined, staged: GitChange[], changed: GitChange[]): void {
    const fields = record.split(' ');
    const path = fields.slice(FIELDS[record[0]]).join(' ');
    const [, [inIndex, inTree]] = fields;
    if (record.startsWith('u')) {
        changed.push({ path, status: 'conflicted' });
        return;
    }
    const note = (state: string, changes: GitChange[]): void => {
        if (state !== '.') {
            const status = STATES[state];
            changes.push({ path, status, ...((status === 'renamed' || status === 'copied') && { from }) });
        }
    };
    note(inIndex, staged);
    note(inTree, changed);
}

function position(headers: ReadonlyMap<string, string>): Pick<ParsedStatus, 'branch' | 'commit' | 'upstream' | 'ahead' | 'behind'> {
    const branch = headers.get('branch.head');
    const commit = headers.get('branch.oid');
    const upstream = headers.get('branch.upstream');
    const distance = /^\+(\d+) -(\d+)$/.exec(headers.get('branch.ab') ?? '');
    return {
        ...(branch !== undefined && branch !== '(detached)' && { branch }),
        ...(commit !== undefined && commit !== '(initial)' && { commit }),
        ...(upstream !== undefined && { upstream }),
        ...(distance && { ahead: Number(distance[1]), behind: Number(distance[2]) })
    };
}
