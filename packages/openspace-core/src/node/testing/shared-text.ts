/** Who writes. */
type Writer = 'agent' | 'person';

const lineOf = (writer: Writer): RegExp => new RegExp(`^${writer} .*\\n`, 'm');

/** A text in which the agent and the person have a line each, with lines between them that stay. */
export const sharedText = (agent: string, person: string): string => `agent ${agent}\n--- 1\n--- 2\nperson ${person}\n`;

/** What the agent makes of a text of which it keeps nothing. */
export const overwrittenText = (value: string): string => `overwritten ${value}\n`;

/** Whether nothing is left in a text of what the person had there before the agent came. */
export const isOverwritten = (text: string): boolean => text.startsWith('overwritten') || text.includes('\noverwritten');

/** A text with another line of one of the two; one that has none yet gets it at its own end. */
export function withLine(text: string, writer: Writer, value: string): string {
    const line = `${writer} ${value}\n`;
    if (lineOf(writer).test(text)) {
        return text.replace(lineOf(writer), line);
    }
    return writer === 'agent' ? line + text : text + line;
}

/** The line of the person in a text. */
export const personsLine = (text: string): string | undefined => lineOf('person').exec(text)?.[0];
