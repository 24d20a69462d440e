const LONGEST_SHOWN = 200;

/**
 * A path in quotes, fit for a message: control, format and line-separating characters are escaped, so that a file name can
 * neither break the line nor hide or reorder text, and a very long path is cut.
 */
export function quotePath(path: string): string {
    const shown = path.length > LONGEST_SHOWN ? `${path.slice(0, LONGEST_SHOWN)}…` : path;
    const escaped = shown.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"\\]/gu, character =>
        character === '"' || character === '\\' ? `\\${character}` : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
    );
    return `"${escaped}"`;
}
