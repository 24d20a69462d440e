import { BoundedMap } from '../store/bounded-map';
import { buildInstructions, InstructionsView } from './build-instructions';

interface Entry {
    readonly view: InstructionsView;
    readonly bytes: Buffer;
}

/** Builds instructions again only when a part of their view is a new object. Keeps them as bytes, ready to be sent. */
export class InstructionsCache {
    private readonly entries: BoundedMap<string, Entry>;
    /** What was given last, to whomever: bytes depend on nothing but the view. */
    private last?: Entry;

    constructor(capacity: number) {
        this.entries = new BoundedMap(capacity);
    }

    /** The instructions for the view in UTF-8; `keyOf` names who asks, such as a session. */
    get(view: InstructionsView, keyOf: () => string): Buffer {
        if (!this.last || !isSame(this.last.view, view)) {
            this.last = this.find(view, keyOf());
        }
        return this.last.bytes;
    }

    private find(view: InstructionsView, key: string): Entry {
        const known = this.entries.get(key);
        if (known && isSame(known.view, view)) {
            return known;
        }
        const entry = { view, bytes: Buffer.from(buildInstructions(view)) };
        this.entries.set(key, entry);
        return entry;
    }
}

function isSame(left: InstructionsView, right: InstructionsView): boolean {
    return left.manifest === right.manifest && left.state === right.state && left.results === right.results;
}
