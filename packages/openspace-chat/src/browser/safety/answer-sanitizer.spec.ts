import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import DOMPurify from '@theia/core/shared/dompurify';
import { AnswerSanitizer } from './answer-sanitizer';

/** Sanitizes as Theia's chat does. */
function shown(html: string): string {
    return DOMPurify.sanitize(html, {
        ALLOW_UNKNOWN_PROTOCOLS: true,
        ADD_TAGS: ['iframe', 'frame'],
        ADD_ATTR: ['src', 'srcset', 'srcdoc', 'poster', 'href', 'xlink:href', 'data']
    });
}

describe('AnswerSanitizer', () => {
    before(() => new AnswerSanitizer().initialize());
    after(() => DOMPurify.removeAllHooks());

    it('takes away what could cover or hide something', () => {
        assert.equal(shown('<p style="position:fixed;inset:0">a</p>'), '<p>a</p>');
        assert.equal(shown('<p class="dialogOverlay" id="theia-app-shell" tabindex="1" hidden>a</p>'), '<p>a</p>');
        assert.equal(shown('<p>a</p><style>button { display: none }</style>').replace(/\s+/g, ''), '<p>a</p>');
        assert.ok(!/svg|circle/.test(shown('<p>a</p><svg overflow="visible"><circle r="9999"></circle></svg>')));
    });

    it('takes away controls and keeps their text', () => {
        const text = shown(
            '<form action="/x"><label>Name <input name="n"></label><button>Allow</button><select><option>x</option></select></form>'
        );
        assert.ok(!/<(form|input|button|select|option|label)/.test(text), text);
        assert.match(text, /Name.*Allow/);
    });

    it('leaves no link that would run a command', () => {
        for (const link of ['command:core.close.all', 'COMMAND:core.close.all', ' command:core.close.all', '&#99;ommand:core.close.all']) {
            assert.equal(shown(`<a href="${link}">go</a>`), '<a>go</a>');
        }
    });

    it('leaves text, tables, links, pictures and code as they are', () => {
        const plain = [
            '<p><strong>a</strong> <a href="https://example.org">b</a> <a href="file:///c">c</a></p>',
            '<ol start="3"><li>a</li></ol>',
            '<table><tbody><tr><td colspan="2" align="right">a</td></tr></tbody></table>',
            '<pre><code class="language-ts">a</code></pre>',
            '<img src="data:image/png;base64,AAAA" alt="a" width="10">'
        ];
        for (const html of plain) {
            assert.equal(shown(html), html);
        }
    });

    it('leaves what is not an answer alone', () => {
        assert.equal(DOMPurify.sanitize('<i class="codicon" style="color:red">a</i>'), '<i class="codicon" style="color:red">a</i>');
    });
});
