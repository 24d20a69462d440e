import type { ColorDefaults } from '@theia/core/lib/common/color';

/** The names that an agent may use for a colour; each has a shade for every kind of theme, which people may change in their settings. */
const SHADES = {
    green: { dark: '#4caf50', light: '#2e9e36', hcDark: '#7ce38b', hcLight: '#1a6e22' },
    yellow: { dark: '#e2b93d', light: '#d9a400', hcDark: '#ffe066', hcLight: '#7a5c00' },
    blue: { dark: '#4a9df8', light: '#1a73e8', hcDark: '#8ecbff', hcLight: '#0b4fa8' },
    red: { dark: '#f1635b', light: '#d93025', hcDark: '#ff9c96', hcLight: '#a31515' },
    orange: { dark: '#e8893b', light: '#d9730d', hcDark: '#ffb877', hcLight: '#8f4300' },
    purple: { dark: '#b180f0', light: '#8a4fd0', hcDark: '#d8b8ff', hcLight: '#5c2e91' }
} as const;
type HighlightColorName = keyof typeof SHADES;

export const HIGHLIGHT_COLOR_NAMES = Object.keys(SHADES) as HighlightColorName[];
export const DEFAULT_HIGHLIGHT_COLOR: HighlightColorName = 'green';

/** The themes' colours behind the names. */
export const highlightThemeColors: readonly { id: string; defaults: ColorDefaults; description: string }[] = HIGHLIGHT_COLOR_NAMES.map(
    name => ({ id: themeColorId(name), defaults: SHADES[name], description: `What the agent highlights in ${name}.` })
);

/** A colour in the forms that a decoration needs. */
export interface HighlightColor {
    readonly css: string;
    /** For the overview beside the scroll bar. */
    readonly ruler: string | { readonly id: string };
}

/** The colour that is meant: a name above, or a plain CSS colour. Undefined for what cannot be a colour. */
export function toHighlightColor(asked: string): HighlightColor | undefined {
    const name = HIGHLIGHT_COLOR_NAMES.find(each => each === asked.trim().toLowerCase());
    if (name) {
        return { css: `var(--theia-${themeColorId(name).replace('.', '-')})`, ruler: { id: themeColorId(name) } };
    }
    // References and functions other than these stay out: a highlight has a colour and nothing else.
    const isKeyword = /^\s*(inherit|initial|unset|revert|currentcolor|transparent)\s*$/i.test(asked);
    const isPlain = /^\s*(#[0-9a-f]{3,8}|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/+-]+(deg)?[\d\s.,%/+-]*\))\s*$/i.test(asked);
    return isPlain && !isKeyword ? { css: asked.trim(), ruler: asked.trim() } : undefined;
}

function themeColorId(name: HighlightColorName): string {
    return `openspaceHighlight.${name}`;
}
