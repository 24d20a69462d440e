import { errors, type Page } from '@playwright/test';
import { CHAT_INPUT } from './chat-view';
import { exposeServices } from './page-services';
import { WelcomePage } from './welcome-page';

/** A page that takes longer is given up. */
const LIMIT_MS = 3000;

/** What a person sees in a window in which nothing was done yet, and what not. */
const SHOWN = ['#files .theia-FileStatNode', '.openspace-welcome', WelcomePage.SELECTOR, CHAT_INPUT];
const ABSENT = [
    '#theia-main-content-panel .lm-TabBar-tab',
    '#theia-bottom-content-panel .lm-TabBar-tab',
    '#files .theia-ExpansionToggle:not(.theia-mod-collapsed)',
    '.theia-RequestNode',
    '.theia-ChatContentInProgress',
    '.dialogOverlay',
    '.lm-Menu',
    '.theia-notification-list-item'
];

/**
 * Closes what is open and begins a new chat, as a person would. False when the window does not look new afterwards, or when it knows
 * more than it shows: a test reached into it, left something unsaved or marked, used a terminal, or typed just now.
 */
export async function emptyWindow(page: Page): Promise<boolean> {
    if (page.isClosed() || !(await page.evaluate(isOnlyUsed))) {
        return false;
    }
    await exposeServices(page);
    if (!(await page.evaluate(closeAll, LIMIT_MS))) {
        return false;
    }
    try {
        await page.waitForFunction(looksNew, { shown: SHOWN, absent: ABSENT, input: CHAT_INPUT }, { polling: 50, timeout: LIMIT_MS });
        return true;
    } catch (error) {
        if (error instanceof errors.TimeoutError) {
            return false;
        }
        throw error;
    }
}

/** Runs in the page. */
function isOnlyUsed(): boolean {
    const isReachedInto = 'openspaceServices' in window || 'openspaceSeen' in window;
    return 'theia' in window && !isReachedInto && document.querySelector('.theia-mod-dirty') === null;
}

/** Runs in the page. Does nothing where more would stay than what can be closed. What asks the person about something would never end. */
async function closeAll(limitMs: number): Promise<boolean> {
    const { shell, commands, highlighter, terminals, typing } = window.openspaceServices;
    const known = [...highlighter.book.all, ...terminals.all(), ...terminals.ended];
    if (known.length > 0 || ['main', 'bottom'].some(area => typing.isAboutToTypeIn(area))) {
        return false;
    }
    Reflect.deleteProperty(window, 'openspaceServices');
    commands.clearCommandHistory();
    const closed = [
        shell.closeTabs('main'),
        shell.closeTabs('bottom'),
        commands.executeCommand('navigator.collapse.all'),
        commands.executeCommand('ai-chat-ui.home')
    ];
    await Promise.race([Promise.all(closed), new Promise(resolve => setTimeout(resolve, limitMs))]);
    (document.activeElement as HTMLElement | null)?.blur();
    return true;
}

/** Runs in the page. */
function looksNew({ shown, absent, input }: { shown: string[]; absent: string[]; input: string }): boolean {
    const isVisible = (selector: string): boolean => document.querySelector(selector)?.checkVisibility() ?? false;
    const agent = Array.from(document.querySelectorAll('#theia-statusBar .element'), ({ textContent }) => textContent.trim());
    return (
        shown.every(isVisible) &&
        absent.every(selector => document.querySelector(selector) === null) &&
        !isVisible('.quick-input-widget') &&
        document.querySelector(`${input} .view-lines`)?.textContent === '' &&
        agent.includes('Agent: idle')
    );
}
