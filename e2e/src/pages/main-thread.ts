import type { Page } from '@playwright/test';

/** What the browser itself calls a long task: nobody notices a shorter one. */
const LONG_TASK_MS = 50;

/** How long the page was busy with something that a person does, in all and without a pause. */
export async function timeOnMainThread(page: Page, action: () => Promise<void>): Promise<{ totalMs: number; longestMs: number }> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const busyMs = async (): Promise<number> => {
        const { metrics } = await session.send('Performance.getMetrics');
        return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    };
    const longTasks = await page.evaluateHandle(() => {
        const durations: number[] = [];
        const observer = new PerformanceObserver(list => durations.push(...list.getEntries().map(({ duration }) => duration)));
        observer.observe({ type: 'longtask' });
        return { durations, observer };
    });
    const before = await busyMs();
    await action();
    const totalMs = (await busyMs()) - before;
    const durations = await longTasks.evaluate(({ durations: noted, observer }) => {
        const last = observer.takeRecords().map(({ duration }) => duration);
        observer.disconnect();
        return [...noted, ...last];
    });
    await session.detach();
    return { totalMs, longestMs: Math.max(LONG_TASK_MS, ...durations) };
}
