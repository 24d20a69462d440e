import { CONFIRMATION } from '../settings/policy-settings';

/** What an agent is told whose question the person has not answered, or was not shown. */
export const UNASKED = {
    timeout: 'The person was asked whether you may do this and has not answered. Nothing was done; try again later.',
    crowded:
        'The person has many questions of programs to answer, so this one was not asked. Nothing was done; try again when the others are answered.',
    muted:
        `The person refuses whatever programs outside the chat ask for, until the IDE is started again or its setting ${CONFIRMATION} ` +
        'is changed. Nothing was done; do not try again.'
} as const;

/** Whether a question ended in one of these ways. */
export function isUnasked(end: string): end is keyof typeof UNASKED {
    return Object.hasOwn(UNASKED, end);
}
