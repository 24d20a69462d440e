import { BoundedMap } from '@openspace/workspace-tools';
import { buildInstructions, InstructionsView } from './build-instructions';

/** Instructions, ready to be read and to be sent. */
export interface Instructions {
    readonly text: string;
    /** The same in UTF-8, with a character for each byte. */
    readonly octets: string;
}

interface Entry extends Instructions {
    readonly view: InstructionsView;
}

/** Builds instructions again only when a part of their view is a new object. */
export class InstructionsCache {
    private readonly entries: BoundedMap<string, Entry>;
    /** What was given last, to whomever: a text depends on nothing but the view. */
    private last?: Entry;

    constructor(capacity: number) {
        this.entries = new BoundedMap(capacity);
    }

    /** The instructions for the view; `keyOf` names who asks, such as a session. */
    get(view: InstructionsView, keyOf: () => string): Instructions {
        if (!this.last || !isSame(this.last.view, view)) {
            this.last = this.find(view, keyOf());
        }
        return this.last;
    }

    private find(view: InstructionsView, key: string): Entry {
        const known = this.entries.get(key);
        if (known && isSame(known.view, view)) {
            return known;
        }
        const text = buildInstructions(view);
        const entry = { view, text, octets: Buffer.from(text).toString('latin1') };
        this.entries.set(key, entry);
        return entry;
    }
}

function isSame(left: InstructionsView, right: InstructionsView): boolean {
    return left.manifest === right.manifest && left.state === right.state && left.results === right.results;
}
