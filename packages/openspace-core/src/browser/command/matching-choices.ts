import type { ArgumentChoice } from './openspace-command';

/** Of a list that is known as a whole, those that hold what the person has typed so far. */
export function matchingChoices(choices: readonly ArgumentChoice[], typed: string): ArgumentChoice[] {
    const wanted = typed.toLowerCase();
    return choices.filter(({ value, label }) => `${label} ${value}`.toLowerCase().includes(wanted));
}
