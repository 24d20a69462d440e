import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

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

    /** Whether more came than was kept. */
    get truncated(): boolean {
        return this.totalBytes > this.keptBytes;
    }

    /** What was kept; a character that the cut went through is left out. */
    get text(): string {
        const bytes = Buffer.concat(this.chunks);
        return this.truncated ? new StringDecoder('utf8').write(bytes) : bytes.toString('utf8');
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
