import type { ProgramCall } from './program-call';
import type { Word } from './shell-syntax';

/**
 * The options with which a program does nothing but what its rule expects of it. An option has a value here only where it has one in every
 * version of the program: otherwise a file would be taken for that value.
 */
export interface OptionGrammar {
    /** Letters of options without a value. */
    readonly flags?: string;
    /** Letters of options with a value, which follows at once or as the next word. */
    readonly valued?: string;
    /** Names of long options without a value. */
    readonly long?: string;
    /** Names of long options with a value, after `=` or as the next word. */
    readonly longValued?: string;
    /** Names of long options that may have a value, after `=`. */
    readonly longOptional?: string;
    /** Whether a number is an option, as in `head -5`. */
    readonly numeric?: boolean;
}

/** An option that was given, by its letter or its long name. */
interface GivenOption {
    readonly name: string;
    readonly value?: Word;
}

/** The arguments of a call, told apart. */
export interface ReadArguments {
    readonly options: readonly GivenOption[];
    readonly operands: readonly Word[];
    /** Whether every argument is known to be what it is taken for. */
    readonly complete: boolean;
}

/** Tells options from operands. Notes options that are not known, and words that may be options or several words. */
export function readArguments(call: ProgramCall, grammar: OptionGrammar): ReadArguments {
    const options: GivenOption[] = [];
    const operands: Word[] = [];
    const words = [...call.args];
    let complete = true;
    for (let word = words.shift(); word !== undefined; word = words.shift()) {
        const text = word.literal;
        if (text === '--') {
            operands.push(...words.splice(0));
        } else if (text?.startsWith('-') && text !== '-') {
            const given = readOption(text, grammar, () => words.shift());
            options.push(...(given ?? []));
            if (given === undefined) {
                complete = false;
                call.unproven(`the option ${word.source} of ${call.name} is not known to be harmless`);
            }
        } else {
            operands.push(word);
            if (text === undefined && !isNamePattern(word)) {
                complete = false;
                call.unproven(`an argument of ${call.name} is not written out, and may be an option: ${word.source}`);
            }
        }
    }
    return { options, operands, complete };
}

/** Whether a word is one that is written out and no option, or stands for names of files, none of which is one. */
export function isOperand(word: Word | undefined): boolean {
    return word?.literal === undefined ? word !== undefined && isNamePattern(word) : !/^[-+]/.test(word.literal);
}

/** Whether a word stands for names of files none of which can be taken for an option. */
export function isNamePattern({ pattern }: Word): boolean {
    return pattern !== undefined && /^[\w./]/.test(pattern);
}

/** One word of options; undefined when one of them is not known, or its value is not. */
function readOption(text: string, grammar: OptionGrammar, next: () => Word | undefined): GivenOption[] | undefined {
    if (text.startsWith('--')) {
        return readLongOption(text, grammar, next);
    }
    if (grammar.numeric && /^-\d+$/.test(text)) {
        return [{ name: '0' }];
    }
    const options: GivenOption[] = [];
    for (let index = 1; index < text.length; index++) {
        const letter = text.charAt(index);
        if (grammar.flags?.includes(letter)) {
            options.push({ name: letter });
        } else if (grammar.valued?.includes(letter)) {
            const attached = text.slice(index + 1);
            const value = attached === '' ? next() : literalWord(attached);
            return value === undefined || value.splits ? undefined : [...options, { name: letter, value }];
        } else {
            return undefined;
        }
    }
    return options;
}

function readLongOption(text: string, grammar: OptionGrammar, next: () => Word | undefined): GivenOption[] | undefined {
    const separator = text.indexOf('=');
    const name = text.slice(2, separator < 0 ? undefined : separator);
    const attached = separator < 0 ? undefined : text.slice(separator + 1);
    const knows = (names: string | undefined): boolean => name !== '' && (names?.split(' ').includes(name) ?? false);
    if (attached === undefined && (knows(grammar.long) || knows(grammar.longOptional))) {
        return [{ name }];
    }
    if (!knows(grammar.longValued) && (attached === undefined || !knows(grammar.longOptional))) {
        return undefined;
    }
    const value = attached === undefined ? next() : literalWord(attached);
    return value === undefined || value.splits ? undefined : [{ name, value }];
}

function literalWord(literal: string): Word {
    return { source: literal, literal, scripts: [] };
}
