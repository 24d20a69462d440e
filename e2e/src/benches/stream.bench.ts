import { Gate, inPieces } from '@openspace/guide-model';
import type { ModelPiece } from '@openspace/guide-model';
import { test } from '../application/openspace-test';
import { Figures } from './figures';

const KIBIBYTE = 1024;
const TOKEN_LENGTH = 4;
/** Where the cost is measured: ten KiB each, around 10 and around 100 KiB of answer. */
const WINDOWS = { short: [5, 15], long: [95, 105] } as const;

/** One line of an answer for each kind of markdown that can be long. Its words are its own: they tell how much of the answer is shown. */
const KINDS: Readonly<Record<string, { head?: string; line: (index: number) => string }>> = {
    paragraphs: { line: index => `Paragraph ${index} says that *tea* is poured \`hot\`, and that **water** cools down.\n\n` },
    list: { line: index => `- item ${index} of the list with *some* text in it\n` },
    'numbered list': { line: index => `${index + 1}. item ${index} of the list with *some* text in it\n` },
    'code block': { head: '```ts\n', line: index => `const infusion${index} = steep(water, { seconds: ${index} });\n` },
    table: { head: '| tea | water | time |\n|---|---|---|\n', line: index => `| tea ${index} | ${index % 100} degrees | two minutes |\n` }
};

function longText({ head = '', line }: (typeof KINDS)[string], length: number): string {
    let text = head;
    for (let index = 0; text.length < length; index++) {
        text += line(index);
    }
    return text;
}

test('the cost of a token stays the same however long the answer is', async ({ ide, page, model }) => {
    const figures = new Figures();
    const browser = await page.context().newCDPSession(page);
    // Processor time: what other programs do meanwhile matters little.
    await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busyMs = async (): Promise<number> => {
        const { metrics } = await browser.send('Performance.getMetrics');
        return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    };

    for (const [kind, shape] of Object.entries(KINDS)) {
        const text = longText(shape, 106 * KIBIBYTE);
        const stops = Object.values(WINDOWS).flat();
        const gates = stops.map(() => new Gate());
        const pieces: ModelPiece[] = [];
        let sent = 0;
        // Each stop ends at a line's end, so that what is shown by then can be told.
        const ends = stops.map(stop => text.indexOf('\n', stop * KIBIBYTE) + 1);
        for (const [index, end] of ends.entries()) {
            const isMeasured = index % 2 === 1;
            pieces.push(...inPieces(text.slice(sent, end), isMeasured ? TOKEN_LENGTH : KIBIBYTE), {
                kind: 'gate',
                gate: gates[index]
            });
            sent = end;
        }
        model.answer(pieces);
        await ide.chat.send(`Write a long answer: ${kind}`);
        const costs: number[] = [];
        for (const [index, gate] of gates.entries()) {
            await gate.reached;
            await ide.chat.waitUntilShown(lastWordsOf(text.slice(0, ends[index])));
            costs.push(await busyMs());
            gate.open();
        }
        await ide.chat.waitUntilAnswered();
        const [before10, after10, before100, after100] = costs as [number, number, number, number];
        figures.note(`${kind}: page busy for a token at 10 KiB`, (1000 * (after10 - before10)) / ((10 * KIBIBYTE) / TOKEN_LENGTH), 'µs');
        figures.check(`${kind}: cost of a token at 100 KiB beside 10 KiB`, (after100 - before100) / (after10 - before10), 1.5);
    }
    figures.conclude();
});

/** The end of the text as it is shown, without its markup. */
function lastWordsOf(markdown: string): string {
    const words = markdown.trimEnd().split('\n').at(-1) ?? '';
    return words
        .replace(/^(?:- |\d+\. )|[*`]/g, '')
        .replace(/^\| | \|$/g, '')
        .split(' | ')
        .join('');
}
