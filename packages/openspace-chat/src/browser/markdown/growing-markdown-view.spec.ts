import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import markdownit from '@theia/core/shared/markdown-it';
import * as fc from 'fast-check';
import { GrowingMarkdownContent } from './growing-markdown-content';
import { GrowingMarkdownView } from './growing-markdown-view';
import { sliceAsHtml } from './markdown-slice';

const parser = markdownit({ html: true });

function asNodes(html: string): DocumentFragment {
    const template = document.createElement('template');
    template.innerHTML = html;
    return template.content;
}

/** What a text looks like when it is rendered as a whole. */
function rendered(text: string): string {
    const whole = document.createElement('div');
    whole.append(asNodes(parser.render(text)));
    return whole.innerHTML;
}

/** White space between elements differs, without being seen. */
const plain = (html: string): string => html.replace(/\s*\n\s*/g, '\n').replace(/\n+(?=<)|(?<=>)\n+/g, '');

/** What stands in the page while the text arrives in pieces, before and after it is finished. */
function show(text: string, pieceLength = 120): { growing: string; finished: string; longest: number } {
    const host = document.createElement('div');
    const content = new GrowingMarkdownContent();
    let longest = 0;
    const view = new GrowingMarkdownView(host, content, {
        render: markdown => asNodes(parser.render(markdown)),
        renderSlice: (slice, definitions) => {
            longest = Math.max(longest, slice.shown.length);
            return asNodes(sliceAsHtml(parser, slice, definitions));
        }
    });
    content.onDidGrow(() => view.update());
    for (let start = 0; start < text.length; start += pieceLength) {
        content.add(text.slice(start, start + pieceLength));
    }
    const growing = host.innerHTML;
    content.finish();
    return { growing, finished: host.innerHTML, longest };
}

const LONG = {
    paragraphs: `${'Tea is *poured* hot. '.repeat(10)}\n\n`.repeat(20),
    'a list': '- one `two`\n'.repeat(250),
    'a numbered list': Array.from({ length: 250 }, (_, index) => `${index + 1}. item\n`).join(''),
    'a nested list': '- one\n  - two\n'.repeat(150),
    'a table': `| a | b |\n|---|---|\n${'| *one* | two |\n'.repeat(200)}`,
    'a list, a table and code in a row': `${'- one\n'.repeat(200)}\n1. two\n\n| a |\n|---|\n| b |\n\n\`\`\`\nthree\n\`\`\`\n\nFour.\n`,
    'a table and what follows': `| a | b |\n|---|---|\n${'| one | two |\n'.repeat(150)}\nThree.\n`,
    'code and what follows': `\`\`\`\n${'line\n'.repeat(300)}\`\`\`\n- one\n`,
    'paragraphs that begin in bold': `**Term** *means* tea.\n\n`.repeat(150),
    'a quote': '> Tea is *poured* hot.\n>\n'.repeat(150),
    'a list whose items stand apart': '- one\n\n- two\n\n'.repeat(150),
    'a list in a list whose items stand apart': `- a\n\n${'  1. b\n\n'.repeat(200)}  c\n`,
    'code in a list item and what follows': `1. Do:\n\n   \`\`\`ts\n${'   const tea = "<hot>";\n'.repeat(200)}   \`\`\`\n\n   Then:\n\n2. two\n`,
    'code in a quote': `> \`\`\`\n${'> code\n'.repeat(300)}> \`\`\`\n>\n> one\n\ntwo\n`,
    'a table without outer bars': `a | b\n---|---\n${'*one* | two\n'.repeat(200)}\nThree.\n`,
    'links that are defined above': `[tea]: https://tea.example\n\n${'See [the tea][tea].\n\n'.repeat(150)}`,
    code: `\`\`\`ts\n${'const tea = "<hot>";\n'.repeat(200)}\`\`\`\n`
};

