import { errors, type Page } from '@playwright/test';
import { CHAT_INPUT } from './chat-view';
import { exposeServices } from './page-services';
import { WelcomePage } from './welcome-page';

/** A page that takes longer is given up. */
export const EMPTYING_LIMIT_MS = 3000;

/** What a person sees in a window in which nothing was done yet, and what not. */
const SHOWN = ['#files .theia-FileStatNode', '.openspace-welcome', WelcomePage.SELECTOR, CHAT_INPUT];
const EXPANDED = '#files .theia-ExpansionToggle:not(.theia-mod-collapsed)';
const ABSENT = [
    '#theia-main-content-panel .lm-TabBar-tab',
    '#theia-bottom-content-panel .lm-TabBar-tab',
    EXPANDED,
    '.theia-RequestNode',
    '.theia-ChatContentInProgress',
    '.dialogOverlay',
    '.lm-Menu',
    '.theia-notification-list-item'
];

/**
 * Closes what is open, takes the marks away and begins a new chat, as a person would who then takes the hands off the keyboard. False
 * when the window does not look new afterwards, or when a test reached into it or left something unsaved.
 */
export async function emptyWindow(page: Page): Promise<boolean> {
    if (page.isClosed() || !(await page.evaluate(isOnlyUsed))) {
        return false;
    }
    await exposeServices(page);
    await page.evaluate(closeAll, EMPTYING_LIMIT_MS);
    const looks = { shown: SHOWN, absent: ABSENT, expanded: EXPANDED, input: CHAT_INPUT };
    try {
        await page.waitForFunction(looksNew, looks, { polling: 50, timeout: EMPTYING_LIMIT_MS });
    } catch (error) {
        if (error instanceof errors.TimeoutError) {
            return false;
        }
        throw error;
    }
    await page.evaluate(() => Reflect.deleteProperty(window, 'openspaceServices'));
    return true;
}

/** Runs in the page. */
function isOnlyUsed(): boolean {
    const isReachedInto = 'openspaceServices' in window || 'openspaceSeen' in window;
    return 'theia' in window && !isReachedInto && document.querySelector('.theia-mod-dirty') === null;
}

/** Runs in the page. What asks the person about something would never end. */
async function closeAll(limitMs: number): Promise<void> {
    const { shell, commands, highlighter, terminals, typing } = window.openspaceServices;
    highlighter.book.all.forEach(highlight => highlighter.remove(highlight));
    typing.typedAt.clear();
    typing.clickedAt.clear();
    typing.typedAnywhereAt = Number.NEGATIVE_INFINITY;
    commands.clearCommandHistory();
    const closed = [
        shell.closeTabs('main'),
        shell.closeTabs('bottom'),
        commands.executeCommand('ai-chat-ui.home'),
        commands.executeCommand('notifications.commands.clearAll')
    ];
    await Promise.race([Promise.all(closed), new Promise(resolve => setTimeout(resolve, limitMs))]);
    terminals.ended.splice(0);
    (document.activeElement as HTMLElement | null)?.blur();
}

/** Runs in the page. */
function looksNew(wanted: { shown: string[]; absent: string[]; expanded: string; input: string }): boolean {
    const { commands, terminals } = window.openspaceServices;
    if (document.querySelector(wanted.expanded)) {
        // Again and again, because the explorer still follows an editor that was open.
        void commands.executeCommand('navigator.collapse.all');
    }
    const isVisible = (selector: string): boolean => document.querySelector(selector)?.checkVisibility() ?? false;
    const agent = Array.from(document.querySelectorAll('#theia-statusBar .element'), ({ textContent }) => textContent.trim());
    return (
        wanted.shown.every(isVisible) &&
        wanted.absent.every(selector => document.querySelector(selector) === null) &&
        !isVisible('.quick-input-widget') &&
        document.querySelector(`${wanted.input} .view-lines`)?.textContent === '' &&
        agent.includes('Agent: idle') &&
        terminals.all().length + terminals.ended.length === 0
    );
}
