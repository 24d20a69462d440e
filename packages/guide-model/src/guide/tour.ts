import { inParagraphs } from './answer-text';
import { firstLook } from './first-look';
import { COMMAND, findBlock, highlightBlock, listPanesBlock, openBlock, runBlocks, splitBlock } from './guide-blocks';
import type { GuideContext } from './guide-context';

/** One stop of the tour of the sample project. */
interface TourStop {
    readonly path: string;
    readonly line: number;
    readonly says: string;
    /** Last line to mark, beginning with the stop's own. */
    readonly markedTo?: number;
    /** Opens at the right of the stop before. */
    readonly isBeside?: boolean;
}

/** What the last stops show is what the person is left with, so they are the most rewarding ones. */
export const TOUR_STOPS: readonly TourStop[] = [
    {
        path: 'README.md',
        line: 1,
        says: 'The **README** says what this is: a planner for a tea tasting around a kettle that boils only once.'
    },
    {
        path: 'src/teas.ts',
        line: 12,
        markedTo: 18,
        says: 'This is the **shelf**, every tea with its temperature. Add your favourite here.'
    },
    {
        path: 'src/index.ts',
        line: 42,
        says: 'Here, at line 42, is the **heart** of it: `planTasting` decides which tea is poured when.'
    },
    {
        path: 'src/brewing.mjs',
        line: 12,
        isBeside: true,
        says: 'Beside it is the **arithmetic** of brewing, such as how long the second infusion takes.'
    }
];

/**
 * Shows one file after another and what else the IDE can do, in no more blocks than the IDE runs of one message unless told otherwise. In a project that the guide does not know it opens one file and leaves it at that.
 */
export function tourAnswer(context: GuideContext): string {
    if (!context.isSampleProject) {
        return firstLook(context);
    }
    const offers = (...ids: string[]): boolean => ids.every(wanted => context.commands.includes(wanted));
    const stops = TOUR_STOPS.map(stop => inParagraphs(stop.says, ...stopBlocks(stop, offers)));
    const find = offers(COMMAND.findFiles)
        ? [inParagraphs('What you cannot see you can **find**: here is every file whose name speaks of brewing.', findBlock('brewing'))]
        : [];
    const look = offers(COMMAND.listPanes)
        ? [inParagraphs('I know what you have before you: let me look at the **panes** that are open by now.', listPanesBlock())]
        : [];
    const canRun = offers(COMMAND.createTerminal, COMMAND.send, COMMAND.readOutput);
    const run = canRun ? [inParagraphs('Last, the **tests** of that arithmetic, in a terminal.', ...runBlocks('npm test', context))] : [];
    return inParagraphs(
        'Welcome! I open each file as I come to it; they all stay open as tabs.',
        ...[...stops, ...find, ...look, ...run].map((text, index) => `${index + 1}. ${text}`),
        'Now it is your turn: try `open notes.md`, `find brewing` or `what can you do`.'
    );
}

function stopBlocks({ path, line, markedTo, isBeside }: TourStop, offers: (...ids: string[]) => boolean): string[] {
    if (isBeside && offers(COMMAND.openPane)) {
        return [splitBlock(path, 'vertical')];
    }
    const mark = markedTo !== undefined && offers(COMMAND.highlight) ? [highlightBlock(path, line, markedTo)] : [];
    return [openBlock({ path, line }), ...mark];
}
