import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import { replaceOutsideContent } from './outside-content';

/** An attribute of all links in an answer, those in the place of what it would load included. */
function linksIn(html: string, attribute = 'href'): (string | null)[] {
    const template = document.createElement('template');
    template.innerHTML = html;
    replaceOutsideContent(template.content);
    return [...template.content.querySelectorAll('a')].map(link => link.getAttribute(attribute));
}

describe('A link in the place of outside content', () => {
    it('leads to the web, to a file or into the workspace', () => {
        for (const address of [
            'https://example.org/a.png',
            'http://example.org/a.png',
            '//example.org/a.png',
            'file:///a.png',
            'docs/a.png'
        ]) {
            assert.deepEqual(linksIn(`<img src="${address}">`), [address]);
        }
    });

    it('never runs anything', () => {
        assert.deepEqual(linksIn('<img src="java&#9;script:alert(1)">'), []);
        const addresses = ['command:core.close.all', 'javascript:alert(1)', '&#1;javascript:alert(1)', 'vscode://x'];
        for (const address of [...addresses, '&#1;command:core.close.all', 'data:text/html', 'blob:x', 'vbscript:x']) {
            assert.deepEqual(linksIn(`<img src="${address}">`), [], address);
            assert.deepEqual(linksIn(`<img srcset="a.png 1x, ${address}">`), ['a.png'], address);
        }
    });
});

describe('A link in an answer', () => {
    const hostsOf = (html: string): (string | null)[] => linksIn(html, 'data-host');

    it('tells the host that the browser would go to', () => {
        for (const address of [
            'https://evil.example',
            '//evil.example',
            '&#9;//evil.example',
            '/\\evil.example',
            'HTTPS:\\\\evil.example/a'
        ]) {
            assert.deepEqual(hostsOf(`<a href="${address}">github.com</a>`), ['evil.example'], address);
        }
        assert.deepEqual(hostsOf('<a href="docs/a.md">a</a><a href="#top">b</a><a href="file:///a">c</a>'), [null, null, null]);
    });

    it('says it already only where it says the whole name', () => {
        assert.deepEqual(hostsOf('<a href="https://hub.com/a">see hub.com/a</a>'), [null]);
        assert.deepEqual(hostsOf('<a href="https://hub.com">github.com</a><a href="https://hub.com">hub.com.example</a>'), [
            'hub.com',
            'hub.com'
        ]);
    });
});
