import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import markdownit from '@theia/core/shared/markdown-it';
import { GrowingMarkdownContent } from './growing-markdown-content';
import { GrowingMarkdownView } from './growing-markdown-view';

const parser = markdownit({ html: true });

function renderMarkdown(text: string): DocumentFragment {
    const template = document.createElement('template');
    template.innerHTML = parser.render(text);
    return template.content;
}

/** What stands in the page while the text arrives in pieces, before and after it is finished. */
function show(text: string, pieceLength = 120): { growing: string; finished: string; longest: number } {
    const host = document.createElement('div');
    const content = new GrowingMarkdownContent();
    let longest = 0;
    const view = new GrowingMarkdownView(host, content, piece => {
        longest = Math.max(longest, piece.length);
        return renderMarkdown(piece);
    });
    content.onDidGrow(() => view.update());
    for (let start = 0; start < text.length; start += pieceLength) {
        content.add(text.slice(start, start + pieceLength));
    }
    const [growing, longestGrowing] = [host.innerHTML, longest];
    content.finish();
    return { growing, finished: host.innerHTML, longest: longestGrowing };
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
    code: `\`\`\`ts\n${'const tea = "<hot>";\n'.repeat(200)}\`\`\`\n`
};

describe('GrowingMarkdownView', () => {
    for (const [name, text] of Object.entries(LONG)) {
        it(`shows ${name} while it grows as it will be in the end, and renders short pieces only`, () => {
            const { growing, finished, longest } = show(text);
            const whole = document.createElement('div');
            whole.append(renderMarkdown(text));
            const plain = (html: string): string => html.replace(/\s*\n\s*/g, '\n');
            assert.equal(plain(growing), plain(whole.innerHTML));
            assert.equal(finished, whole.innerHTML);
            assert.ok(longest < 2_000, `a piece of ${longest} characters was rendered`);
        });
    }

    it('is right in the end where a link is defined elsewhere', () => {
        const { finished } = show(`See [the tea][tea].\n\n${LONG.paragraphs}[tea]: https://tea.example\n`);
        assert.ok(finished.includes('href="https://tea.example"'));
    });
});
