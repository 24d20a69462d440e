import { scriptedBrain, startModelServer, type ModelServer, type ScriptedReply } from '@openspace/guide-model';
import type { ModelBrain } from '@openspace/guide-model';
import { test as base } from '@playwright/test';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OpenSpaceApp } from '../pages/openspace-app';
import { agentRun, type AgentRun } from './agent-run';
import { freePort } from './free-port';
import { KeptContext } from './kept-context';
import { RunningApplication } from './running-application';

export const SAMPLE_PROJECT = resolve(__dirname, '../../../examples/sample-project');

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

/** Gives a folder the files of the sample project, and no others. */
async function layOutSampleProject(folder: string): Promise<void> {
    await Promise.all((await readdir(folder)).map(name => rm(join(folder, name), { recursive: true })));
    await cp(SAMPLE_PROJECT, folder, { recursive: true });
}

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
    /** The real application with the scripted model behind it; its workspace is the untouched sample project, its settings are nobody's. */
    readonly application: RunningApplication;
    /** The IDE in a fresh browser. */
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
    application: async ({ startedApplication }, use) => {
        await layOutSampleProject(startedApplication.workspace);
        await startedApplication.changeSettings();
        await use(startedApplication);
    },
    context: ({ keptContext, contextOptions, viewport }, use) => keptContext.lend({ ...contextOptions, viewport }, use),
    ide: async ({ page, application }, use, info) => {
        await use(await OpenSpaceApp.open(page, application.url));
        if (info.status !== info.expectedStatus) {
            await info.attach('application log', { body: application.output, contentType: 'text/plain' });
        }
    },
    run: async ({ ide, model, application }, use) => {
        await use(agentRun(ide.chat, model, application));
    }
});

export { expect } from '@playwright/test';