describe('GrowingMarkdownView', () => {
    for (const [name, text] of Object.entries(LONG)) {
        it(`shows ${name} while it grows as it will be in the end, and renders short pieces only`, () => {
            const { growing, finished, longest } = show(text);
            assert.equal(plain(growing), plain(rendered(text)));
            assert.equal(finished, rendered(text));
            assert.ok(growing.length <= finished.length + 10, `${growing.length} characters of HTML instead of ${finished.length}`);
            assert.ok(longest < 2_000, `a piece of ${longest} characters was rendered`);
        });
    }

    it('shows what has no text of its own behind a list that was cut', () => {
        for (const silent of ['***', '![](cup.png)', '```\n\n  ```']) {
            const text = `- ${'- one `two`\n  '.repeat(150)}\n- ${silent}\n`;
            assert.equal(plain(show(text).growing), plain(rendered(text)));
        }
    });

    it('is right in the end where a link is defined elsewhere', () => {
        const text = `See [the tea][tea].\n\n${LONG.paragraphs}[tea]: https://tea.example\n`;
        const { growing, finished } = show(text);
        assert.ok(!growing.includes('href='));
        assert.equal(finished, rendered(text));
    });

    it('takes what stands below the definition of a link for its title, wherever a slice would end', () => {
        for (let length = 770; length < 800; length++) {
            const text = `${'x'.repeat(length)}\n\n[tea]: a\n"The\ntitle"\n\nSee [tea].\n`;
            assert.equal(plain(show(text, 400).growing), plain(rendered(text)));
        }
    });

    it('keeps what stands in an element of HTML in there', () => {
        const text = `<details>\n\n${LONG.paragraphs}</details>\n\n${LONG.paragraphs}`;
        assert.equal(plain(show(text).growing), plain(rendered(text)));
        const unended = '<p>Tea is poured hot.\n\n'.repeat(400);
        assert.equal(plain(show(unended).growing), plain(rendered(unended)));
    });

    it('shows any answer while it grows as it will be in the end', () => {
        fc.assert(
            fc.property(answers, fc.integer({ min: 300, max: 3_000 }), (text, pieceLength) => {
                const { growing, finished } = show(text, pieceLength);
                assert.equal(plain(growing), plain(rendered(text)));
                assert.equal(finished, rendered(text));
            }),
            { numRuns: 60 }
        );
    });
});

const words = fc.constantFrom(
    ...[
        'Tea is poured hot.',
        '**Water** cools *down*.',
        'See [tea].',
        '`a | b`',
        'a | b',
        '1984 was hot.',
        '-1 degrees',
        '[cup](a.md)',
        '<b>hot</b>'
    ],
    ...['*Milk*', ':tea:', '+1', '#tea', '"Sugar"', '(or not)', '\\> quoted', 'one\\', 'x > y', '&amp; so on']
);
const sentences = fc.array(words, { minLength: 1, maxLength: 30 }).map(parts => parts.join(' '));
const lines = fc.array(sentences, { minLength: 1, maxLength: 4 }).map(parts => parts.join('\n'));
/** What looks like the beginning of another block has to stay code. */
const codeLines = fc
    .array(fc.constantFrom('const a = 1;', '', '- no item', '> no quote', '| no | table |', '  indented', '# no heading', '1. no item'), {
        minLength: 1,
        maxLength: 120
    })
    .map(parts => parts.join('\n'));
const fence = fc
    .tuple(fc.constantFrom('```', '~~~~', '```ts'), codeLines)
    .map(([mark, code]) => `${mark}\n${code}\n${mark.replace('ts', '')}`);
const table = fc
    .tuple(
        fc.boolean(),
        fc.array(
            words.filter(text => !text.includes('|') && !text.endsWith('\\')),
            { minLength: 1, maxLength: 100 }
        )
    )
    .map(([bars, cells]) =>
        ['a | b', '--- | :-:', ...cells.map(cell => `${cell} | tea`)].map(row => (bars ? `| ${row} |` : row)).join('\n')
    );
const leaf = fc.oneof(
    { weight: 4, arbitrary: lines },
    { weight: 2, arbitrary: fence },
    table,
    fc.constantFrom(
        '# Heading',
        'Heading\n===',
        '***',
        '<div>\nhtml\n</div>',
        '<!-- a\n\nb -->',
        '    indented code',
        '<details>\n\nmore\n\n</details>'
    ),
    fc.constantFrom('[tea]: https://tea.example', '[tea]: <b>\n"Title"', '[cup]: c "a\nb"')
);
const indented = (text: string, marker: string): string =>
    marker + text.replaceAll('\n', `\n${' '.repeat(marker.length)}`).replace(/^ +$/gm, '');
const marker = fc.constantFrom('- ', '* ', '+ ', '1. ', '2) ', '-   ');
/** Between lists of the same kind stands something, or they would be one. */
const joined = (blocks: readonly string[]): string =>
    blocks.map(text => (/^(?:[-*+]|\d[.)]) /.test(text) ? `${text}\n\nThen.` : text)).join('\n\n');
/** The items of one list either all stand apart or none does. */
const list = (block: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc
        .tuple(marker, fc.boolean(), fc.array(fc.array(block, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 20 }))
        .map(([mark, apart, items]) => {
            const gap = apart ? '\n\n' : '\n';
            return items.map(blocks => indented(apart ? joined(blocks) : (blocks[0] ?? ''), mark)).join(gap);
        });
const quote = fc.array(leaf, { minLength: 1, maxLength: 12 }).map(blocks => `> ${blocks.join('\n\n').replaceAll('\n', '\n> ')}`);
const block = fc.oneof({ weight: 3, arbitrary: leaf }, list(fc.oneof(lines, fence, list(sentences))), quote);
/** Links are defined before they are used: those that are not are right in the end only. */
const answers = fc
    .array(block, { minLength: 1, maxLength: 12 })
    .map(blocks => `[tea]: https://tea.example/first\n[cup]: b\n\n${joined(blocks)}\n`);
