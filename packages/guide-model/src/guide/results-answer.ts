const OPENING = 'Results of your commands.';
/** Number, command, outcome, and what stands between the marks. */
const RESULT = /^\d+\. (\S+) [^\n]*: (\w+)\n--- (\S+)\n([\s\S]*?)\n--- \3$/gm;

/** What the guide says when the IDE tells it how its commands ended; undefined when a person speaks. */
export function answerToResults(message: string): string | undefined {
    if (!message.startsWith(OPENING)) {
        return undefined;
    }
    const reasons = [...message.matchAll(RESULT)]
        .filter(([, , outcome]) => outcome !== 'done')
        .map(([, , , , text = '']) => text.split('\n', 1)[0] ?? '');
    return reasons.length === 0 ? 'Done.' : `That did not work. ${[...new Set(reasons)].join(' ')}`;
}
