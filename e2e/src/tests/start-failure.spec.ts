import { readFile, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { failedStart } from '../application/failed-start';
import { close, freePort, listenOn, portOf } from '../application/free-port';
import { expect, SAMPLE_PROJECT, test } from '../application/openspace-test';
import { RunningApplication } from '../application/running-application';
import { SeparateHub } from '../application/separate-hub';
import { OpenSpaceApp } from '../pages/openspace-app';

test.use({ freshBrowser: true });

test('a start that cannot succeed says why and what to do', async ({ scratch }) => {
    const other = await listenOn(0);
    const taken = String(portOf(other));
    const file = join(scratch, 'a-file');
    await writeFile(file, '');
    const anyPort = ['--port', '0', '--hub-port', '0'];
    const below = join(file, 'state');
    const cases: readonly [options: string[], environment: Record<string, string>, message: RegExp][] = [
        [
            ['--port', taken, '--hub-port', '0'],
            {},
            /^Port \d+ is in use by another program.*\nStop that program, or use another port: npm start -- --port \d+ --hub-port 0\n$/
        ],
        [
            ['--port', '0', '--hub-port', taken],
            {},
            /^Port \d+ is in use .*\nStop that program, or .*: npm start -- --port 0 --hub-port \d+\n$/
        ],
        [[...anyPort, '--workspace', file], {}, /^The workspace .* is a file, not a folder\.\nName the folder .* --workspace DIR\n$/],
        [anyPort, { OPENSPACE_LLM_BASE_URL: 'models.example.org' }, /^The environment variable OPENSPACE_LLM_BASE_URL .*\nSet it to /],
        [anyPort, { OPENSPACE_STATE_DIR: 'state' }, /OPENSPACE_STATE_DIR must be an absolute path, but is "state"\. Set it/],
        [
            anyPort,
            { OPENSPACE_STATE_DIR: below },
            /^The state directory .* cannot be written .*\nLet this user write there, or .*STATE_DIR\.\n$/m
        ]
    ];
    for (const [options, environment, message] of cases) {
        const { code, output } = await failedStart(options, environment);
        expect(output).toMatch(message);
        expect(output).not.toMatch(/^ {4}at /m);
        expect(code).toBe(1);
    }
    await close(other);
});

test('the IDE starts without the OpenCode and the Hub that were named, says so, and finds the Hub when it comes', async ({
    scratch,
    page
}) => {
    const port = await freePort();
    const tokenFile = join(scratch, 'separate-hub.token');
    const application = await RunningApplication.start({
        workspace: SAMPLE_PROJECT,
        stateDirectory: join(scratch, 'without-parts'),
        environment: {
            OPENSPACE_OPENCODE_URL: `http://127.0.0.1:${await freePort()}`,
            OPENSPACE_OPENCODE_PASSWORD: 'secret',
            OPENSPACE_HUB_URL: `http://127.0.0.1:${port}`,
            OPENSPACE_HUB_TOKEN_FILE: tokenFile
        }
    });
    try {
        const advice = 'does not answer\\. Start it, or unset';
        expect(application.output).toMatch(new RegExp(`^The Hub at http://127\\.0\\.0\\.1:${port} ${advice} OPENSPACE_HUB_URL`, 'm'));
        expect(application.output).toMatch(new RegExp(`^OpenCode, .* at http://\\S+ ${advice} OPENSPACE_OPENCODE_URL`, 'm'));
        expect(application.output).not.toContain('secret');
        const ide = await OpenSpaceApp.open(page, application.url);
        await ide.chat.ask('Hello?');
        await expect(ide.chat.lastError).toHaveText(new RegExp(`^OpenCode, .* ${advice} OPENSPACE_OPENCODE_URL`));

        const hub = await SeparateHub.start({ workspace: SAMPLE_PROJECT, port, tokenFile });
        try {
            await expect(async () => {
                const token = (await readFile(tokenFile, 'utf8')).trim();
                const headers = { authorization: `Bearer ${token}` };
                const response = await fetch(`http://127.0.0.1:${port}/openspace/manifest`, { headers });
                expect(await response.text()).toContain('openspace.editor.open');
            }).toPass();
        } finally {
            await hub.stop();
        }
    } finally {
        await application.stop();
    }
});

test('a Hub whose port is taken meanwhile is told of, and starts once the port is free', async ({ scratch }) => {
    const hubPort = await freePort();
    let other: Promise<Server> | undefined;
    const application = await RunningApplication.start({
        workspace: SAMPLE_PROJECT,
        stateDirectory: join(scratch, 'crowded'),
        environment: {},
        hubPort,
        onOutput: line => {
            if (line.includes('Starting the IDE')) {
                other ??= listenOn(hubPort);
            }
        }
    });
    try {
        expect(application.hubUrl).toBeNull();
        expect(application.output).toMatch(new RegExp(`The Hub is not running; [^]*Port ${hubPort} of \\S+ is in use\\. .* --hub-port`));
        await expect(async () => {
            expect((await fetch(application.url, { redirect: 'manual' })).status).toBe(303);
        }).toPass();
        await (other && close(await other));
        await expect(async () => {
            expect((await fetch(`http://127.0.0.1:${hubPort}/health`)).status).toBe(200);
        }).toPass();
    } finally {
        await application.stop();
    }
});
