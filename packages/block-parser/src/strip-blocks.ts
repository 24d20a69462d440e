import { BlockParser } from './block-parser';

/**
 * The visible text of a finished message, for replayed history: the same grammar as the stream's, and nothing runs. `onBlock` is called
 * for each block that was taken out.
 */
export function stripBlocks(text: string, onBlock: () => void = () => undefined): string {
    const visible: string[] = [];
    const parser = new BlockParser({
        onText: piece => visible.push(piece),
        onBlock,
        onProblem: () => undefined
    });
    parser.feed(text);
    parser.end();
    return visible.join('');
}
