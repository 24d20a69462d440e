import assert from 'node:assert/strict';
import { followFile } from './follow-file';

/** A text model of a file in which `new` was saved; some of its looks at the file are called off. */
class TestModel {
    dirty = false;
    looks = 0;
    protected text = 'old';

    constructor(
        protected readonly calledOff: number,
        protected readonly file = 'new'
    ) {}

    getText(): string {
        return this.text;
    }

    type(text: string): void {
        this.text += text;
        this.dirty = true;
    }

    sync(): Promise<void> {
        if (++this.looks > this.calledOff && !this.dirty) {
            this.text = this.file;
        }
        return Promise.resolve();
    }
}

describe('A text model that follows its file', () => {
    for (const calledOff of [0, 1, 2]) {
        it(`shows what was saved when ${calledOff} of its looks are called off`, async () => {
            const model = new TestModel(calledOff);
            await followFile(model, 'new');
            assert.deepEqual([model.getText(), model.looks], ['new', calledOff + 1]);
        });
    }

    it('keeps what the person types meanwhile', async () => {
        const model = new TestModel(1);
        const following = followFile(model, 'new');
        model.type(' and typed');
        await following;
        assert.deepEqual([model.getText(), model.looks], ['old and typed', 1]);
    });

    it('does not follow for ever what somebody else writes', async () => {
        const model = new TestModel(0, 'of another program');
        await followFile(model, 'new');
        assert.equal(model.getText(), 'of another program');
        assert.ok(model.looks <= 3);
    });
});
