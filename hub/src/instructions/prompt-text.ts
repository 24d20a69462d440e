/** Longest piece of foreign text that enters the instructions. */
const MAX_LENGTH = 300;
/** Longest piece of foreign JSON. */
const MAX_JSON = 2_000;

/**
 * Whatever could end a line, hide text, open a code span or open a block: control and format characters, those that leave no mark
 * on a screen, such as variation selectors and fillers, and blanks that are no plain space.
 */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`]|(?! )\p{Zs}|%(?=%)/gu;

/**
 * Text from outside as one harmless line: escaped the way JSON escapes, and capped. What looks like an instruction, a heading or a
 * block in a file name stays data.
 */
export function oneLine(text: string, maxLength = MAX_LENGTH): string {
    return cap(text, maxLength).replace(UNSAFE, escape);
}

/** Text from outside as a JSON string, so that it has visible bounds and can be copied into the arguments of a command as it is. */
export function quoted(text: string): string {
    return oneLine(JSON.stringify(cap(text, MAX_LENGTH)), Infinity);
}

/** A value as compact JSON that stays harmless in the instructions and, unless it is capped, parses to the same value. */
export function json(value: unknown, maxLength = MAX_JSON): string {
    return oneLine(JSON.stringify(value), maxLength);
}

/** A command block as the agent writes it, which is whole however long it is. */
export function block(commandId: string, args: unknown): string {
    return `%%OS${json({ cmd: commandId, args }, Infinity)}%%`;
}

function cap(text: string, maxLength: number): string {
    return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}

function escape(character: string): string {
    return Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join(
        ''
    );
}
