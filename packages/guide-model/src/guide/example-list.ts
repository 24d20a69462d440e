import { inParagraphs } from './answer-text';
import type { GuideContext } from './guide-context';

/** What to say to the guide, a line for each kind of request, with FILE for the name of a file. */
const EXAMPLES: readonly (readonly string[])[] = [
    ['take me on a tour', 'where do I start', 'what can you do'],
    ['open FILE at line 10', 'open FILE beside it', 'close FILE'],
    ['highlight lines 1 to 8 of FILE', 'clear the highlight'],
    ['list the files', 'find readme', 'write "Buy oolong" to shopping.md'],
    ['run ls', 'run the tests', 'open a terminal'],
    ['what is open', 'what went wrong', 'undo', 'how do I connect a model']
];

/** What a person may say, with a file that is there, or else with a word that stands for one. */
export function exampleList({ knownFile }: GuideContext): string {
    const list = EXAMPLES.map(line => `- ${line.map(example => `\`${example.replace('FILE', knownFile ?? 'FILE')}\``).join(', ')}`).join(
        '\n'
    );
    return knownFile === undefined ? inParagraphs(list, 'FILE stands for a file of your project, such as `docs/plan.md`.') : list;
}
