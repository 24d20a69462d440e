import { randomNumbers } from './random-numbers';

/** `B` stands for a block. */
const LINES = [
    ...[
        '- a',
        '  - b',
        '1. c',
        '-',
        '- - d',
        '10) e',
        '-\ta',
        '-    f',
        '- 0c3b: g `h',
        '**i** j',
        '[k](l)',
        '[m]: n',
        '  | o |',
        '  |---|',
        '---'
    ],
    ...[
        '  ```',
        '  ```',
        '  ```',
        ' ```',
        '   ```js',
        '```',
        '```',
        '    ```',
        '     ```',
        '  ````',
        '  ``` `',
        '  ```  ',
        '\t```',
        '- ```'
    ],
    ...['text', '  text', '    text', '      text', '\ttext', '`', '**`*`', '~~~', '  ~~~', ' ', '   ', '> q', '> - q', '  > q', '>'],
    ...['<div>', '<pre>', '  <pre>', '  </pre>', 'a <b', 'B', 'B', 'B', '  B', '  B', '    B', '      B', '\tB', '', '', '', '', '', '', '']
];

/**
 * A document of few kinds of lines, most of them lists and the fences in them, so that whole fences are many. Block number n is
 * `%%OS{"id":n}%%`; the last one ends the document. The same seed gives the same document.
 */
export function fencedLists(seed: number): string {
    const random = randomNumbers(seed);
    const pick = (choices: readonly string[]): string => choices[Math.floor(random() * choices.length)] ?? '';
    const kinds = ['', 'B', '  ```', ...Array.from({ length: 3 + Math.floor(random() * 6) }, () => pick(LINES))];
    const end = random() < 0.1 ? '\r\n' : '\n';
    const lines = Array.from({ length: 4 + Math.floor(random() * 14) }, () => pick(kinds));
    let blocks = 0;
    return [...lines, '', 'B'].join(end).replaceAll('B', () => `%%OS{"id":${blocks++}}%%`);
}
