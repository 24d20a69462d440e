import type { TextExcerpt } from './text-excerpt';

/** So many files are remembered; what was read longest ago is forgotten first. */
const MOST_FILES = 1_000;

interface ReadPart {
    readonly startLine: number;
    readonly endLine: number;
}

interface PartlyRead {
    readonly version: string;
    /** In order, and with gaps between them. */
    readonly parts: readonly ReadPart[];
    /** Whether the reader wanted more than it was sent. */
    readonly wasCut: boolean;
}

/** Puts together what readers were sent of texts that they read in parts. */
export class ReadParts {
    protected readonly read = new Map<string, PartlyRead>();

    /** Takes what a reader was sent of one version of a text; answers whether it has been sent all of that version by now. */
    add(key: string, version: string, { startLine, endLine, lineCount, truncated, lineCut }: TextExcerpt): boolean {
        const before = this.read.get(key);
        const known = before?.version === version ? before.parts : [];
        const parts = joined([...known, { startLine, endLine: lineCut ? endLine - 1 : endLine }]);
        this.read.delete(key);
        if (parts.length === 1 && parts[0].startLine <= 1 && parts[0].endLine >= lineCount) {
            return true;
        }
        this.read.set(key, { version, parts, wasCut: truncated || (before?.wasCut ?? false) });
        for (const oldest of this.read.keys()) {
            if (this.read.size <= MOST_FILES) {
                break;
            }
            this.read.delete(oldest);
        }
        return false;
    }

    /** Whether a reader asked for a text, was sent less of it, and has not read the rest since. */
    wasCut(key: string): boolean {
        return this.read.get(key)?.wasCut ?? false;
    }

    /** The text is another one now, and known in whole. */
    forget(key: string): void {
        this.read.delete(key);
    }
}

function joined(parts: readonly ReadPart[]): ReadPart[] {
    const result: ReadPart[] = [];
    for (const part of [...parts].sort((a, b) => a.startLine - b.startLine)) {
        const last = result.at(-1);
        if (last && part.startLine <= last.endLine + 1) {
            result[result.length - 1] = { startLine: last.startLine, endLine: Math.max(last.endLine, part.endLine) };
        } else if (part.endLine >= part.startLine) {
            result.push(part);
        }
    }
    return result;
}
