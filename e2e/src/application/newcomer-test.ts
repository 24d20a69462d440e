import type { CommandResultPost } from '@openspace/protocol';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenSpaceApp } from '../pages/openspace-app';
import { test as base } from './openspace-test';
import { RunningApplication } from './running-application';
import { layOutSampleProject } from './sample-project';

interface NewcomerFixtures {
    /** An application with the default settings, in which nobody has approved anything. */
    readonly fresh: RunningApplication;
    /** The IDE of that application in a fresh browser. */
    readonly newcomer: OpenSpaceApp;
    /** The results that its Hub got in this test, oldest first. */
    readonly results: () => Promise<CommandResultPost[]>;
}

interface NewcomerWorkerFixtures {
    readonly newcomersApplication: RunningApplication;
}

/** For tests about what a person is asked who has never been asked before; the scripted model answers. */
export const test = base.extend<NewcomerFixtures, NewcomerWorkerFixtures>({
    freshBrowser: true,
    newcomersApplication: [
        async ({ scratch, model }, use) => {
            const folder = join(scratch, 'newcomers');
            const workspace = join(folder, 'sample-project');
            await layOutNewcomersProject(workspace);
            const application = await RunningApplication.start({
                workspace,
                stateDirectory: join(folder, 'state'),
                settings: {},
                environment: { OPENSPACE_LLM_BASE_URL: model.url, OPENSPACE_LLM_MODEL: 'scripted' }
            });
            await use(application);
            await application.stop();
        },
        { scope: 'worker', timeout: 120_000 }
    ],
    fresh: async ({ newcomersApplication }, use) => {
        await layOutNewcomersProject(newcomersApplication.workspace);
        await rm(join(newcomersApplication.stateDirectory, 'approvals.json'), { force: true });
        await newcomersApplication.changeSettings();
        await use(newcomersApplication);
    },
    newcomer: async ({ page, fresh }, use, info) => {
        const ide = await OpenSpaceApp.open(page, fresh.url);
        // Answers that hold until the IDE ends are void once the person changes this setting.
        await fresh.changeSettings({ 'openspace.agent.consent': 'refuse' });
        await ide.agent.expectState('may not act');
        await fresh.changeSettings();
        await ide.agent.expectState('idle');
        await use(ide);
        if (info.status !== info.expectedStatus) {
            await info.attach('application log', { body: fresh.output, contentType: 'text/plain' });
        }
    },
    results: async ({ fresh }, use) => {
        await use(await fresh.watchResults());
    }
});

/** The sample project with settings of its own: what a workspace brings along does not answer for the person. */
async function layOutNewcomersProject(workspace: string): Promise<void> {
    await mkdir(workspace, { recursive: true });
    await layOutSampleProject(workspace);
    await mkdir(join(workspace, '.theia'));
    const brought = { 'openspace.agent.consent': 'allow', 'openspace.agent.confirmation': 'never' };
    await writeFile(join(workspace, '.theia', 'settings.json'), JSON.stringify(brought));
}

export { expect } from '@playwright/test';
