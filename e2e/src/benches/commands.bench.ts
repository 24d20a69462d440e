import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '../application/openspace-test';
import { exposeServices } from '../pages/page-services';
import { Figures, median } from './figures';

const ROUNDS = 21;
const PANES = 40;
const FILES = 50_000;
const FOLDERS = 500;
const QUERIES = ['index', 'file-4999', 'brewing', 'e', 'src/folder-7', 'nothing-of-this-name'];

test('commands beside what the IDE itself does', async ({ ide, page, application }) => {
    const figures = new Figures();
    await exposeServices(page);

    const opening = await page.evaluate(async rounds => {
        const { commands, editors, shell, uri } = window.openspaceServices;
        const painted = async (id: string): Promise<void> => {
            while (!document.getElementById(id)?.querySelector('.view-line span')) {
                await new Promise(requestAnimationFrame);
            }
            await new Promise(requestAnimationFrame);
        };
        const origin = { by: 'agent', sessionId: 'bench' };
        const ways = {
            theia: async () => (await editors.open(uri('src/index.ts'), { mode: 'reveal' })).id,
            openspace: async () =>
                ((await commands.executeCommand('openspace.editor.open', { path: 'src/index.ts' }, origin)) as { editorId: string })
                    .editorId
        };
        const times: Record<keyof typeof ways, number[]> = { theia: [], openspace: [] };
        for (let round = 0; round < rounds; round++) {
            for (const [way, open] of Object.entries(ways) as [keyof typeof ways, () => Promise<string>][]) {
                const startedAt = performance.now();
                const id = await open();
                await painted(id);
                times[way].push(performance.now() - startedAt);
                await shell.closeWidget(id);
            }
        }
        return times;
    }, ROUNDS);
    figures.note('EditorManager.open until painted', median(opening.theia), 'ms');
    figures.check('openspace.editor.open until painted, beside EditorManager.open', median(opening.openspace) / median(opening.theia), 1.2);

    const listing = await page.evaluate(
        async ([rounds, panes]) => {
            const { commands, editors, sync, tab, uri } = window.openspaceServices;
            const identity = await tab.identity();
            for (let pane = 0; pane < panes; pane++) {
                await editors.open(uri('src/index.ts'), {
                    mode: 'open',
                    counter: pane + 1,
                    widgetOptions: { area: 'main', mode: 'split-right' }
                });
            }
            const id = 'openspace.bench.empty';
            commands.registerCommand({ id }, { execute: () => Promise.resolve({ success: true, output: 'Done.' }) });
            const times: Record<string, number[]> = { [id]: [], 'openspace.pane.list': [] };
            let listed = 0;
            for (let round = 0; round < rounds * 5; round++) {
                for (const [command, spent] of Object.entries(times)) {
                    const startedAt = performance.now();
                    const result = (await commands.executeCommand(command, {}, { by: 'agent', sessionId: 'bench' })) as { panes?: [] };
                    sync.onCommandFinished('bench', { outcome: 'done', result });
                    // Answered once what was told before has arrived.
                    await sync.hello(identity);
                    spent.push(performance.now() - startedAt);
                    listed = result.panes?.length ?? listed;
                }
            }
            return { empty: times[id] ?? [], list: times['openspace.pane.list'] ?? [], listed };
        },
        [ROUNDS, PANES] as const
    );
    figures.note('panes listed', listing.listed);
    figures.note('an empty command until the backend has its result', median(listing.empty), 'ms');
    figures.check(`openspace.pane.list with ${PANES} panes, beside an empty command`, median(listing.list) / median(listing.empty), 3);

    await ide.reload();
    await exposeServices(page);
    for (let folder = 0; folder < FOLDERS; folder++) {
        const path = join(application.workspace, 'src', `folder-${folder}`);
        await mkdir(path, { recursive: true });
        const names = Array.from({ length: FILES / FOLDERS }, (_, index) => `file-${folder * (FILES / FOLDERS) + index}.ts`);
        await Promise.all(names.map(name => writeFile(join(path, name), '')));
    }
    for (const query of QUERIES) {
        const times = await page.evaluate(
            async ([wanted, rounds]) => {
                const { commands, fileSearch, uri } = window.openspaceServices;
                const ways = {
                    openspace: () =>
                        commands.executeCommand('openspace.file.search', { query: wanted }, { by: 'agent', sessionId: 'bench' }),
                    theia: () => fileSearch.find(wanted, { rootUris: [uri('').toString()], fuzzyMatch: true, useGitIgnore: true })
                };
                const spent: Record<keyof typeof ways, number[]> = { openspace: [], theia: [] };
                for (let round = 0; round < rounds; round++) {
                    for (const [way, find] of Object.entries(ways) as [keyof typeof ways, () => Promise<unknown>][]) {
                        const startedAt = performance.now();
                        await find();
                        spent[way].push(performance.now() - startedAt);
                    }
                }
                return spent;
            },
            [query, 9] as const
        );
        figures.check(`openspace.file.search for "${query}", beside Theia's`, median(times.openspace) / median(times.theia), 1.5);
    }
    figures.conclude();
});
