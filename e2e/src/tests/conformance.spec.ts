import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '../application/openspace-test';
import { CONSENTED } from '../application/running-application';
import { CaseFiles, OWN_PATTERNS } from '../conformance/case-files';
import type { ConformanceCase, Ending } from '../conformance/conformance-case';
import { conformanceCases } from '../conformance/conformance-cases';
import { DOOR_NAMES, openDoors, type DoorName } from '../conformance/door';
import { DOOR_DIFFERENCES } from '../conformance/door-differences';
import { expectedError, expectedOutcome } from '../conformance/door-errors';
import { expectedNote, notedFacts } from '../conformance/expected-note';

/** A case as it went at one door. */
interface Course {
    readonly door: DoorName;
    readonly conformanceCase: ConformanceCase;
    readonly session: string;
    readonly ending: { readonly value: unknown } | { readonly error: string };
    readonly changed: Readonly<Record<string, string | undefined>>;
}

const expectedEnding = ({ ends, peculiarity }: ConformanceCase, door: DoorName): Ending =>
    (peculiarity && DOOR_DIFFERENCES[peculiarity][door]) ?? ends;

function difference(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): Record<string, string | undefined> {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return Object.fromEntries(names.filter(name => before[name] !== after[name]).map(name => [name, after[name]]));
}

test('every door to the workspace treats every case alike: same effect, same refusal in its own words, same note in the audit', async ({
    ide,
    application
}) => {
    await ide.chat.waitUntilReady();
    const files = new CaseFiles(application.workspace);
    const doors = openDoors(await application.hubAccess(), join(application.stateDirectory, 'agentbench'));
    const all = conformanceCases(application.workspace);
    await files.layOut();
    // What the person names in the settings is as closed as the rest, at every door.
    await application.changeSettings({ ...CONSENTED, 'openspace.agent.sensitiveFiles': OWN_PATTERNS });
    await expect.poll(async () => (await doors.tools({ kind: 'read', path: 'case/teapot.kdbx' }, 'settings'))?.done).toBe(false);
    let before = await files.snapshot();
    const courses: Course[] = [];
    for (const [index, conformanceCase] of all.entries()) {
        for (const door of DOOR_NAMES) {
            const session = `case-${index}-${door}`;
            const answer = await doors[door](conformanceCase.operation, session);
            if (answer) {
                const changed = difference(before, await files.snapshot());
                courses.push({
                    door,
                    conformanceCase,
                    session,
                    ending: answer.done ? { value: answer.value } : { error: answer.error },
                    changed
                });
                if (Object.keys(changed).length > 0) {
                    await files.layOut();
                    before = await files.snapshot();
                }
            }
        }
    }
    await files.remove();
    const compared = all.filter(each => courses.filter(({ conformanceCase }) => conformanceCase === each).length >= 2);
    expect(compared.length).toBeGreaterThanOrEqual(200);

    const audited = application.auditedCalls();
    const wrong = courses.flatMap(({ door, conformanceCase, session, ending, changed }) => {
        const notes = audited.filter(call => call.session === session);
        const note = expectedNote(door, conformanceCase.operation);
        const wanted = expectedEnding(conformanceCase, door);
        const seen = {
            ...('value' in ending ? ending : { error: ending.error }),
            notes: notes.map(call => ({ outcome: call.outcome, code: call.code, ...notedFacts(call, note) })),
            changed
        };
        const expected =
            'value' in wanted
                ? { value: wanted.value, notes: [{ outcome: 'done', code: undefined, ...note }], changed: conformanceCase.leaves ?? {} }
                : {
                      error: expectedError(door, wanted.code, conformanceCase.operation, 'error' in ending ? ending.error : ''),
                      notes: [{ outcome: expectedOutcome(wanted.code), code: wanted.code, ...note }],
                      changed: {}
                  };
        return isDeepStrictEqual(seen, expected) ? [] : [{ door, operation: conformanceCase.operation, seen, expected }];
    });
    expect(wrong).toEqual([]);
});
