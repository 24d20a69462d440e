import type { TerminalWidgetImpl } from '@theia/terminal/lib/browser/terminal-widget-impl';

/** The terminal behind a terminal widget. */
export type Screen = ReturnType<TerminalWidgetImpl['getTerminal']>;

/** Sequences that the terminal obeys as often as their count says: repeat, tab, insert and delete lines, scroll. */
const COUNTED_SEQUENCES = ['b', 'I', 'Z', 'L', 'M', 'S', 'T'];
/** No terminal is larger than this, so nothing that a person could see is lost. */
const MAX_COUNT = 500;

/** Lets the terminal ignore counts with which a program's output could keep the page busy for minutes. */
export function ignoreHugeCounts(screen: Screen): void {
    for (const final of COUNTED_SEQUENCES) {
        screen.parser.registerCsiHandler({ final }, params => params.some(param => typeof param === 'number' && param > MAX_COUNT));
    }
}
