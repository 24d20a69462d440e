import { scriptedBrain, startModelServer, type ModelServer, type ScriptedReply } from '@openspace/guide-model';
import type { ModelBrain } from '@openspace/guide-model';
import { test as base, type Page } from '@playwright/test';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMPTYING_LIMIT_MS, emptyWindow } from '../pages/empty-window';
import { OpenSpaceApp } from '../pages/openspace-app';
import { agentRun, type AgentRun } from './agent-run';
import { freePort } from './free-port';
import { KeptContext } from './kept-context';
import { RunningApplication } from './running-application';
import { isSampleProject, layOutSampleProject, SAMPLE_PROJECT } from './sample-project';

/** The model behind OpenCode, with a script that each test sets. */
class ScriptedModel {
    private brain: ModelBrain = scriptedBrain([]);

    private constructor(private server: ModelServer) {}

    static async start(): Promise<ScriptedModel> {
        const holder: { model?: ScriptedModel } = {};
        const server = await startModelServer({ brain: request => holder.model?.brain(request) ?? '' });
        holder.model = new ScriptedModel(server);
        return holder.model;
    }

    get url(): string {
        return this.server.url;
    }

    get requests(): ModelServer['requests'] {
        return this.server.requests;
    }

    /** From now on the model gives these answers, one for each message. */
    answer(...replies: ScriptedReply[]): void {
        this.brain = scriptedBrain(replies);
    }

    /** Nothing listens at the model's address any more. */
    async goAway(): Promise<void> {
        await this.server.close();
    }

    /** Listens again at the address that it had. */
    async comeBack(): Promise<void> {
        this.server = await startModelServer({ brain: request => this.brain(request), port: Number(new URL(this.url).port) });
    }

    close(): Promise<void> {
        return this.server.close();
    }
}

/** Whether an application is as every test finds it. */
const isUntouched = async (application: RunningApplication): Promise<boolean> =>
    (await isSampleProject(application.workspace)) && (await application.hasItsSettings());

/**
 * Makes a page look as every test finds it, its files too; false where that cannot be. One that cannot be told, because it is loaded
 * anew just now, is not kept.
 */
const canBeKept = async (page: Page, application: RunningApplication): Promise<boolean> => {
    try {
        if (!(await application.hasItsSettings()) || !(await emptyWindow(page))) {
            return false;
        }
        if (!(await isSampleProject(application.workspace))) {
            await layOutSampleProject(application.workspace);
            await OpenSpaceApp.in(page).seeFiles(application.workspace, EMPTYING_LIMIT_MS);
        }
        return true;
    } catch {
        return false;
    }
};

export interface WorkerFixtures {
    /** A folder for this worker alone, gone at its end. */
    readonly scratch: string;
    readonly model: ScriptedModel;
    readonly startedApplication: RunningApplication;
    readonly keptContext: KeptContext;
    /** For the applications that tests start for themselves, one after the other: what a browser has compiled belongs to an address. */
    readonly sparePort: number;
}

export interface TestFixtures {
    /** For tests about a browser in which nobody has used the IDE yet; others may get one that looks like it. */
    readonly freshBrowser: boolean;
    /** The real application with the scripted model behind it; its workspace is the untouched sample project, its settings are nobody's. */
    readonly application: RunningApplication;
    /** The IDE with nothing open in it. */
    readonly ide: OpenSpaceApp;
    /** The agent runs commands, in one message; answers with their results. */
    readonly run: AgentRun;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
    scratch: [
        // eslint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures off the pattern.
        async ({}, use) => {
            const scratch = await mkdtemp(join(tmpdir(), 'openspace-e2e-'));
            await use(scratch);
            // Processes of a browser that has just ended may still write into its profile.
            await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
        },
        { scope: 'worker' }
    ],
    model: [
        // eslint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures off the pattern.
        async ({}, use) => {
            const model = await ScriptedModel.start();
            await use(model);
            await model.close();
        },
        { scope: 'worker' }
    ],
    startedApplication: [
        async ({ scratch, model }, use) => {
            const workspace = join(scratch, 'sample-project');
            await cp(SAMPLE_PROJECT, workspace, { recursive: true });
            const application = await RunningApplication.start({
                workspace,
                stateDirectory: join(scratch, 'state'),
                environment: { OPENSPACE_LLM_BASE_URL: model.url, OPENSPACE_LLM_MODEL: 'scripted' }
            });
            await use(application);
            await application.stop();
        },
        { scope: 'worker', timeout: 120_000 }
    ],
    keptContext: [
        async ({ playwright, scratch }, use) => {
            const kept = new KeptContext(playwright.chromium, join(scratch, 'browser'));
            await use(kept);
            await kept.close();
        },
        { scope: 'worker' }
    ],
    sparePort: [
        // eslint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures off the pattern.
        async ({}, use) => {
            await use(await freePort());
        },
        { scope: 'worker' }
    ],
    freshBrowser: [false, { option: true }],
    application: async ({ startedApplication, keptContext }, use) => {
        if (!(await isUntouched(startedApplication))) {
            await keptContext.forget();
            await layOutSampleProject(startedApplication.workspace);
            await startedApplication.changeSettings();
        }
        await use(startedApplication);
    },
    context: ({ keptContext, contextOptions, viewport }, use) => keptContext.lend({ ...contextOptions, viewport }, use),
    page: async ({ context, keptContext, freshBrowser }, use) => {
        if (freshBrowser) {
            await keptContext.forget();
        }
        await use(await keptContext.page(context));
    },
    ide: async ({ page, application, keptContext, freshBrowser }, use, info) => {
        if (!(await isUntouched(application))) {
            await keptContext.forget();
        }
        const ide = keptContext.wasKept(page) ? OpenSpaceApp.in(page) : await OpenSpaceApp.open(page, application.url);
        await use(ide);
        if (info.status !== info.expectedStatus) {
            await info.attach('application log', { body: application.output, contentType: 'text/plain' });
        } else if (!freshBrowser && (await canBeKept(page, application))) {
            keptContext.keep(page);
        }
    },
    run: async ({ ide, model, application }, use) => {
        await use(agentRun(ide.chat, model, application));
    }
});

export { SAMPLE_PROJECT };
export { expect } from '@playwright/test';
