import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenSpaceApp } from '../pages/openspace-app';
import { SAMPLE_PROJECT, test as base } from './openspace-test';
import { RunningApplication } from './running-application';

interface NewcomerFixtures {
    /** An application that nobody has used, with the default settings. */
    readonly fresh: RunningApplication;
    /** The IDE of that application in a fresh browser. */
    readonly newcomer: OpenSpaceApp;
}

/** For tests about what a person is asked who has never been asked before; the scripted model answers. */
export const test = base.extend<NewcomerFixtures>({
    freshBrowser: true,
    fresh: async ({ scratch, sparePort, model }, use, info) => {
        const folder = join(scratch, info.testId);
        const workspace = join(folder, 'sample-project');
        await cp(SAMPLE_PROJECT, workspace, { recursive: true });
        // What a workspace brings along does not answer for the person.
        await mkdir(join(workspace, '.theia'));
        const brought = { 'openspace.agent.consent': 'allow', 'openspace.agent.confirmation': 'never' };
        await writeFile(join(workspace, '.theia', 'settings.json'), JSON.stringify(brought));
        const application = await RunningApplication.start({
            workspace,
            stateDirectory: join(folder, 'state'),
            settings: {},
            port: sparePort,
            environment: { OPENSPACE_LLM_BASE_URL: model.url, OPENSPACE_LLM_MODEL: 'scripted' }
        });
        await use(application);
        await application.stop();
    },
    newcomer: async ({ page, fresh }, use, info) => {
        await use(await OpenSpaceApp.open(page, fresh.url));
        if (info.status !== info.expectedStatus) {
            await info.attach('application log', { body: fresh.output, contentType: 'text/plain' });
        }
    }
});

export { expect } from '@playwright/test';
