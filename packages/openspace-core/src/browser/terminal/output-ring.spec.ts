import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import { Terminal } from 'xterm';
import { KEPT_LINES, OutputRing } from './output-ring';

describe('The output ring of a real terminal', () => {
    let screen: Terminal;
    let ring: OutputRing;

    beforeEach(() => {
        screen = new Terminal({ cols: 40, rows: 10, scrollback: KEPT_LINES, allowProposedApi: true });
        ring = new OutputRing(screen);
    });
    afterEach(() => screen.dispose());

    /** Prints in pieces, as output comes. */
    async function print(text: string): Promise<void> {
        for (let start = 0; start < text.length; start += 8_192) {
            await new Promise<void>(resolve => screen.write(text.slice(start, start + 8_192), resolve));
            ring.copy();
        }
    }

    /** Lines of which each takes three rows. */
    const wide = (first: number, last: number): string =>
        Array.from({ length: last - first + 1 }, (_, index) => `${`line ${first + index}`.padEnd(99, '.')}!\r\n`).join('');
    const all = (): string[] => {
        const lines = ring.lines();
        return Array.from({ length: lines.length }, (_, index) => lines.at(index)?.replace(/\.+!/, '') ?? '');
    };

    it('holds ten thousand lines, however many rows each of them takes, and no more', async () => {
        await print(wide(1, 12_000));
        const lines = all();
        assert.deepEqual([lines.length, lines[0], lines.at(-1)], [KEPT_LINES, 'line 2001', 'line 12000']);
        assert.equal(new Set(lines).size, KEPT_LINES);
    });

    it('holds every line once, whatever size the terminal takes meanwhile', async () => {
        for (const [index, [columns, rows]] of [
            [40, 10],
            [25, 5],
            [120, 60],
            [33, 400],
            [200, 3]
        ].entries()) {
            screen.resize(columns, rows);
            await print(wide(index * 1_500 + 1, (index + 1) * 1_500));
        }
        assert.deepEqual(
            all(),
            Array.from({ length: 7_500 }, (_, index) => `line ${index + 1}`)
        );
    });

    it('knows where the output of a command begins, also when the terminal has dropped that row', async () => {
        await print(wide(1, 1_000));
        ring.startOutput();
        await print(wide(1_001, 1_002));
        assert.equal(ring.outputStartLine, 1_001);
        await print(wide(1_003, 9_000));
        assert.equal(ring.outputStartLine, 1_001);
        await print(wide(9_001, 10_500));
        screen.resize(20, 10);
        assert.equal(ring.outputStartLine, 501);
        await print(wide(10_501, 12_000));
        assert.equal(ring.outputStartLine, undefined);
    });

    for (const [how, clear] of [
        ['a program', () => print('\x1b[H\x1b[2J\x1b[3J')],
        ['a program that would spare what is protected', () => print('\x1b[H\x1b[2J\x1b[?3J')],
        ['a reset', () => print('\x1bc')]
    ] as const) {
        it(`holds nothing of what ${how} has cleared`, async () => {
            ring.startOutput();
            await print(wide(1, 4_000));
            await clear();
            assert.deepEqual([all(), ring.outputStartLine], [[], undefined]);
            await print('new\r\n');
            assert.deepEqual(all(), ['new']);
        });
    }

    it('shows what a program shows that has the whole terminal, and afterwards what was there before', async () => {
        await print(`${wide(1, 3_000)}\x1b[?1049h\x1b[Hwhole screen`);
        assert.deepEqual(all(), ['whole screen']);
        await print('\x1b[?1049l');
        assert.equal(all().length, 3_000);
    });
});
