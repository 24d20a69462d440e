import type { ShellJudgement, TerminalHazard, TerminalTextJudgement } from './shell-judgement';

/** The end of a bracketed paste, whole escape sequences, and every other character that a terminal acts upon or that hides text. */
const HAZARD =
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    /\x1b\[201~|\x9b201~|\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])?|\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|[\p{Zl}\p{Zp}]/gu;

const PASTE_ENDS = ['\x1b[201~', '\x9b201~'];

const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const ALLOWED: ShellJudgement = { decision: 'allow' };
const RANK = { allow: 0, ask: 1, deny: 2 };

/** Finds what a terminal would do with typed text: the commands that it would run, and the characters that are no plain text. */
export function judgeTerminalText(text: string, judge: (command: string) => ShellJudgement): TerminalTextJudgement {
    const hazards = findHazards(text);
    const stripped = withoutHazards(text, hazards, () => '');
    const commands = stripped.split(/[\r\n]+/).filter(line => line.trim() !== '');
    // Lines may belong together, as in a here-document or a quoted text; or a shell may take each for itself. Both must be fine.
    const whole = stripped.replace(/\r\n?/g, '\n');
    // Not every interactive shell knows comments.
    const uncommented = commands.map(command => command.replace(/(^|\s)#+/g, '$1'));
    const judgements = Array.from(new Set([whole.trim(), ...commands, ...uncommented]), line =>
        line.trim() === '' ? ALLOWED : judge(line)
    );
    const judgement = judgements.reduce<ShellJudgement>(
        (worst, next) => (RANK[next.decision] > RANK[worst.decision] ? next : worst),
        ALLOWED
    );
    return { judgement, commands, hazards, stripped, shown: withoutHazards(text, hazards, ({ shown }) => shown) };
}

function findHazards(text: string): (TerminalHazard & { readonly length: number })[] {
    return Array.from(text.matchAll(HAZARD))
        .filter(([found]) => !['\n', '\r'].includes(found))
        .map(({ 0: found, index }) => ({ kind: kindOf(found), index, shown: escape(found), length: found.length }));
}

function kindOf(found: string): TerminalHazard['kind'] {
    if (PASTE_ENDS.includes(found)) {
        return 'paste-end';
    }
    if (found.startsWith('\x1b') || found === '\x9b') {
        return 'escape-sequence';
    }
    if (BIDIRECTIONAL.test(found)) {
        return 'bidirectional';
    }
    return /^\p{Cc}$/u.test(found) ? 'control' : 'invisible';
}

function withoutHazards(
    text: string,
    hazards: readonly (TerminalHazard & { readonly length: number })[],
    replace: (hazard: TerminalHazard) => string
): string {
    let result = '';
    let end = 0;
    for (const hazard of hazards) {
        result += text.slice(end, hazard.index) + replace(hazard);
        end = hazard.index + hazard.length;
    }
    return result + text.slice(end);
}

function escape(found: string): string {
    return Array.from(found, character =>
        /[ -~]/.test(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
    ).join('');
}
