import type { Readable } from 'node:stream';
import { withoutCutCharacter } from '../read/text-encoding';

/** The beginning of what a stream brought. */
export interface CollectedOutput {
    readonly bytes: Buffer;
    /** The same as text, which has no more bytes than the limit either: what is no UTF-8 takes more of them as text. */
    readonly text: string;
    /** Whether the text lacks something. */
    readonly truncated: boolean;
}

/** Keeps the beginning of a stream and counts the rest, so that memory stays bounded whatever a command writes. */
export class OutputCollector {
    totalBytes = 0;
    private readonly chunks: Buffer[] = [];
    private keptBytes = 0;

    constructor(
        stream: Readable,
        private readonly limit: number
    ) {
        stream.on('data', (chunk: Buffer) => this.take(chunk));
    }

    /** What was kept; a character that a cut went through is left out. */
    get kept(): CollectedOutput {
        const all = Buffer.concat(this.chunks);
        const isCut = this.totalBytes > this.keptBytes;
        const bytes = isCut ? withoutCutCharacter(all) : all;
        const text = bytes.toString('utf8');
        return Buffer.byteLength(text) > this.limit
            ? { bytes, text: withoutCutCharacter(Buffer.from(text).subarray(0, this.limit)).toString('utf8'), truncated: true }
            : { bytes, text, truncated: isCut };
    }

    private take(chunk: Buffer): void {
        this.totalBytes += chunk.length;
        const room = this.limit - this.keptBytes;
        if (room > 0) {
            // A copy, because a slice would keep the whole chunk in memory.
            const kept = chunk.length <= room ? chunk : Buffer.from(chunk.subarray(0, room));
            this.chunks.push(kept);
            this.keptBytes += kept.length;
        }
    }
}
