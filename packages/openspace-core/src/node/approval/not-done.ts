import { CommandRefusal, STOPPED_BEFORE } from '../../common';
import { CONFIRMATION } from '../settings/policy-settings';

/** In words for a person, and what the agent should do next. */
const REASONS = {
    stopped: [STOPPED_BEFORE],
    gone: ['Whoever asked for this is gone, so nothing was done.'],
    'no-tab': ['The window of the IDE was closed, so nothing was done.', 'Try again when it is open.'],
    paused: ['The person has paused agents and has not let them go on, so nothing was done.', 'Ask the person, or try again later.'],
    timeout: ['The person was asked and has not answered, so nothing was done.', 'Try again later.'],
    crowded: [
        'The person has many questions of programs to answer, so this one was not asked, and nothing was done.',
        'Try again when the others are answered.'
    ],
    muted: [
        `The person refuses whatever programs outside the chat ask for, until the IDE is started again or its setting ${CONFIRMATION} ` +
            'is changed, so nothing was done.',
        'Do not try again.'
    ]
} as const satisfies Record<string, readonly [message: string, advice?: string]>;

/**
 * What became of something that a person said neither yes nor no to.
 * @param code what it is called where the person was to be asked; a stop and a closed tab are always called so
 */
export function notDone(why: keyof typeof REASONS, code: string): CommandRefusal {
    const [message, advice]: readonly [string, string?] = REASONS[why];
    return new CommandRefusal(why === 'stopped' || why === 'gone' ? 'stopped' : why === 'no-tab' ? why : code, message, advice);
}
