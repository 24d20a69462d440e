import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError, type ExpectedFile } from '../../common';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { ReadParts } from './read-parts';
import type { TextExcerpt } from './text-excerpt';

/** So many files are remembered; what was read longest ago is forgotten first. */
const MOST_TEXTS = 1_000;

/** Remembers which text each session of the agent has read or written, so that it overwrites no other one. */
@injectable()
export class ReadTexts {
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;

    /** What was read of the file, by reader and path. */
    protected readonly known = new Map<string, ExpectedFile>();
    protected readonly parts = new ReadParts();

    /** What a file should still be; undefined when this reader has not read the whole of it. */
    expectedOf(reader: string, path: string): ExpectedFile | undefined {
        return this.known.get(keyOf(reader, path));
    }

    /** A reader was sent this much of one version of a text; answers whether it has been sent all of that version by now. */
    noteExcerpt(reader: string, path: string, version: string, excerpt: TextExcerpt): boolean {
        return this.parts.add(keyOf(reader, path), version, excerpt);
    }

    /** Whether a reader was sent less of a file than it asked for, and has not read the rest since. */
    wasCut(reader: string, path: string): boolean {
        return this.parts.wasCut(keyOf(reader, path));
    }

    /** A reader knows the whole of a file like this; otherwise it knows of none. */
    note(reader: string, path: string, file: ExpectedFile | undefined): void {
        const key = keyOf(reader, path);
        this.known.delete(key);
        this.parts.forget(key);
        if (file) {
            this.known.set(key, file);
        }
        for (const oldest of this.known.keys()) {
            if (this.known.size <= MOST_TEXTS) {
                break;
            }
            this.known.delete(oldest);
        }
    }

    /** A reader knows this text of an editor: it overwrites the file only where that holds it, which may be later. */
    async noteText(reader: string, path: string, text: string): Promise<void> {
        try {
            this.note(reader, path, await this.files.expectText(path, text));
        } catch (error) {
            if (!(error instanceof CommandError)) {
                throw error;
            }
            this.note(reader, path, undefined);
        }
    }
}

function keyOf(reader: string, path: string): string {
    return `${reader}\n${path}`;
}
