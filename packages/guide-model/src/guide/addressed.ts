const VERBS: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have', does: 'do', says: 'said', refuses: 'refuse' };

/** What an agent shall not do after a refusal is nothing to the person who refused. */
const FOR_AGENTS_ONLY = / Do not try (?:again|the same in another way; ask the person how to go on)\.$/;

/**
 * What the IDE tells an agent about the person, said to the person: "The person was asked and has not answered" becomes "You were
 * asked and have not answered", "Ask the person to save it" becomes "Save it".
 */
export function addressed(text: string): string {
    return text
        .replace(FOR_AGENTS_ONLY, '')
        .replace(/, or ask the person(?: to do it)?\./g, '.')
        .replace(/\b(a)sk the person(?: to|, or) (\w)/gi, (_all, ask: string, verb: string) => (ask === 'A' ? verb.toUpperCase() : verb))
        .replace(/\bthe person's\b/g, 'your')
        .replace(/\bof the person\b/g, 'of yours')
        .replace(
            /\b(t)he person\b(?: (is|was|has|does|says|refuses)\b)?([^."]*? and has not\b)?/gi,
            (_all, the: string, verb: string | undefined, rest: string | undefined) =>
                (the === 'T' ? 'You' : 'you') + (verb === undefined ? '' : ` ${VERBS[verb]}`) + (rest ?? '').replace(/has not$/, 'have not')
        );
}
