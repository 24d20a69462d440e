import { injectable } from '@theia/core/shared/inversify';

/** Gives each colour that is in use a class that decorations can name. */
@injectable()
export class HighlightStyles {
    protected readonly classes = new Map<string, string>();
    protected sheet?: CSSStyleSheet;

    /** Whether the browser knows the colour, as one that can be seen. */
    knows(css: string): boolean {
        const { style } = document.createElement('span');
        style.color = css;
        return style.color !== '' && !/^rgba\(.*, 0\)$/.test(style.color);
    }

    /** The class under which the colour stands in `--openspace-highlight`. */
    classOf(css: string): string {
        let name = this.classes.get(css);
        if (name === undefined) {
            name = `openspace-highlight-color-${this.classes.size + 1}`;
            this.addRule(name, css);
            this.classes.set(css, name);
        }
        return name;
    }

    protected addRule(name: string, css: string): void {
        if (!this.sheet) {
            this.sheet = new CSSStyleSheet();
            document.adoptedStyleSheets.push(this.sheet);
        }
        const rule = this.sheet.cssRules[this.sheet.insertRule(`.${name} {}`)];
        // Set as a value, never as text of the rule, so that no colour can become another rule.
        (rule as CSSStyleRule).style.setProperty('--openspace-highlight', css);
    }
}
