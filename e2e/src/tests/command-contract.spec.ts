import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandDefinition } from '@openspace/protocol';
import { expect, test } from '../application/openspace-test';

const SNAPSHOT = join(__dirname, '../snapshots/command-manifest.json');

test('what agents are told of the commands is what the checked-in manifest says', async ({ ide, application }) => {
    await ide.chat.waitUntilReady();
    const { commands } = await application.manifest();
    // A change of what agents are told is a change of the product: it is looked at and checked in.
    if (process.env.OPENSPACE_UPDATE_SNAPSHOTS) {
        await writeFile(SNAPSHOT, `${JSON.stringify(commands, undefined, 4)}\n`);
    }
    expect(commands).toEqual(JSON.parse(await readFile(SNAPSHOT, 'utf8')) as CommandDefinition[]);
});
