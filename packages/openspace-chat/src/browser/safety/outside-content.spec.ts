import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import { replaceOutsideContent } from './outside-content';

/** The links that take the place of what the answer would load. */
function linksIn(html: string): (string | null)[] {
    const template = document.createElement('template');
    template.innerHTML = html;
    replaceOutsideContent(template.content);
    return [...template.content.querySelectorAll('a')].map(link => link.getAttribute('href'));
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
