import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, type TestInfo } from '@playwright/test';

/** The themes in which views and dialogs are looked at, with a word for the names of pictures. */
export const THEMES = [
    { label: 'Light (Theia)', word: 'light' },
    { label: 'Dark (Theia)', word: 'dark' }
] as const;

/** Monaco's own quick pick breaks these rules, whoever uses it: its rows have a level, and its key names a label. */
export const MONACO_QUICK_PICK = ['aria-allowed-attr', 'aria-prohibited-attr'];

/** What axe finds serious or worse inside an element, once it is there, with the places; rules may be left out. */
export async function seriousProblems(page: Page, selector: string, withoutRules: string[] = []): Promise<string[]> {
    await expect(page.locator(selector).first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include(selector).disableRules(withoutRules).analyze();
    return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
}

/** Keeps a picture of the window as it is, for a person to look at. */
export async function takePicture(page: Page, info: TestInfo, name: string): Promise<void> {
    await page.screenshot({ path: info.outputPath(`${name}.png`) });
}
