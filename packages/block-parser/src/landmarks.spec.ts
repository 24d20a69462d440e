import assert from 'node:assert/strict';
import { Landmarks } from './landmarks';

function landmarksOf(text: string): Landmarks {
    const landmarks = new Landmarks();
    landmarks.start(text, text.includes('\r'));
    return landmarks;
}

describe('Landmarks', () => {
    it('finds what may have an effect beyond its paragraph', () => {
        for (const landmark of ['```', '~~~', '<!--', '<?x', '<pre>', '<SCRIPT', '</code>', '<kbd']) {
            const text = `a \`\` ~~ <b> <a@b.c> 1 < 2 </div>\n${landmark} b`;
            assert.equal(landmarksOf(text).nextOutlasting(0), text.indexOf(landmark), landmark);
        }
    });

    it('goes on to the next one, and ends with the text', () => {
        const landmarks = landmarksOf('``` <b> ~~~ <pre>');
        assert.deepEqual(
            [0, 1, 8, 9, 12, 13].map(from => landmarks.nextOutlasting(from)),
            [0, 8, 8, 12, 12, 17]
        );
    });

    it('passes whole fences behind empty lines, and stops before anything else', () => {
        const fence = '```js\n`a` <pre> ~~~\n```\n';
        const passed = `a\n\n${fence}\nb\n\n${fence}`;
        for (const rest of [
            '',
            'c',
            fence,
            `c\n${fence}`,
            '\n    ```\n',
            '\n``` `\n```\n',
            '\n```\n````\n```\n',
            '\n```\n    ```\n```\n'
        ]) {
            assert.equal(landmarksOf(passed + rest).passFences(0), passed.length, rest);
        }
        const withReturns = passed.replaceAll('\n', '\r\n');
        for (const rest of ['', 'c', '\r\n```\n```\r\r\n', '\r\n```\n\r```\r\n']) {
            assert.equal(landmarksOf(withReturns + rest).passFences(0), withReturns.length, rest);
        }
        for (const indent of [' ', '  ', '   ']) {
            const closedFurtherIn = `a\n\n\`\`\`\nb\n${indent}\`\`\`\n`;
            assert.equal(landmarksOf(`${closedFurtherIn}\`\`\`\n`).passFences(0), closedFurtherIn.length, `${indent.length} spaces`);
        }
        assert.equal(landmarksOf(`<pre>${passed}`).passFences(0), 0);
        assert.equal(landmarksOf(`~~~\n${passed}`).passFences(0), 0);
    });

    it('finds the end of a whole fence below paragraphs and lists', () => {
        const fence = '  ```js\n  a\n\n    `b` <pre>\n  ```\n';
        const wholeFenceEnd = (text: string): number | undefined => landmarksOf(text).wholeFenceEnd(text.search(/[`~<]/));
        for (const text of [fence, fence.replaceAll(/^ /gm, ''), fence.replaceAll('\n', '\r\n')]) {
            const end = text.includes('\r') ? '\r\n' : '\n';
            assert.equal(wholeFenceEnd(`- c${end}${end}${text}d`), 3 + 2 * end.length + text.length, JSON.stringify(text));
        }
        assert.equal(wholeFenceEnd('c\n```\n a\nb\n```\nd'), 15);
        const others = {
            'indented directly below text': `- c\n${fence}`,
            'inside a line': 'c ```\na\n```\n',
            'at the beginning, which may be the middle of a line': '```\na\n```\n',
            'with too large an indent': `\n\n${fence.replaceAll('  ', '    ')}`,
            'with a line that may end the list': `\n\n${fence.replace('  a', ' a')}`,
            'with a tab': `\n\n${fence.replace('  a', '\ta')}`,
            'with a close of another indent': `\n\n${fence.replace('  ```\n', '   ```\n')}`,
            'with a longer close': `\n\n${fence.replace('  ```\n', '  ````\n')}`,
            'with text behind the close': `\n\n${fence.replace('  ```\n', '  ``` a\n')}`,
            'that has not ended': `\n\n${fence.slice(0, -1)}`,
            'of tildes': `\n\n${fence.replaceAll('```', '~~~')}`,
            'in place of which a tag stands': '\n\n  <pre>\n  ```\n',
            'that is none': '\n\n  ``` `\n  ```\n'
        };
        for (const [kind, text] of Object.entries(others)) {
            assert.equal(wholeFenceEnd(text), undefined, kind);
        }
    });

    it('finds the last unindented line behind an empty one', () => {
        const text = 'a\n\nb\n\nc\n\n  d\n\n\te\n\n\n';
        const landmarks = landmarksOf(text);
        assert.equal(landmarks.lastFreshStart(0, text.length), text.indexOf('c'));
        assert.equal(landmarks.lastFreshStart(0, text.indexOf('c')), text.indexOf('c'));
        assert.equal(landmarks.lastFreshStart(0, text.indexOf('c') - 1), text.indexOf('b'));
        assert.equal(landmarks.lastFreshStart(text.indexOf('c'), text.length), undefined);
        const withReturns = text.replaceAll('\n', '\r\n');
        assert.equal(landmarksOf(withReturns).lastFreshStart(0, withReturns.length), withReturns.indexOf('c'));
        assert.equal(landmarksOf('a\nb\n c').lastFreshStart(0, 6), undefined);
    });
});
