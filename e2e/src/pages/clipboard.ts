import { expect, type Page } from '@playwright/test';

/** What a person has on the clipboard after copying something, which must not be nothing. */
export async function copied(page: Page, copy: () => Promise<void>): Promise<string> {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const read = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await copy();
    // The browser fills the clipboard when it has time to.
    await expect.poll(read, 'what was copied').not.toBe('');
    return read();
}
