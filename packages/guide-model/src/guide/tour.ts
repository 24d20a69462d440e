import { openBlock } from './editor-open';
import type { GuideContext } from './guide-context';

/** One stop of the tour of the sample project. */
interface TourStop {
    readonly path: string;
    readonly line: number;
    readonly says: string;
}

/** The last stop is where the person stays, so it is the most rewarding one. */
export const TOUR_STOPS: readonly TourStop[] = [
    {
        path: 'README.md',
        line: 1,
        says: 'The **README** says what this is: a planner for a tea tasting around a kettle that boils only once.'
    },
    { path: 'src/teas.ts', line: 12, says: 'This is the **shelf**, every tea with its temperature. Add your favourite here.' },
    {
        path: 'src/brewing.mjs',
        line: 12,
        says: 'The **arithmetic** of brewing, such as how long the second infusion takes, has tests in `test/`.'
    },
    {
        path: 'src/index.ts',
        line: 42,
        says: 'And here, at line 42, is the **heart** of it: `planTasting` decides which tea is poured when.'
    }
];

/** Shows one file after another; in a project that the guide does not know it opens the README and leaves it at that. */
export function tourAnswer({ isSampleProject }: GuideContext): string {
    if (!isSampleProject) {
        return [
            `I do not know this project, so the tour is short: its README is the best first stop, if it has one.${openBlock({ path: 'README.md' })}`,
            'From there, ask me for any file you read about, for example `open README.md at line 10`.'
        ].join('\n\n');
    }
    const stops = TOUR_STOPS.map(({ says, path, line }, index) => `${index + 1}. ${says}${openBlock({ path, line })}`);
    return [
        'Welcome! I open each file as I come to it; they all stay open as tabs.',
        stops.join('\n'),
        'Now it is your turn: try `open notes.md`, or ask `what can you do`.'
    ].join('\n\n');
}
