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

    it('shows what would load by itself as a link with its host', () => {
        const link = (href: string, text: string): string =>
            `<a href="${href}" class="openspace-outside-content" title="${href}">${text}</a>`;
        assert.equal(
            shown('![tea](https://far.example/a.png?b=c)'),
            `<p>${link('https://far.example/a.png?b=c', 'tea (far.example)')}</p>`
        );
        assert.equal(
            shown('<img srcset="https://far.example/1.png 1x, //other.example/2.png 2x">'),
            `${link('https://far.example/1.png', 'far.example')} ${link('//other.example/2.png', 'other.example')}`
        );
        assert.equal(
            shown('<video poster="https://far.example/p"><source src="https://far.example/v"></video>'),
            `<p>${link('https://far.example/p', 'far.example')} ${link('https://far.example/v', 'far.example')}</p>`
        );
        assert.equal(shown('<iframe srcdoc="<b>a</b>"></iframe>'), '(embedded content left out)');
        assert.equal(shown('![plan](docs/plan.png)'), '<p><a href="docs/plan.png" class="openspace-outside-content">plan</a></p>');
    });

    it('shows what a drawing, a style or a background would load as links, and tells of a drawing that it leaves out', () => {
        const hosts = (markdown: string): string[] =>
            [...shown(markdown).matchAll(/<a [^>]*class="openspace-outside-content"[^>]*>([^<]*)<\/a>/g)].map(([, text]) => text);
        const url = 'https://far.example/a';
        for (const [markdown, links] of [
            [`<svg><title>tea</title><image xlink:href="${url}"/></svg>`, ['tea (far.example)']],
            [`<svg><use href="${url}#a"/><rect fill="url(#own)" filter="url(//other.example/f)"/></svg>`, ['far.example', 'other.example']],
            [`<svg><foreignObject><p style="background: url('${url}')">a</p></foreignObject></svg>`, ['far.example']],
            [`<link rel="stylesheet" href="${url}">`, ['far.example']],
            [`<style>@import "${url}"; p { background: image-set("//other.example/b" 1x) }</style>`, ['far.example', 'other.example']],
            [`<p style="background: \\75rl(${url})">a</p>`, ['far.example']],
            [`<table><tr><td background="${url}">a</td></tr></table>`, ['far.example']],
            ['<style>p { display: none }</style>', []],
            ['<svg><image href="javascript:alert(1)"/></svg>', []]
        ] as const) {
            assert.deepEqual(hosts(markdown), links, markdown);
            assert.ok(!/<(svg|style|link|img|iframe)|style=|background=/.test(shown(markdown)), markdown);
        }
        assert.match(shown('Look: <svg><circle r="9"/></svg>'), /^<p>Look: \(embedded content left out\)/);
    });

    it('shows a picture that the answer brings along, and no other form of it', () => {
        const picture = 'data:image/png;base64,iVBORw0KGgo=';
        assert.equal(shown(`<img src="${picture}" srcset="https://far.example/a 2x">`), `<img src="${picture}">`);
        assert.equal(shown('<img src="data:image/svg+xml;base64,PHN2Zz4=">'), '(embedded content left out)');
    });

    it('names the target of a link that says something else', () => {
        assert.equal(
            shown('[docs](https://far.example/)'),
            '<p><a href="https://far.example/" title="https://far.example/" data-host="far.example">docs</a></p>'
        );
        assert.ok(!shown('<https://far.example/>').includes('data-host'));
    });
});
