import { BlockParser } from './block-parser';

/** The visible text of a finished message, for replayed history: the same grammar as the stream's, and nothing runs. */
export function stripBlocks(text: string): string {
    const visible: string[] = [];
    const parser = new BlockParser({
        onText: piece => visible.push(piece),
        onBlock: () => undefined,
        onProblem: () => undefined
    });
    parser.feed(text);
    parser.end();
    return visible.join('');
}
