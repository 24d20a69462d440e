import { expect, type Locator } from '@playwright/test';

/** Goes to a control with the Tab key alone, as soon as it can be used. */
export async function tabTo(control: Locator, mostPresses = 20): Promise<void> {
    await expect(control).toBeEnabled();
    for (let presses = 0; presses < mostPresses; presses++) {
        if (await control.evaluate(element => element === document.activeElement)) {
            return;
        }
        await control.page().keyboard.press('Tab');
    }
    throw new Error('The Tab key does not lead to the control.');
}
