import assert from 'node:assert/strict';
import { HIGHLIGHT_COLOR_NAMES, highlightThemeColors, toHighlightColor } from './highlight-color';

describe('The colour of a highlight', () => {
    it('by name follows the theme, which has a shade of it for every kind', () => {
        assert.deepEqual(toHighlightColor(' Green'), {
            css: 'var(--theia-openspaceHighlight-green)',
            ruler: { id: 'openspaceHighlight.green' }
        });
        assert.deepEqual(
            highlightThemeColors.map(({ id }) => id),
            HIGHLIGHT_COLOR_NAMES.map(name => `openspaceHighlight.${name}`)
        );
    });

    for (const css of ['#fc0', '#ffcc00', '#ffcc0080', 'lightgreen', 'rgb(1, 2, 3)', 'rgba(1 2 3 / 50%)', 'hsl(120deg 50% 50%)']) {
        it(`may be ${css}`, () => {
            assert.deepEqual(toHighlightColor(css), { css, ruler: css });
        });
    }

    for (const text of [
        '',
        'url(https://example.org)',
        'var(--x)',
        'red; } body {',
        'env(x)',
        'color-mix(in srgb, red, blue)',
        '#ffcc00ff00',
        'transparent',
        'Inherit'
    ]) {
        it(`is not ${JSON.stringify(text)}`, () => {
            assert.equal(toHighlightColor(text), undefined);
        });
    }
});
