import assert from 'node:assert/strict';
import { CodeContext } from './code-context';
import { parseChunks } from './testing/recorded-parse';
import { MarkdownScanner } from './markdown-scanner';
import { fencedLists } from './testing/fenced-lists';
import { hostileMarkdown } from './testing/hostile-markdown';
import { blocksShownAsCode } from './testing/shown-as-code';

const BLOCK = '%%OS{"id":0}%%';

/** Asks wherever a block begins, and counts the answers: not code, code. */
function compareWithScanner(text: string, portion: number | undefined, answers: number[]): void {
    const context = new CodeContext(portion, undefined, portion);
    const scanner = new MarkdownScanner();
    for (const piece of text.split(/(?<=%%OS\{)/)) {
        context.take(piece);
        const lines = piece.replace(/\r\n?/g, '\n');
        scanner.scan(lines, 0, lines.length);
        assert.equal(context.mayBeCode, scanner.mayBeCode, JSON.stringify(text));
        answers[scanner.mayBeCode ? 1 : 0]++;
    }
}

describe('CodeContext', () => {
    describe('shows a block that stands in code, and does not run it', () => {
        const documents: Record<string, string> = {
            'a fence': '```\nB\n```',
            'a fence of tildes': '~~~\nB\n~~~',
            'an indented fence': '   ```js\nB\n   ```',
            'a long fence that holds a short one': '````\n```\nB\n```\nB\n````',
            'a fence after a close that is too short': '````\n```\nB',
            'a fence after a close of the other character': '```\n~~~\nB',
            'a fence after a close that is followed by text': '```\n``` x\nB',
            'an unclosed fence': 'text\n\n```\n\n\nB',
            "a fence's info string": '``` B\n```',
            'indented code': 'text\n\n    B',
            'code indented by a tab': 'text\n\n\tB',
            'indented code below a heading': '# x\n    B',
            'a fence in a block quote': '> ```\n> B\n> ```',
            'indented code in a block quote': '>     B',
            'a fence in a list item': '- x\n\n  ```\n  B\n  ```',
            'indented code in a list item': '- x\n\n      B',
            'a fence whose line is endless': `${'`'.repeat(1001)}\nB`,
            'a fence that is longer than any': 'F\n   F\nF\nB'.replaceAll('F', '~'.repeat(1000)),
            'a fence that an endless line may end': `\`\`\`\n\`\`\`${' '.repeat(2000)}\nB`,
            'a fence with CRLF': '```\r\nB\r\n```\r\n',
            'a fence with lone CR': '```\rB\r```\r',
            'inline code': 'a `B` b',
            'inline code of two backticks': 'a `` ` B `` b',
            'inline code over two lines': 'a `\nB\n` b',
            'inline code that an escape does not open': 'a \\`` B `',
            'inline code that may never close': 'a ` B',
            "inline code behind a backtick in a link's target": '[a](b`c) ` B `',
            'a table cell with code': '|a|b|\n|-|-|\n|`x|y` B `|',
            'code below a table whose head looks like an item': '2. |\n-:\n    B',
            'code below a table whose head looks like a heading': '# a|b\n-|-\n    B',
            'code below a table whose head looks like a quote': '> a|b\n-|-\n    B',
            'code below a table whose head looks like HTML': '<div>|\n-:\n    B',
            'code below a table in an item': '- # a|b\n  -|-\n      B',
            'a fence below a table whose head looks like a fence': '```|\n-:\n```\nB',
            'a fence below a table whose head looks like a fence of tildes': '~~~ x|\n-:\n~~~\nB',
            'a fence below a table in an item whose head looks like a fence': '- ```|\n  -:\n  ```\n  B',
            'a fence below a table with a long delimiter row': `\`\`\`|\n${'-'.repeat(1200)}\n\`\`\`\nB`,
            'a table cell with code that a bar ended': '`x|y` B `\n|-|-|',
            'inline code behind a link in a line with a bar': '`x|y` [a](\n`b)` B `',
            'a comment in a line with a bar': '`x|y` <!-- >\nB -->',
            'inline code behind an escape in a line with a bar': '`x|y` \\`\na `B`',
            'a comment': '<!-- B -->',
            'a comment over paragraphs': '<!--\n\nB\n\n-->',
            'a comment inside text': 'text <!-- B --> text',
            'a pre element': '<pre>\nB\n\nB\n</pre>',
            'a script element': '<script>\n\nB\n</script>',
            'a pre element inside text': 'text <pre>B</pre>',
            'a code element': 'text <code>B</code>',
            'a code element that stays open': 'text <code>\n\nB',
            'an attribute': "text <a title='B'>x</a>",
            'an attribute of a tag in what seemed to be the attribute of another': "<a title='<a title='B'>",
            'an attribute of the innermost of such tags': `x <a b='<a b="<a b='B'>`,
            'an HTML block': '<div>\nB\n</div>',
            'an HTML block of any tag': '<b>\nB',
            'an HTML block whose tag an odd line end follows': '<div\u2028x> B',
            'a fence below a tag that a control character follows': '<t>\u0001\n```\n\nB'
        };
        for (const [place, document] of Object.entries(documents)) {
            it(`in ${place}`, () => {
                const raw = document.replaceAll('B', BLOCK);
                const result = parseChunks([raw]);
                assert.equal(result.text, raw);
                assert.deepEqual(new Set(result.events), new Set([`in-code ${BLOCK}`]));
                assert.equal(result.events.length, document.split('B').length - 1);
                assert.match(result.messages[0] ?? '', /did not run/);
            });
        }
    });

    describe('lets a block run in ordinary text', () => {
        const documents: Record<string, string> = {
            'on a line of its own between paragraphs': "I'll open the file.\n\nB\n\nDone.",
            'right below a line': 'Opening it now:\nB\nDone.',
            'after a closed fence': '```ts\nconst a = 1;\n```\nB',
            'between two fences': '```\na\n```\n\nB\n\n```\nb\n```',
            'after an endless line': `${'-'.repeat(2000)}\n\nB`,
            'after an endless line in a fence': `\`\`\`\n${'-'.repeat(2000)}\n\`\`\`\nB`,
            'after inline code': 'Run `npm test` and ``a`b``. B',
            'after inline code with markup in it': 'Use `<code>` and `<!--` here. B',
            'below a line with a bar in inline code': 'I run `ls | wc -l`.\nB\nThen ``a|`b``.\nB',
            'after an escaped backtick': 'a \\` b B',
            'after a lone backtick in an earlier paragraph': 'a ` b\n\nB',
            'after a lone backtick in another list item': '- a ` b\n- B',
            'among apostrophes and angle brackets': "It's 1 < 2, a<b, List<T> and x -> y. B",
            'after a comparison at the end of a line': 'if a <\nb B',
            'in a list item': '1. First\n2. B second\n   B\n3. Third\n',
            'below a list, without an empty line': '- a\n- b\nB',
            'in nested list items': '- a\n  - b\n    - c\n      B\n\n      B\n',
            'below a fence in a list item': '1. Do:\n   ```sh\n   ls\n   ```\n   B\n\n2. B',
            'below an unindented fence in a list': '1. Do:\n```sh\nls\n```\n2. B',
            'in a block quote': '> note\n> B',
            'in a heading': '## Now B',
            'in a task list': '- [x] done\n- [ ] B\nB',
            'below an item and a rule': '- a\n---\nB',
            'below an item with a bar and a rule': '- a | b\n---\n\nB',
            'in a table of an item': '- a | b\n  --|--\n  x | B',
            'behind a fence whose information has a bar': '```js|x\ny\n```\nB',
            'behind a fence that begins with a rule': '```yaml\n---\n```\nB',
            'in a table cell': '| a | b |\n|---|---|\n| `x` | B |\n\nB',
            'after a link with a title': 'See [docs](https://x.y/z_(a) "the docs"), `a`. B',
            'after an autolink': 'See <https://x.y/z>. B',
            'after a simple tag': 'Press <kbd>Ctrl</kbd> or <br/> B',
            'after a code element': 'Use <code>arr[0]</code> here. B',
            'after an HTML block': '<details>\n<summary>x</summary>\n\nB\n\n</details>\n\nB',
            'after a comment of its own': '<!-- note -->\n\nB',
            'after emphasis, percent signs and rules': '**50%** of *100%%*\n\n---\n\nB\n***\nB',
            'with CRLF': 'a\r\n\r\nB\r\n```\r\nx\r\n```\r\nB',
            'with backticks in its own text': 'a %%OS{"id":1,"t":"`x` ```"}%%\n\nB'
        };
        for (const [place, document] of Object.entries(documents)) {
            it(place, () => {
                const result = parseChunks([document.replaceAll('B', BLOCK)]);
                assert.deepEqual(
                    result.events.filter(event => !event.startsWith('block')),
                    []
                );
                assert.equal(result.text, document.replaceAll('B', '').replaceAll(/%%OS.*?%%/g, ''));
            });
        }
    });

    it('takes a tag in inline code for code once the code has closed, also when a block was asked about in between', () => {
        const result = parseChunks([`a \`<code> ${BLOCK}\` b\n\n${BLOCK}`]);
        assert.deepEqual(result.events, [`in-code ${BLOCK}`, 'block {"id":0}']);
    });

    it('gives the same answer however often it is asked on the way', () => {
        for (let seed = 0; seed < 200; seed++) {
            const document = hostileMarkdown(seed);
            const oftenAsked = new CodeContext();
            for (let length = 1; length <= document.length; length++) {
                oftenAsked.take(document.charAt(length - 1));
                const askedOnce = new CodeContext();
                askedOnce.take(document.slice(0, length));
                assert.equal(oftenAsked.mayBeCode, askedOnce.mayBeCode, JSON.stringify(document.slice(0, length)));
            }
        }
    });

    it('gives the same answer whatever portions it looks at, however much waits and however late it looks', () => {
        for (let seed = 0; seed < 600; seed++) {
            const text = [seed, seed + 1000, seed + 2000].map(hostileMarkdown).join('\n\n');
            const document = text.slice(0, text.length - (seed % 50));
            const atOnce = new CodeContext(Infinity);
            atOnce.take(document);
            const inPortions = new CodeContext(1 + (seed % 90), seed % 200, seed % 300);
            const length = 1 + (seed % 13);
            for (let position = 0; position < document.length; position += length) {
                inPortions.take(document.slice(position, position + length));
            }
            assert.equal(inPortions.mayBeCode, atOnce.mayBeCode, JSON.stringify(document));
        }
    });

    it('gives the same answer in a long text, of which it puts most aside, as paragraph by paragraph', () => {
        const paragraphs = [
            ...[
                'Text with `code`, a < b and <b>tags</b>.\n\n',
                '```js\ncode\n```\n\n',
                'Text:\n```\n\ncode\n\n```\n',
                '- a\n\n  - b\n\n    c\n\n'
            ],
            ...[
                '> quote\n> ```\n> code\n\n',
                '<div>\n\ntext\n\n</div>\n\n',
                '<!-- a\n\nb -->\n\n',
                '- ```\n  code\n  ```\n',
                'a <code>b</code> c\n\n'
            ],
            ...['~~~~\n~~~\n\n~~~~\n', '    code\n\n', 'a\r\n\r\nb\r', '> \ttabs\n\n', `${'- '.repeat(600)}\n\n`, 'a lone ` backtick\n']
        ];
        const asked = new CodeContext();
        const answers = new Set<boolean>();
        let text = '';
        for (let index = 0; index < 4000; index++) {
            const paragraph = `${index % 3 === 0 ? '\n' : '\n\n'}${paragraphs[(index * index + (index >> 3)) % paragraphs.length] ?? ''}x`;
            text += paragraph;
            asked.take(paragraph);
            const answer = asked.mayBeCode;
            if (index % 97 === 0) {
                const unasked = new CodeContext(...(index % 2 === 0 ? [500, 5000, 5 * index] : []));
                for (let position = 0; position < text.length; position += 999) {
                    unasked.take(text.slice(position, position + 999));
                }
                assert.equal(unasked.mayBeCode, answer, `after ${index} paragraphs`);
                answers.add(answer);
            }
        }
        assert.equal(answers.size, 2);
    });

    it('takes a carriage return and a line feed for one line end, even where it looks at the text between them', () => {
        const context = new CodeContext(100, 1000, 0);
        context.take(`a\n\n${'b'.repeat(2000)}\r`);
        context.take('\n    c');
        assert.equal(context.mayBeCode, false);
    });

    it('answers about a message of megabytes that came in one piece and has no paragraphs', () => {
        const context = new CodeContext();
        context.take(`${'a\n'.repeat(3_000_000)}a`);
        assert.equal(context.mayBeCode, false);
    });

    it('leaps to the same answers as a reader of every character gets', () => {
        const answers = [0, 0];
        for (let seed = 0; seed < 3000; seed++) {
            const ends = seed % 2 === 0 ? '\n\n' : '\n```\n\n';
            const between = seed % 4 < 2 ? 'a\n\n```js\n<b>\n```\nb\n' : '- a `b]`\n- *c* [d](e)\n\n  f\n\n  ```js\n  <b>\n  ```\n\n- g';
            const text = [hostileMarkdown(seed), between, hostileMarkdown(seed + 5000)]
                .join(ends)
                .replaceAll('\n', seed % 5 === 0 ? '\r\n' : '\n');
            compareWithScanner(text, seed % 3 === 0 ? 50 : undefined, answers);
        }
        assert.ok(Math.min(...answers) > 3000, `the documents test little: ${answers.join()}`);
    });

    it('leaps over fences in lists to the same answers', () => {
        const answers = [0, 0];
        for (let seed = 0; seed < 20_000; seed++) {
            compareWithScanner(fencedLists(seed), seed % 3 === 0 ? 50 : undefined, answers);
        }
        assert.ok(Math.min(...answers) > 20_000, `the documents test little: ${answers.join()}`);
    });

    it('knows that a code span behind a bracket may be none if a later one never closes', () => {
        const ran = (text: string): number => parseChunks([`${text}\n\n%%OS{"id":1}%%\n`]).values.length;
        for (const text of ['[``<code>``x`', '[``<code>``x\nand `more', '[``<code>`` a\n\nb']) {
            const isCode = blocksShownAsCode(`${text}\n\n%%OS{"id":1}%%\n`).size > 0;
            assert.equal(ran(text), isCode ? 0 : 1, text);
        }
        assert.equal(ran('The tag `<code>` and the tag `<pre>` are described there.'), 1);
    });

    it('runs no block that markdown-it shows as code, in 20,000 hostile documents and as many with fences in lists', function () {
        this.timeout(120_000);
        let ran = 0;
        let shown = 0;
        for (let seed = 0; seed < 40_000; seed++) {
            const document = (seed < 20_000 ? hostileMarkdown : fencedLists)(seed);
            const code = blocksShownAsCode(document);
            for (const value of parseChunks([document]).values) {
                const { id } = value as { id: number };
                assert.ok(!code.has(id), `block ${id} of document ${seed} ran: ${JSON.stringify(document)}`);
                ran++;
            }
            shown += code.size;
        }
        assert.ok(ran > 40_000 && shown > 40_000, `the documents test little: ${ran} blocks ran, ${shown} were code`);
    });
});
