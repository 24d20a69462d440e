import { ColorContribution } from '@theia/core/lib/browser/color-application-contribution';
import type { ColorRegistry } from '@theia/core/lib/browser/color-registry';
import { injectable } from '@theia/core/shared/inversify';
import { highlightThemeColors } from './highlight-color';

/** Makes the colours of highlights known to the themes. */
@injectable()
export class HighlightColorContribution implements ColorContribution {
    registerColors(colors: ColorRegistry): void {
        colors.register(...highlightThemeColors);
    }
}
