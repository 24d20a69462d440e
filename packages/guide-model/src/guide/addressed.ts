const VERBS: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have', does: 'do', says: 'said', refuses: 'refuse' };

/**
 * What the IDE tells an agent about the person, said to the person: "The person was asked and has not answered" becomes "You were
 * asked and have not answered", "Ask the person to save it" becomes "Save it".
 */
export function addressed(text: string): string {
    return text
        .replace(/\b(a)sk the person to (\w)/gi, (_all, ask: string, verb: string) => (ask === 'A' ? verb.toUpperCase() : verb))
        .replace(/\bthe person's\b/g, 'your')
        .replace(/\bof the person\b/g, 'of yours')
        .replace(
            /\b(t)he person\b(?: (is|was|has|does|says|refuses)\b)?([^."]*? and has not\b)?/gi,
            (_all, the: string, verb: string | undefined, rest: string | undefined) =>
                (the === 'T' ? 'You' : 'you') + (verb === undefined ? '' : ` ${VERBS[verb]}`) + (rest ?? '').replace(/has not$/, 'have not')
        );
}
