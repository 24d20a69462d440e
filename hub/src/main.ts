import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { auditDirectory, hubTokenFile, loadToken, readAudit, stateDirectory, verifyAudit } from '@openspace/workspace-tools';
import { auditLines, verificationLines } from './audit/audit-report';
import { AuditShowOptions, HELP, parseCommandLine, RunOptions } from './command-line';
import { HUB_VERSION } from './hub-version';
import { RunningHub, startHub } from './start-hub';
import { StartupError } from './startup-error';
import { MemoryStore } from './store/memory-store';

// The program `openspace-hub`: standard output carries one line of JSON, standard error the log.
run(process.argv.slice(2)).catch((error: unknown) => {
    const expected = error instanceof StartupError;
    process.stderr.write(`openspace-hub: ${expected ? error.message : `unexpected error: ${String(error)}`}\n`);
    process.exit(expected ? error.exitCode : 1);
});

async function run(args: string[]): Promise<void> {
    const commandLine = parseCommandLine(args);
    switch (commandLine.action) {
        case 'help':
            process.stdout.write(HELP);
            return;
        case 'version':
            process.stdout.write(`${HUB_VERSION}\n`);
            return;
        case 'audit-verify':
            verify();
            return;
        case 'audit-show':
            show(commandLine);
            return;
        case 'run':
            await serve(commandLine);
    }
}

function verify(): void {
    const verification = verifyAudit(existingAudit());
    print(verificationLines(verification));
    process.exitCode = verification.problems.length > 0 ? 1 : 0;
}

function show({ session, last, json }: AuditShowOptions): void {
    const calls = readAudit(existingAudit())
        .filter(call => session === undefined || call.session === session)
        .slice(-last);
    print(json ? calls.map(call => JSON.stringify(call)) : auditLines(calls));
}

function existingAudit(): string {
    const directory = auditDirectory();
    if (!existsSync(directory)) {
        throw new StartupError(`There is no audit in ${directory} yet. Set OPENSPACE_STATE_DIR if it is kept elsewhere.`);
    }
    return directory;
}

function print(lines: readonly string[]): void {
    process.stdout.write(lines.map(line => `${line}\n`).join(''));
}

async function serve(options: RunOptions): Promise<void> {
    const { host, port, logLevel } = options;
    const workspace = readableFolder(options.workspace);
    const { tokenFile, token } = secret(options);
    const log = { level: logLevel, stream: process.stderr };
    const hub = await startHub({
        workspace,
        host,
        port,
        token,
        store: new MemoryStore(),
        log,
        auditDirectory: auditDirectory(),
        forbiddenPaths: [stateDirectory(), tokenFile]
    });
    endWith(hub, options.lifeline);
    process.stdout.write(`${JSON.stringify({ url: hub.url, tokenFile })}\n`);
}

function readableFolder(path: string): string {
    try {
        const folder = realpathSync(path);
        accessSync(folder, constants.R_OK | constants.X_OK);
        if (statSync(folder).isDirectory()) {
            return folder;
        }
    } catch (error) {
        throw new StartupError(`The workspace ${path} cannot be read: ${String(error)}. Name a folder that you can read with --workspace.`);
    }
    throw new StartupError(`The workspace ${path} is not a folder. Name a folder with --workspace.`);
}

function secret(options: RunOptions): { tokenFile: string; token: string } {
    try {
        const tokenFile = resolve(options.tokenFile ?? hubTokenFile(options.port));
        return { tokenFile, token: loadToken(tokenFile) };
    } catch (error) {
        throw new StartupError(`${error instanceof Error ? error.message : String(error)} A file is named with --token-file.`);
    }
}

/** Ends the process when it is told to, or when the program that holds the other end of standard input is gone. */
function endWith(hub: RunningHub, lifeline: boolean): void {
    let ending = false;
    const end = (): void => {
        if (!ending) {
            ending = true;
            void hub.stop().finally(() => process.exit(0));
        }
    };
    process.once('SIGTERM', end).once('SIGINT', end);
    // Whoever read our output may be gone; that is no reason to fall over.
    for (const stream of [process.stdout, process.stderr]) {
        stream.on('error', () => undefined);
    }
    if (lifeline) {
        process.stdin.once('close', end).on('error', end).resume();
    }
}
