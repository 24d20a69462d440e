import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe finds serious or worse inside an element, once it is there, with the places. */
export async function seriousProblems(page: Page, selector: string): Promise<string[]> {
    await expect(page.locator(selector).first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include(selector).analyze();
    return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
}
