const LONGEST_SHOWN = 200;
const UNSEEN = '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}';
const UNSEEN_CHARACTERS = new RegExp(`[${UNSEEN}]`, 'gu');
const PLAIN_TEXT = /^[ -~]*$/;
const UNSEEN_OR_QUOTE = new RegExp(`[${UNSEEN}"\\\\]`, 'gu');

/**
 * A path in quotes, fit for a message: control, format and line-separating characters are escaped, so that a file name can
 * neither break the line nor hide or reorder text, and a very long path is cut.
 */
export function quotePath(path: string): string {
    const shown = path.length > LONGEST_SHOWN ? `${path.slice(0, LONGEST_SHOWN)}…` : path;
    const escaped = shown.replace(UNSEEN_OR_QUOTE, character =>
        character === '"' || character === '\\' ? `\\${character}` : escapeCharacter(character)
    );
    return `"${escaped}"`;
}

/** A name as it is, but for the characters that could break its line, hide text or reorder it: these are escaped. */
export function visibleText(name: string): string {
    // Almost every name is such, and lists hold thousands of them.
    return PLAIN_TEXT.test(name) ? name : name.replace(UNSEEN_CHARACTERS, escapeCharacter);
}

function escapeCharacter(character: string): string {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
