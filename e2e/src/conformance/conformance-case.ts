import type { RefusalCode } from './door-errors';

/** Something that several doors to the workspace can do. Paths are written as a client writes them. */
export type Operation =
    | { readonly kind: 'read'; readonly path: string }
    | { readonly kind: 'write'; readonly path: string; readonly content: string }
    | { readonly kind: 'edit'; readonly path: string; readonly oldText: string; readonly newText: string }
    | { readonly kind: 'make'; readonly path: string }
    | { readonly kind: 'describe'; readonly path: string }
    | { readonly kind: 'find'; readonly name: string }
    | { readonly kind: 'list'; readonly path: string }
    | { readonly kind: 'glob'; readonly path: string; readonly pattern: string }
    | { readonly kind: 'grep'; readonly path: string; readonly pattern: string; readonly isRegex?: boolean }
    | { readonly kind: 'run'; readonly command: string };

/** How an operation must end: done with this value, or not done, noted under this code and answered with the door's own error for it. */
export type Ending = { readonly value: unknown } | { readonly code: RefusalCode };

/** What is special in a case, so that doors whose documents differ there may end it otherwise. */
export type Peculiarity =
    | 'parent segment'
    | 'goes through a link'
    | 'root called /workspace'
    | 'reads a directory'
    | 'reads a binary file'
    | 'is no UTF-8'
    | 'searches what .gitignore names'
    | 'finds what .gitignore names'
    | 'path of no or too many characters';

/** One case that every door must treat alike. */
export interface ConformanceCase {
    readonly operation: Operation;
    readonly ends: Ending;
    readonly peculiarity?: Peculiarity;
    /** Files that stand there afterwards, by their paths from the root, beside those that stood there before; nothing else changes. */
    readonly leaves?: Readonly<Record<string, string>>;
}
