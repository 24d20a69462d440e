import { BoundedMap } from '../store/bounded-map';
import { buildInstructions, InstructionsView } from './build-instructions';

interface Entry {
    readonly view: InstructionsView;
    readonly bytes: Buffer;
}

/** Builds instructions again only when a part of their view is a new object. Keeps them as bytes, ready to be sent. */
export class InstructionsCache {
    private readonly entries: BoundedMap<string, Entry>;

    constructor(capacity: number) {
        this.entries = new BoundedMap(capacity);
    }

    /** The instructions for the view in UTF-8; `key` names who asks, such as a session. */
    get(key: string, view: InstructionsView): Buffer {
        const known = this.entries.get(key);
        if (known && isSame(known.view, view)) {
            return known.bytes;
        }
        const bytes = Buffer.from(buildInstructions(view));
        this.entries.set(key, { view, bytes });
        return bytes;
    }
}

function isSame(left: InstructionsView, right: InstructionsView): boolean {
    return left.manifest === right.manifest && left.state === right.state && left.results === right.results;
}
