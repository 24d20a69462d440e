/** Where a tag stands that has begun with `<`. `None`: no tag, or text that turned out not to be one. */
export const enum TagState {
    None,
    Opened,
    Name,
    CloseStart,
    CloseName,
    CloseSpace,
    Space,
    AttributeName,
    AfterAttributeName,
    BeforeValue,
    Unquoted,
    SingleQuoted,
    DoubleQuoted,
    AfterQuoted,
    Slash,
    Done
}

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** White space of one byte. */
export const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);
const isTagNameCharacter = (code: number): boolean => isLetter(code) || isDigit(code) || code === 0x2d;
const startsAttribute = (code: number): boolean => isLetter(code) || code === 0x5f || code === 0x3a;
const continuesAttribute = (code: number): boolean => startsAttribute(code) || isDigit(code) || code === 0x2d || code === 0x2e;
/** Not `"`, `'`, `=`, `<`, `>`, a backtick, a space or a control character. */
const isUnquotedCharacter = (code: number): boolean =>
    code > 0x20 && code !== 0x22 && code !== 0x27 && (code < 0x3c || code > 0x3e) && code !== 0x60;

/** What may follow a complete name or value. */
function afterPart(code: number): TagState {
    return code === 0x3e ? TagState.Done : code === 0x2f ? TagState.Slash : isSpace(code) ? TagState.Space : TagState.None;
}

/** One step through markdown's grammar of open and closing tags. */
export function nextTagState(state: TagState, code: number): TagState {
    switch (state) {
        case TagState.Opened:
            return isLetter(code) ? TagState.Name : code === 0x2f ? TagState.CloseStart : TagState.None;
        case TagState.Name:
            return isTagNameCharacter(code) ? TagState.Name : afterPart(code);
        case TagState.CloseStart:
            return isLetter(code) ? TagState.CloseName : TagState.None;
        case TagState.CloseName:
            return isTagNameCharacter(code) ? TagState.CloseName : closeEnd(code);
        case TagState.CloseSpace:
            return closeEnd(code);
        case TagState.Space:
            return startsAttribute(code) ? TagState.AttributeName : afterPart(code);
        case TagState.AttributeName:
            return continuesAttribute(code) ? TagState.AttributeName : afterAttributeName(code);
        case TagState.AfterAttributeName:
            return startsAttribute(code) ? TagState.AttributeName : afterAttributeName(code);
        case TagState.BeforeValue:
            return code === 0x27
                ? TagState.SingleQuoted
                : code === 0x22
                  ? TagState.DoubleQuoted
                  : isSpace(code)
                    ? TagState.BeforeValue
                    : isUnquotedCharacter(code)
                      ? TagState.Unquoted
                      : TagState.None;
        case TagState.Unquoted:
            return isUnquotedCharacter(code)
                ? TagState.Unquoted
                : code === 0x3e
                  ? TagState.Done
                  : isSpace(code)
                    ? TagState.Space
                    : TagState.None;
        case TagState.SingleQuoted:
            return code === 0x27 ? TagState.AfterQuoted : TagState.SingleQuoted;
        case TagState.DoubleQuoted:
            return code === 0x22 ? TagState.AfterQuoted : TagState.DoubleQuoted;
        case TagState.AfterQuoted:
            return afterPart(code);
        case TagState.Slash:
            return code === 0x3e ? TagState.Done : TagState.None;
        default:
            return TagState.None;
    }
}

function closeEnd(code: number): TagState {
    return code === 0x3e ? TagState.Done : isSpace(code) ? TagState.CloseSpace : TagState.None;
}

function afterAttributeName(code: number): TagState {
    return code === 0x3d ? TagState.BeforeValue : isSpace(code) ? TagState.AfterAttributeName : afterPart(code);
}
