import { Histogram, HistogramConfiguration } from 'prom-client';

/** How often values of one set of labels fell into each bucket, the last of which has no bound, and their sum. */
interface Tally {
    readonly labels: Readonly<Record<string, string | number>>;
    readonly counts: number[];
    sum: number;
}

/** Tallies by the value of one label, and below it by that of the next. */
interface Branch {
    readonly branches: Map<string | number, Branch>;
    tally?: Tally;
}

/**
 * A histogram that costs next to nothing per value, for what happens with every request: it only counts, and puts names and labels to
 * the counts when it is asked for them.
 */
export class TalliedHistogram<Label extends string> extends Histogram<Label> {
    private readonly bounds: readonly number[];
    private readonly root: Branch = { branches: new Map() };
    private readonly tallies: Tally[] = [];

    constructor(private readonly configuration: HistogramConfiguration<Label> & { readonly buckets: number[] }) {
        super(configuration);
        this.bounds = configuration.buckets;
    }

    /** Counts a value under these labels, given in the order of their names. */
    tally(value: number, ...labels: readonly (string | number)[]): void {
        const tally = this.find(labels);
        let bucket = 0;
        while (value > this.bounds[bucket]) {
            bucket++;
        }
        tally.counts[bucket]++;
        tally.sum += value;
    }

    /** What the library takes both its text and the answer of `get` from. */
    getForPromString(): Promise<object> {
        const { name, help } = this.configuration;
        const values = this.tallies.flatMap(tally => this.valuesOf(tally));
        return Promise.resolve({ name, help, type: 'histogram', values, aggregator: 'sum' });
    }

    /** Label by label, since a key made of all of them would have to be put together for every value. */
    private find(labels: readonly (string | number)[]): Tally {
        let branch = this.root;
        for (const label of labels) {
            let next = branch.branches.get(label);
            if (!next) {
                next = { branches: new Map() };
                branch.branches.set(label, next);
            }
            branch = next;
        }
        branch.tally ??= this.begin(labels);
        return branch.tally;
    }

    private begin(labels: readonly (string | number)[]): Tally {
        const names = this.configuration.labelNames ?? [];
        const tally = {
            labels: Object.fromEntries(names.map((name, index) => [name, labels[index]])),
            counts: new Array<number>(this.bounds.length + 1).fill(0),
            sum: 0
        };
        this.tallies.push(tally);
        return tally;
    }

    private valuesOf({ labels, counts, sum }: Tally): object[] {
        const { name } = this.configuration;
        let count = 0;
        const buckets = counts.map((own, bucket) => {
            count += own;
            return { metricName: `${name}_bucket`, value: count, labels: { le: this.bounds[bucket] ?? '+Inf', ...labels } };
        });
        return [...buckets, { metricName: `${name}_sum`, value: sum, labels }, { metricName: `${name}_count`, value: count, labels }];
    }
}
