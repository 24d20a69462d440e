import { expect } from '@playwright/test';

/**
 * Whatever a part of the application does has to work again this soon after its process is back; on a machine so busy that the process
 * itself needs longer to come back, no later than after that time once more.
 */
const RECOVERED_WITHIN_MS = 3_000;

/** How long a process that was killed took until it was back, and from then on until everything worked again. */
export interface Recovery {
    readonly processMs: number;
    readonly worksMs: number;
}

/** Times the recovery of a process that was killed just now; `works` resolves when everything works again. */
export async function timeRecovery(isBack: () => boolean, works: () => Promise<void>): Promise<Recovery> {
    const processMs = await timeOf(() => expect.poll(isBack, { intervals: [20], timeout: 60_000 }).toBe(true));
    return { processMs, worksMs: await timeOf(works) };
}

/** In words, for the report. */
export function describeRecovery({ processMs, worksMs }: Recovery): string {
    return `back after ${Math.round(processMs)} ms, all worked ${Math.round(worksMs)} ms later`;
}

/** How long something takes. */
export async function timeOf(work: () => Promise<void>): Promise<number> {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
}

/** Fails when it took too long, beyond what the work takes at any other time. */
export function expectRecovered({ processMs, worksMs }: Recovery, usualMs = 0): void {
    expect(worksMs - usualMs).toBeLessThan(Math.max(RECOVERED_WITHIN_MS, processMs));
}
