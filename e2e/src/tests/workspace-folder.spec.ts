import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../application/openspace-test';
import { RunningApplication } from '../application/running-application';
import { OpenSpaceApp } from '../pages/openspace-app';

test.use({ freshBrowser: true });

test('pages show the folder that the IDE was started with, whatever they showed before, and offer no other', async ({
    scratch,
    sparePort,
    page
}) => {
    const start = async (name: string): Promise<RunningApplication> => {
        const workspace = join(scratch, name);
        await mkdir(workspace);
        await writeFile(join(workspace, `${name}.txt`), '');
        return RunningApplication.start({ workspace, stateDirectory: join(scratch, 'moving'), environment: {}, port: sparePort });
    };
    const first = await start('former');
    const ide = await OpenSpaceApp.open(page, first.url);
    await expect(ide.explorerEntries).toHaveText(['former.txt']);
    const earlierAddress = page.url();
    await first.stop();

    const second = await start('present');
    try {
        await expect(ide.explorerEntries).toHaveText(['present.txt']);
        const other = await page.context().newPage();
        const old = await OpenSpaceApp.open(other, earlierAddress);
        await expect(old.explorerEntries).toHaveText(['present.txt']);
        expect(decodeURI(new URL(other.url()).hash)).toBe(`#${second.workspace}`);

        const menu = await old.menuBar.openMenu('File');
        const offered = await Promise.all((await menu.menuItems()).map(item => item.label()));
        expect(offered).toContain('Open...');
        expect(offered.filter(label => label?.match(/workspace|close folder/i))).toEqual([]);
    } finally {
        await second.stop();
    }
});
