import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { inRepository } from '../repository.mjs';
import { openBackendLog } from './backend-log.mjs';
import { claimPorts } from './ports.mjs';
import { parseNotice, parseReadyMessage } from './ready-message.mjs';
import { Supervisor } from './supervisor.mjs';

/**
 * The folder for what outlives the IDE, ready to be written. Where it lies is the product's own rule, from the package that owns
 * it; the build has just made sure that it is there.
 */
async function stateFolder() {
    const { stateDirectory } = await import('../../../packages/workspace-tools/lib/state-directory.js');
    let folder;
    try {
        folder = stateDirectory();
    } catch (error) {
        throw new Failure(error.message);
    }
    try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK | constants.X_OK);
    } catch (error) {
        throw new Failure(`The state directory ${folder} cannot be written (${error.code}).`, {
            advice: 'Let this user write there, or name another folder in OPENSPACE_STATE_DIR.'
        });
    }
    return folder;
}

const backendProgram = (options, { port, hubPort }) => ({
    command: process.execPath,
    args: [
        inRepository('browser-app', 'lib', 'backend', 'main.js'),
        options.workspace,
        ...['--hostname', options.host],
        ...['--port', String(port)],
        ...(options.dev ? ['--log-level=debug'] : [])
    ],
    cwd: inRepository('browser-app'),
    env: { ...process.env, OPENSPACE_HUB_PORT: String(hubPort) }
});

/** Starts the backend and keeps it running until a stop is requested. `adopt` gets the supervisor before anything is started. */
export async function keepBackendRunning(options, progress, adopt) {
    let ports = await claimPorts(options);
    const logFile = join(await stateFolder(), 'logs', `ide-${ports.port}.log`);
    const log = openBackendLog(logFile, problem => progress.note(problem));
    let starts = 0;
    let wasReady = false;
    let announceReady;
    const ready = new Promise(resolve => (announceReady = resolve));
    const supervisor = new Supervisor({
        launch: async () => {
            // Once ready, tabs are open on these ports. Before that, somebody may have taken a port since we looked.
            if (starts++ > 0 && !wasReady) {
                ports = await claimPorts(options);
            }
            return backendProgram(options, ports);
        },
        onMessage: message => {
            const parts = parseReadyMessage(message);
            const notice = parts !== undefined && wasReady ? `Theia OpenSpace is back: ${parts.url}` : parseNotice(message);
            if (notice !== undefined) {
                progress.note(notice);
            }
            if (parts !== undefined) {
                wasReady = true;
                announceReady(parts);
            }
        },
        onOutput: text => {
            log(text);
            if (options.dev) {
                process.stderr.write(text);
            }
        },
        onDeath: sentence => progress.note(sentence)
    });
    adopt(supervisor);
    const end = supervisor.run();
    const parts = await progress.step('Starting the IDE', () => Promise.race([ready, end]));
    if (parts !== undefined) {
        process.stdout.write(options.json ? `${JSON.stringify(parts)}\n` : `\nTheia OpenSpace is ready. Open ${parts.url}\n`);
        const hub = parts.hubUrl === null ? [] : [`Hub: ${parts.hubUrl}, its token in ${parts.hubTokenFile}`];
        const link = `For another browser: npm start -- --link --port ${ports.port}`;
        progress.note([`Workspace: ${parts.workspace}`, ...hub, `Log: ${logFile}`, link, 'Ctrl-C stops everything.'].join('\n'));
    }
    await end;
}
