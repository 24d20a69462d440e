import { TextEncoding } from './text-encoding';

/** Bounds of one read. */
export interface ReadLimits {
    /** Most bytes that are answered. */
    readonly bytes: number;
    /** How far into a file its lines are counted. */
    readonly scanBytes: number;
    readonly utf8Only?: 'read' | 'all';
    readonly signal?: AbortSignal;
}

/** Whether the caller takes text that is stored like this. */
export function isWanted(encoding: TextEncoding, { utf8Only }: ReadLimits): boolean {
    return utf8Only === undefined || !encoding.startsWith('utf16');
}
