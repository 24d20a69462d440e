import type { UndoStep } from './undo-step';

/** Something in the window that has one value at a time, which agents and the person change. */
export interface UndoTarget<V> {
    /** What it is now. */
    read(): V;
    /** Gives it a value. Answers, for a person, what was done. @throws CommandError when it must not be */
    write(value: V): Promise<string>;
    isSame(one: V, other: V): boolean;
    /** Tells the person that it is theirs now. */
    readonly leftAlone: string;
}

interface Layer<V> {
    readonly value: V;
    undone: boolean;
}

/**
 * The values that agents gave to one thing, each on top of the one before. Taking one away shows what is below it, so that the order in
 * which they are taken away does not matter. What the person sets is the ground for all that follows, and stays.
 */
export class LayeredValue<V> {
    protected ground?: { readonly value: V };
    protected layers: Layer<V>[] = [];

    constructor(protected readonly target: UndoTarget<V>) {}

    /** An agent's action has turned one value into another. */
    record(before: V, after: V): UndoStep {
        if (!this.ground || !this.target.isSame(before, this.top)) {
            this.ground = { value: before };
            this.layers = [];
        }
        const layer: Layer<V> = { value: after, undone: false };
        this.layers.push(layer);
        return { setUndone: undone => this.setUndone(layer, undone) };
    }

    protected async setUndone(layer: Layer<V>, undone: boolean): Promise<string | undefined> {
        const now = this.target.read();
        if (!this.target.isSame(now, this.top)) {
            this.ground = { value: now };
            this.layers = [];
        }
        if (!this.layers.includes(layer)) {
            return this.target.leftAlone;
        }
        const before = layer.undone;
        layer.undone = undone;
        const wanted = this.top;
        if (this.target.isSame(now, wanted)) {
            return undefined;
        }
        try {
            return await this.target.write(wanted);
        } catch (error) {
            layer.undone = before;
            throw error;
        }
    }

    /** The value that is to be seen now. */
    protected get top(): V {
        const seen = this.layers.findLast(({ undone }) => !undone) ?? this.ground;
        if (!seen) {
            throw new Error('Nothing was recorded of this value.');
        }
        return seen.value;
    }
}

/** The layered values of many things of one kind. Bounded: what was changed longest ago is forgotten first. */
export class LayeredValues<K, V> {
    protected readonly values = new Map<K, LayeredValue<V>>();

    constructor(
        protected readonly targetOf: (key: K) => UndoTarget<V>,
        protected readonly most = 500
    ) {}

    /** An agent's action has turned one value of this thing into another; answers how to take that back. */
    record(key: K, before: V, after: V): UndoStep {
        const value = this.values.get(key) ?? new LayeredValue(this.targetOf(key));
        this.values.delete(key);
        this.values.set(key, value);
        for (const oldest of this.values.keys()) {
            if (this.values.size <= this.most) {
                break;
            }
            this.values.delete(oldest);
        }
        return value.record(before, after);
    }
}
