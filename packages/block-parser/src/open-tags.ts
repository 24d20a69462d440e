import { nextTagState, TagState } from './html-tag';

/** By their numbers. */
const STATES: readonly TagState[] = [
    TagState.None,
    TagState.Opened,
    TagState.Name,
    TagState.CloseStart,
    TagState.CloseName,
    TagState.CloseSpace,
    TagState.Space,
    TagState.AttributeName,
    TagState.AfterAttributeName,
    TagState.BeforeValue,
    TagState.Unquoted,
    TagState.SingleQuoted,
    TagState.DoubleQuoted,
    TagState.AfterQuoted,
    TagState.Slash
];

/**
 * The tags that may be open at one point of a paragraph. There is more than one candidate where a `<` stands in the quoted value of
 * another: should the outer one turn out to be no tag, markdown looks at the inner one.
 */
export class OpenTags {
    /** One bit for each state that a candidate is in. */
    private states = 0;

    /** Whether one is open. */
    get any(): boolean {
        return this.states !== 0;
    }

    /** Whether nothing but a `<` was read of the only candidate. */
    get justOpened(): boolean {
        return this.states === 1 << TagState.Opened;
    }

    /** None is open any more. */
    reset(): void {
        this.states = 0;
    }

    /** `startsTag`: this character is a `<` that is not escaped. Returns whether it ends a closing tag beyond doubt. */
    step(code: number, startsTag: boolean): boolean {
        const before = this.states;
        this.states = startsTag ? 1 << TagState.Opened : 0;
        let isDone = false;
        for (let rest = before; rest !== 0; rest &= rest - 1) {
            const next = nextTagState(STATES[31 - Math.clz32(rest & -rest)] ?? TagState.None, code);
            if (next === TagState.Done) {
                isDone = true;
            } else if (next !== TagState.None) {
                this.states |= 1 << next;
            }
        }
        return isDone && before === 1 << TagState.CloseName;
    }
}
