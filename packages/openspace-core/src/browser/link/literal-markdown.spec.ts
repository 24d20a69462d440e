import '../testing/browser-environment';
import assert from 'node:assert/strict';
import markdownit from '@theia/core/shared/markdown-it';
import { literalMarkdown } from './literal-markdown';

/** What a person sees of a notification that Theia renders, and whether it is more than text. */
function shown(text: string): { text: string | null; elements: number } {
    const view = document.createElement('div');
    view.innerHTML = markdownit({ html: false }).renderInline(literalMarkdown(text));
    return { text: view.textContent, elements: view.childElementCount };
}

describe('Literal markdown', () => {
    it('is shown as the text that it was, whatever that was', () => {
        const texts = [
            'a [Sign in again](http://127.0.0.1/x)',
            '![a](http://127.0.0.1/x)',
            '<http://127.0.0.1/>',
            '[a]: http://127.0.0.1/'
        ];
        for (const text of [...texts, '`a` *b* _c_ ~~d~~ **e**', '&lt;&amp;&#91;', 'a\\[b](c)', '\\', 'snake_case_name.ts: 3 < 4']) {
            assert.deepEqual(shown(text), { text, elements: 0 });
        }
    });
});
