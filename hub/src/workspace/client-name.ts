import { visibleText } from '@openspace/workspace-tools';

const LONGEST_NAME = 200;

/**
 * What a program at a door is called, for the audit and the person, who lets programs act by this name. A program chooses it itself, so
 * it tells programs apart that want to be told apart, and proves nothing.
 */
export function clientName(door: string, program = ''): string {
    // Cut before it is looked at, too: it may be as long as a request.
    return (program === '' ? door : `${door}: ${visibleText(program.slice(0, LONGEST_NAME))}`).slice(0, LONGEST_NAME);
}
