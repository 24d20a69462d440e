import type { ActivityEntry } from '@openspace/core/lib/common';

/** The actions as a file for other programs: a JSON array, times in ISO 8601; those that were taken back are marked. */
export function exportActivity(entries: readonly ActivityEntry[], isUndone: (entry: ActivityEntry) => boolean): string {
    const actions = entries.map(entry => ({ ...exported(entry), ...(isUndone(entry) ? { undone: true } : {}) }));
    return `${JSON.stringify(actions, undefined, 2)}\n`;
}

function exported({ askedAt, revision: _revision, ...entry }: ActivityEntry) {
    return { time: new Date(askedAt).toISOString(), ...entry };
}

/** Has the browser save a text as a file. */
export function saveAsFile(name: string, text: string): void {
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    URL.revokeObjectURL(address);
}
