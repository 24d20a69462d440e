import { describe } from '../failure.mjs';
import { Progress } from '../process/progress.mjs';
import { endRunningPrograms, killRunningPrograms } from '../process/run.mjs';
import { INTERRUPTED, onStopRequest } from '../process/stop-request.mjs';
import { ensureBuilt } from '../setup/build.mjs';
import { ensureInstalled } from '../setup/install.mjs';
import { keepBackendRunning } from './backend.mjs';
import { checkEnvironment } from './environment.mjs';
import { requestLink } from './link.mjs';
import { claimPorts, isLoopback } from './ports.mjs';
import { parseStartOptions, usage } from './start-options.mjs';
import { checkWorkspace } from './workspace.mjs';

function warnIfExposed({ host }, progress) {
    if (!isLoopback(host)) {
        progress.note(
            `Warning: the IDE listens on ${host}. Whoever can reach that address over the network can read and change the files of the ` +
                'workspace and run programs as you. Use this only in a network that you trust.'
        );
    }
}

async function start(options, adopt) {
    const progress = new Progress();
    // What can be known at once is said before the long steps.
    checkEnvironment();
    await checkWorkspace(options.workspace);
    await claimPorts(options);
    warnIfExposed(options, progress);
    await ensureInstalled(progress);
    await ensureBuilt(progress, options.dev ? 'development' : 'production');
    await keepBackendRunning(options, progress, adopt);
}

/** `npm start`. */
export async function main(argv) {
    let supervisor;
    onStopRequest({
        stop: async () => {
            process.stderr.write('\nStopping …\n');
            await (supervisor?.stop() ?? endRunningPrograms());
            process.exit(supervisor === undefined ? INTERRUPTED : 0);
        },
        kill: () => {
            supervisor?.kill();
            killRunningPrograms();
            process.exit(INTERRUPTED);
        }
    });
    // Whoever reads our output may go away first (a closed terminal, `| head -1`); that must not end the IDE in disorder.
    process.stdout.on('error', () => {});
    process.stderr.on('error', () => {});
    try {
        const options = parseStartOptions(argv);
        if (options.help) {
            process.stdout.write(`${usage}\n`);
            process.exit(0);
        }
        if (options.link) {
            const url = await requestLink(options);
            process.stdout.write(options.json ? `${JSON.stringify({ url })}\n` : `${url}\n`);
            process.exit(0);
        }
        await start(options, value => (supervisor = value));
    } catch (error) {
        process.stderr.write(describe(error));
        await supervisor?.stop();
        process.exit(error.exitCode ?? 1);
    }
}
