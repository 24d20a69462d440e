import type { Word } from './shell-syntax';
import { optionValue } from './tool-options';

/** Whether an option is given that is on or names a place: with one of these words behind it, it is undone. */
export function isSwitchedOn(args: readonly Word[], option: RegExp): boolean {
    const values = args.flatMap(({ literal = '' }, index) =>
        option.test(literal) ? [optionValue(literal) ?? args.at(index + 1)?.literal] : []
    );
    return values.length > 0 && !values.some(value => value === 'false' || value === 'null');
}
