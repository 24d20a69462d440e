import assert from 'node:assert/strict';
import { addressed } from './addressed';

const CASES: readonly [about: string, to: string][] = [
    ['The person refused this, so nothing was done.', 'You refused this, so nothing was done.'],
    ['The person says: "No."', 'You said: "No."'],
    [
        'The person refused this, so nothing was done. Do not try the same in another way; ask the person how to go on.',
        'You refused this, so nothing was done.'
    ],
    ['The person says: "Do not try again." Do not try again.', 'You said: "Do not try again."'],
    ['Ask the person, or try again later.', 'Try again later.'],
    ['Do it in another way, or ask the person.', 'Do it in another way.'],
    ['Do it another way, or ask the person to do it.', 'Do it another way.'],
    ['The person does not let the agent control the IDE.', 'You do not let the agent control the IDE.'],
    ['The person was asked and has not answered, so nothing was done.', 'You were asked and have not answered, so nothing was done.'],
    ['The person has paused agents and has not let them go on.', 'You have paused agents and have not let them go on.'],
    ['The person is typing in terminal "guide".', 'You are typing in terminal "guide".'],
    ['"a" has unsaved text of the person. Ask the person to save it.', '"a" has unsaved text of yours. Save it.'],
    ['Try again, or ask the person to save or close it.', 'Try again, or save or close it.'],
    ["Wait for the person's answer, and tell the person.", 'Wait for your answer, and tell you.'],
    ['A salesperson was here and has not left.', 'A salesperson was here and has not left.']
];

describe('A sentence about the person', () => {
    for (const [about, to] of CASES) {
        it(`is said to the person: ${about}`, () => assert.equal(addressed(about), to));
    }
});
