import { Histogram, HistogramConfiguration } from 'prom-client';

/** How often values of one set of labels fell into each bucket, the last of which has no bound, and their sum. */
interface Tally<Label extends string> {
    readonly labels: Partial<Record<Label, string | number>>;
    readonly counts: number[];
    sum: number;
}

/**
 * A histogram that costs next to nothing per value, for what happens with every request: it only counts, and puts names and labels to
 * the counts when it is asked for them.
 */
export class TalliedHistogram<Label extends string> extends Histogram<Label> {
    private readonly bounds: readonly number[];
    private readonly tallies = new Map<string, Tally<Label>>();

    constructor(private readonly configuration: HistogramConfiguration<Label> & { readonly buckets: number[] }) {
        super(configuration);
        this.bounds = configuration.buckets;
    }

    /** Counts a value. Only the first of a key is asked for its labels. */
    tally(key: string, value: number, labels: () => Tally<Label>['labels']): void {
        let tally = this.tallies.get(key);
        if (!tally) {
            tally = { labels: labels(), counts: new Array<number>(this.bounds.length + 1).fill(0), sum: 0 };
            this.tallies.set(key, tally);
        }
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
        const values = [...this.tallies.values()].flatMap(tally => this.valuesOf(tally));
        return Promise.resolve({ name, help, type: 'histogram', values, aggregator: 'sum' });
    }

    private valuesOf({ labels, counts, sum }: Tally<Label>): object[] {
        const { name } = this.configuration;
        let count = 0;
        const buckets = counts.map((own, bucket) => {
            count += own;
            return { metricName: `${name}_bucket`, value: count, labels: { le: this.bounds[bucket] ?? '+Inf', ...labels } };
        });
        return [...buckets, { metricName: `${name}_sum`, value: sum, labels }, { metricName: `${name}_count`, value: count, labels }];
    }
}
