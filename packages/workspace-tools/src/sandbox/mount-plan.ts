import { lstatSync } from 'node:fs';
import type { MaskedPath, SandboxAccess, SandboxCommand } from './sandbox-provider';
import { systemView } from './system-view';

/** One step in building what a program sees, on top of an empty file system that cannot be written. */
export type PlannedMount =
    | { readonly kind: 'bind'; readonly path: string; readonly writable: boolean }
    | { readonly kind: 'empty-folder'; readonly path: string; readonly writable: boolean }
    | { readonly kind: 'empty-file'; readonly path: string }
    | { readonly kind: 'text'; readonly path: string; readonly content: string }
    | { readonly kind: 'copy'; readonly path: string }
    | { readonly kind: 'link'; readonly path: string; readonly target: string };

/** What a program sees, step by step: a later step lies on top of the earlier ones. */
export function mountPlan({ env, access }: Pick<SandboxCommand, 'env' | 'access'>): PlannedMount[] {
    const view = systemView(env.HOME, access.hidden);
    return [
        ...view.links.map(({ path, target }) => ({ kind: 'link', path, target }) as const),
        ...view.emptied.map(path => ({ kind: 'empty-folder', path, writable: true }) as const),
        ...view.copied.map(path => ({ kind: 'copy', path }) as const),
        ...view.shown.map(path => ({ kind: 'bind', path, writable: false }) as const),
        ...view.hidden.map(path => mask({ path, kind: lstatSync(path).isDirectory() ? 'directory' : 'file' })),
        ...rootLink(access),
        ...access.shown.map(path => ({ kind: 'bind', path, writable: false }) as const),
        { kind: 'bind', path: access.workspace, writable: !access.readOnly.includes(access.workspace) },
        // A mount cannot be moved away, so the folder cannot be replaced by another one. Those further up come first.
        ...[...access.pinned].sort().map(path => ({ kind: 'bind', path, writable: true }) as const),
        ...access.readOnly.filter(path => path !== access.workspace).map(path => ({ kind: 'bind', path, writable: false }) as const),
        ...access.masked.map(mask)
    ];
}

/** The other name of the workspace, unless the workspace itself lies there. */
function rootLink({ workspace, rootName }: SandboxAccess): PlannedMount[] {
    const isFree = rootName !== undefined && workspace !== rootName && !workspace.startsWith(`${rootName}/`);
    return isFree ? [{ kind: 'link', path: rootName, target: workspace }] : [];
}

function mask({ path, kind, content }: MaskedPath): PlannedMount {
    if (content !== undefined) {
        return { kind: 'text', path, content };
    }
    return kind === 'file' ? { kind: 'empty-file', path } : { kind: 'empty-folder', path, writable: false };
}
