import assert from 'node:assert/strict';
import { HighlightBook, type Highlight } from './highlight-book';

function highlight(id: string, sessionId?: string, path = 'a.ts'): Highlight {
    return { id, sessionId, uri: `file:///${path}`, path, color: 'green', ranges: [{ startLine: 1, endLine: 1 }] };
}

describe('The book of highlights', () => {
    it('keeps several of one file beside each other', () => {
        const book = new HighlightBook();
        book.add(highlight('x', 's1'));
        book.add(highlight('y', 's1'));
        book.add(highlight('z', 's1', 'b.ts'));
        assert.deepEqual(
            book.ofFile('file:///a.ts').map(({ id }) => id),
            ['x', 'y']
        );
    });

    it('replaces the one of the same session and id only', () => {
        const book = new HighlightBook();
        const [mine, other, moved] = [highlight('x', 's1'), highlight('x', 's2'), highlight('x', 's1', 'b.ts')];
        book.add(mine);
        assert.equal(book.add(other), undefined);
        assert.equal(book.add(moved), mine);
        assert.deepEqual(book.all, [other, moved]);
    });

    it("finds a session's own before those of others", () => {
        const book = new HighlightBook();
        const [first, second] = [highlight('x', 's1'), highlight('x', 's2')];
        book.add(first);
        book.add(second);
        assert.equal(book.find('x', 's2'), second);
        assert.equal(book.find('x', undefined), first);
    });

    it('has a reference for each, by which every session finds that one and no other', () => {
        const book = new HighlightBook();
        const all = [highlight('x', 's1'), highlight('x', 's2'), highlight('x'), highlight('y', 's2')];
        all.forEach(each => book.add(each));
        for (const session of [undefined, 's1', 's2', 's3']) {
            const references = all.map(each => book.referenceOf(each, session));
            assert.deepEqual(
                references.map(reference => book.get(reference, session)),
                all
            );
            assert.equal(references[3], 'y');
        }
        assert.equal(book.referenceOf(all[2], undefined), 'x');
    });

    it('names those that exist when one does not', () => {
        const book = new HighlightBook();
        assert.throws(() => book.get('x', 's1'), { code: 'unknown-highlight', message: 'There is no highlight "x". There are none now.' });
        book.add(highlight('fix-1', 's1'));
        assert.throws(() => book.get('fix-2', 's1'), /There are: "fix-1" \(a\.ts\)/);
    });

    it('gives ids that nobody has', () => {
        const book = new HighlightBook();
        book.add(highlight('highlight-1', 's1'));
        assert.equal(book.freshId(), 'highlight-2');
        assert.equal(book.freshId(), 'highlight-3');
    });

    it('knows what belongs to a session', () => {
        const book = new HighlightBook();
        const mine = highlight('x', 's1');
        book.add(mine);
        book.add(highlight('y'));
        assert.deepEqual(book.ofSession('s1'), [mine]);
        book.remove(mine);
        assert.deepEqual(book.ofSession('s1'), []);
    });

    it('is full at some point, but still lets one be moved', () => {
        const book = new HighlightBook();
        for (let index = 0; index < 200; index++) {
            book.add(highlight(`h${index}`, 's1'));
        }
        assert.throws(() => book.add(highlight('one more', 's1')), { code: 'too-many-highlights' });
        book.add(highlight('h7', 's1', 'b.ts'));
        assert.equal(book.all.length, 200);
    });
});
