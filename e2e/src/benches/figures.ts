/** Collects the figures of a benchmark: each is printed with its target. */
export class Figures {
    private checked = 0;
    private missed = 0;

    /** Prints a figure that has no target. */
    note(what: string, value: number, unit = ''): void {
        process.stdout.write(`        ${what.padEnd(76)} ${value.toFixed(2).padStart(9)} ${unit}\n`);
    }

    /** Prints a figure beside its target. */
    check(what: string, value: number, atMost: number): void {
        const isMet = value <= atMost;
        this.checked++;
        this.missed += isMet ? 0 : 1;
        process.stdout.write(
            `${isMet ? 'ok     ' : 'MISSED '} ${what.padEnd(76)} ${value.toFixed(2).padStart(9)} (at most ${atMost.toFixed(2)})\n`
        );
    }

    /** Throws when a target was missed or none was checked, so that the benchmark exits with an error. */
    conclude(): void {
        if (this.checked === 0) {
            throw new Error('No target was checked.');
        }
        if (this.missed > 0) {
            throw new Error(`${this.missed} targets are missed.`);
        }
        process.stdout.write('All targets are met.\n');
    }
}

/** The value below which the given part of the values lies. */
export function quantile(values: readonly number[], part: number): number {
    const sorted = [...values].sort((left, right) => left - right);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
    return quantile(values, 0.5);
}
