import { Gate, inPieces } from '@openspace/guide-model';
import type { ModelPiece } from '@openspace/guide-model';
import { test } from '../application/openspace-test';
import { Figures, median } from './figures';

const KIBIBYTE = 1024;
const TOKEN_LENGTH = 4;
/** Where the cost is measured: ten KiB each, around 10 and around 100 KiB of answer. */
const WINDOWS = { short: [5, 15], long: [95, 105] } as const;
/** Each kind is measured as often, both windows in each round, so that what else the machine does hits both alike. */
const ROUNDS = 5;
const MAX_GROWTH = 1.5;

interface Kind {
    readonly head?: string;
    readonly line: (index: number) => string;
}

/** One line of an answer for each kind of markdown that can be long. Its words are its own: they tell how much of the answer is shown. */
const KINDS: Readonly<Record<string, Kind>> = {
    paragraphs: { line: index => `Paragraph ${index} says that *tea* is poured \`hot\`, and that **water** cools down.\n\n` },
    'bold-led paragraphs': { line: index => `**Term ${index}** means that *tea* is poured \`hot\`, and that water cools down.\n\n` },
    'one long paragraph': { line: index => `Sentence ${index} says that *tea* is poured \`hot\`, and that **water** cools down. ` },
    quote: { line: index => `> Quote ${index} says that *tea* is poured \`hot\`, and that **water** cools down.\n>\n` },
    list: { line: index => `- item ${index} of the list with *some* text in it\n` },
    'numbered list': { line: index => `${index + 1}. item ${index} of the list with *some* text in it\n` },
    'code block': { head: '```ts\n', line: index => `const infusion${index} = steep(water, { seconds: ${index} });\n` },
    'code in a list item': {
        head: '1. Steep it:\n\n   ```ts\n',
        line: index => `   const infusion${index} = steep(water, { seconds: ${index} });\n`
    },
    table: { head: '| tea | water | time |\n|---|---|---|\n', line: index => `| tea ${index} | ${index % 100} degrees | two minutes |\n` },
    'table without outer bars': {
        head: 'tea | water | time\n---|---|---\n',
        line: index => `tea ${index} | ${index % 100} degrees | two minutes\n`
    }
};

/** The lines of an answer that are needed to make it at least as long as each of the lengths, one after the other. */
function linesUpTo(lengths: readonly number[], { head = '', line }: Kind): string[][] {
    let length = head.length;
    let index = 0;
    return lengths.map((wanted, part) => {
        const lines = part === 0 ? [head] : [];
        for (; length < wanted; index++) {
            const next = line(index);
            lines.push(next);
            length += next.length;
        }
        return lines;
    });
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

    /** Lets the model answer in this way, and tells how long the page was busy in each window. */
    const measure = async (name: string, kind: Kind): Promise<{ short: number; long: number }> => {
        const parts = linesUpTo(
            Object.values(WINDOWS)
                .flat()
                .map(stop => stop * KIBIBYTE),
            kind
        ).map(lines => ({ text: lines.join(''), lastLine: lines.at(-1) ?? '', gate: new Gate() }));
        model.answer(
            parts.flatMap(({ text, gate }, index): ModelPiece[] => [
                ...inPieces(text, index % 2 === 1 ? TOKEN_LENGTH : KIBIBYTE),
                { kind: 'gate', gate }
            ])
        );
        await ide.chat.beginAnother();
        await ide.chat.send(`Write a long answer: ${name}`);
        const costs: number[] = [];
        for (const { lastLine, gate } of parts) {
            await gate.reached;
            await ide.chat.waitUntilShown(wordsOf(lastLine));
            costs.push(await busyMs());
            gate.open();
        }
        await ide.chat.waitUntilAnswered();
        const [beforeShort, afterShort, beforeLong, afterLong] = costs as [number, number, number, number];
        return { short: afterShort - beforeShort, long: afterLong - beforeLong };
    };

    const found = Object.keys(KINDS).map((): { short: number; long: number }[] => []);
    for (let round = 0; round < ROUNDS; round++) {
        for (const [index, [name, kind]] of Object.entries(KINDS).entries()) {
            found[index]?.push(await measure(name, kind));
        }
    }
    for (const [index, name] of Object.keys(KINDS).entries()) {
        const costs = found[index] ?? [];
        const tokens = ((WINDOWS.short[1] - WINDOWS.short[0]) * KIBIBYTE) / TOKEN_LENGTH;
        figures.note(`${name}: page busy for a token at 10 KiB`, (1000 * median(costs.map(({ short }) => short))) / tokens, 'µs');
        const growth = costs.map(({ short, long }) => long / short);
        figures.check(`${name}: cost of a token at 100 KiB beside 10 KiB`, median(growth), MAX_GROWTH);
    }
    figures.conclude();
});

/** A line as it is shown, without its markup. */
function wordsOf(line: string): string {
    return line
        .trim()
        .replace(/^(?:- |\d+\. )|[*`]|^>|>$/gm, '')
        .replace(/^\| | \|$/g, '')
        .split(' | ')
        .join('')
        .trim();
}
