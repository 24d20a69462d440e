import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import { OpenerService } from '@theia/core/lib/browser';
import DOMPurify from '@theia/core/shared/dompurify';
import { Container } from '@theia/core/shared/inversify';
import { AnswerSanitizer } from '../safety/answer-sanitizer';
import { ChatMarkdown } from './chat-markdown';

function shown(markdown: string): string {
    const container = new Container();
    container.bind(OpenerService).toConstantValue({});
    container.bind(ChatMarkdown).toSelf();
    const host = document.createElement('div');
    host.append(container.get(ChatMarkdown).render(markdown));
    return host.innerHTML.trim();
}

describe('ChatMarkdown', () => {
    before(() => new AnswerSanitizer().initialize());
    after(() => DOMPurify.removeAllHooks());

    it('lets nothing through that could cover, hide or pretend to be a part of the IDE', () => {
        assert.equal(
            shown('<p style="position:fixed" class="dialogOverlay" id="a" data-x="1" aria-hidden="true" hidden>a</p>'),
            '<p>a</p>'
        );
        const text = shown(
            '<form><label>b <input></label><button>c</button></form><style>p { display: none }</style><svg><circle r="9"></circle></svg>'
        );
        assert.ok(!/<(form|label|input|button|style|svg|circle)/.test(text), text);
    });

    it('shows text, tables and code', () => {
        assert.equal(shown('**a** `b`'), '<p><strong>a</strong> <code>b</code></p>');
        assert.equal(shown('```ts\na\n```'), '<pre><code class="language-ts">a\n</code></pre>');
        assert.match(shown('|a|b|\n|-|-:|\n|1|2|'), /<table>.*<td.*>2<\/td>/s);
    });
});
