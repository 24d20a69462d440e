const WIDTH = 76;

/** Prints the figures of a benchmark, each beside its target. */
export class Figures {
    #checked = 0;
    #missed = 0;

    /** Prints a figure that has no target. */
    note(what, value) {
        this.#print('', what, value, '');
    }

    /** Prints a figure that must not be larger. */
    atMost(what, value, target) {
        this.#check(value <= target, what, value, `(at most ${rounded(target)})`);
    }

    /** Prints a figure that must not be smaller. */
    atLeast(what, value, target) {
        this.#check(value >= target, what, value, `(at least ${rounded(target)})`);
    }

    /** Prints whether all targets are met, and makes the process end accordingly: with an error too where there was nothing to check. */
    conclude() {
        console.log(this.#verdict());
        process.exitCode = this.#checked > 0 && this.#missed === 0 ? 0 : 1;
    }

    #verdict() {
        if (this.#checked === 0) {
            return 'No target was checked: look at what the benchmark was asked to measure.';
        }
        return this.#missed === 0 ? 'All targets are met.' : `${this.#missed} targets are missed.`;
    }

    #check(isMet, what, value, target) {
        this.#checked++;
        this.#missed += isMet ? 0 : 1;
        this.#print(isMet ? 'met' : 'MISSED', what, value, target);
    }

    #print(verdict, what, value, target) {
        console.log(`${verdict.padEnd(6)}  ${what.padEnd(WIDTH)} ${value.toFixed(3).padStart(10)}  ${target}`.trimEnd());
    }
}

const rounded = value => Number(value.toFixed(3));

/** The value below which the given part of the values lies. */
export function quantile(values, part) {
    const sorted = values.toSorted((left, right) => left - right);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

export const median = values => quantile(values, 0.5);
