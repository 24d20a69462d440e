import assert from 'node:assert/strict';
import { onDemand } from './on-demand';

class Kettle {
    static made = 0;
    protected level = 0;

    constructor() {
        Kettle.made++;
    }

    get isEmpty(): boolean {
        return this.level === 0;
    }

    fill(): void {
        this.level = 1;
    }
}

describe('What is made on demand', () => {
    it('is not made while it is only handed on, and is the object itself to whoever uses it', async () => {
        Kettle.made = 0;
        const made: Kettle[] = [];
        const kettle = await Promise.resolve(onDemand(() => (made[0] ??= new Kettle())));
        assert.equal(Kettle.made, 0);
        const levels = (): boolean[] => [kettle.isEmpty, made[0].isEmpty];
        assert.deepEqual(levels(), [true, true]);
        kettle.fill();
        assert.deepEqual([...levels(), 'fill' in kettle, Kettle.made], [false, false, true, 1]);
    });
});
