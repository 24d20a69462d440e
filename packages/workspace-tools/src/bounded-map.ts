/** A map of bounded size: the key that was set least recently goes first. */
export class BoundedMap<Key, Value> {
    private readonly entries = new Map<Key, Value>();
    private newestValue: Value | undefined;

    constructor(private readonly capacity: number) {}

    /** How many values are kept. */
    get size(): number {
        return this.entries.size;
    }

    /** The value of a key, if it is kept. */
    get(key: Key): Value | undefined {
        return this.entries.get(key);
    }

    /** Sets the value and makes its key the newest. */
    set(key: Key, value: Value): void {
        this.entries.delete(key);
        this.entries.set(key, value);
        this.newestValue = value;
        this.evictWhile(() => this.entries.size > this.capacity);
    }

    /** Removes keys from the oldest on, as long as the test holds. */
    evictWhile(test: (oldest: Value) => boolean): void {
        for (const [key, value] of this.entries) {
            if (!test(value)) {
                return;
            }
            this.entries.delete(key);
        }
        this.newestValue = undefined;
    }

    /** The value that was set last. */
    newest(): Value | undefined {
        return this.newestValue;
    }

    /** The values, oldest first. */
    values(): Value[] {
        return [...this.entries.values()];
    }
}
