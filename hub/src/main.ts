import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
    auditDirectory,
    chooseSandbox,
    GitConfiguration,
    hubLinkKeyFile,
    hubTokenFile,
    loadToken,
    PolicyOptions,
    readAudit,
    readGitConfiguration,
    SandboxProvider,
    secretPaths,
    stateDirectory,
    verifyAudit
} from '@openspace/workspace-tools';
import { auditLines, verificationLines } from './audit/audit-report';
import { AuditShowOptions, HELP, McpOptions, parseCommandLine, RunOptions } from './command-line';
import { HUB_VERSION } from './hub-version';
import { serveStdio } from './mcp/stdio/serve-stdio';
import { RunningHub, startHub } from './start-hub';
import { StartupError } from './startup-error';
import { MemoryStore } from './store/memory-store';
import { readPolicyFile } from './workspace/policy-file';

const WHY_NO_FOLDER: ReadonlyMap<string, string> = new Map([
    ['ENOENT', 'does not exist'],
    ['EACCES', 'cannot be read by this user'],
    ['ENOTDIR', 'lies below a file']
]);

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
        case 'mcp':
            await serveMcp(commandLine);
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

/** Ends with its client, which holds the other end of standard input. */
async function serveMcp(options: McpOptions): Promise<void> {
    const end = new AbortController();
    process.once('SIGTERM', () => end.abort()).once('SIGINT', () => end.abort());
    process.stderr.on('error', () => undefined);
    await serveStdio(
        {
            workspace: readableFolder(options.workspace),
            policy: policyOptions(options, []),
            auditDirectory: auditDirectory(),
            sandbox: await askedSandbox(options),
            logLevel: options.logLevel
        },
        end.signal
    );
    process.exit(0);
}

async function serve(options: RunOptions): Promise<void> {
    const { host, port, logLevel } = options;
    const workspace = readableFolder(options.workspace);
    const { tokenFile, token, linkKey } = secrets(options);
    const log = { level: logLevel, stream: process.stderr };
    const sandbox = await askedSandbox(options);
    const hub = await startHub({
        workspace,
        host,
        port,
        token,
        linkKey,
        store: new MemoryStore(),
        log,
        auditDirectory: auditDirectory(),
        policy: policyOptions(options, [tokenFile]),
        agentBench: { artifacts: resolve(options.artifacts ?? join(stateDirectory(), 'agentbench')) },
        awaitedIde: options.awaitedIde,
        // Which one is the strongest here is found out while the Hub starts.
        findSandbox: async passOver => sandbox ?? chooseSandbox(undefined, passOver),
        git: gitConfiguration()
    });
    endWith(hub, options.lifeline);
    process.stdout.write(`${JSON.stringify({ url: hub.url, tokenFile })}\n`);
}

/** What the policy file says, and what no agent may read or write, wherever the workspace lies. */
function policyOptions({ policyFile }: McpOptions, tokenFiles: readonly string[]): PolicyOptions {
    const forbiddenPaths = [auditDirectory(), ...secretPaths(tokenFiles)];
    return policyFile === undefined
        ? { forbiddenPaths }
        : { ...readPolicyFile(policyFile), forbiddenPaths: [...forbiddenPaths, resolve(policyFile)] };
}

/** Who asks for a sandbox gets that one or none. */
async function askedSandbox({ sandbox }: McpOptions): Promise<SandboxProvider | undefined> {
    try {
        return sandbox && (await chooseSandbox(sandbox));
    } catch (error) {
        throw new StartupError(error instanceof Error ? error.message : String(error));
    }
}

function gitConfiguration(): GitConfiguration {
    try {
        return readGitConfiguration();
    } catch (error) {
        throw new StartupError(error instanceof Error ? error.message : String(error));
    }
}

function readableFolder(path: string): string {
    try {
        const folder = realpathSync(path);
        accessSync(folder, constants.R_OK | constants.X_OK);
        if (statSync(folder).isDirectory()) {
            return folder;
        }
    } catch (error) {
        const { code = 'unknown error' } = error as NodeJS.ErrnoException;
        const reason = WHY_NO_FOLDER.get(code) ?? `cannot be read (${code})`;
        throw new StartupError(`The workspace ${path} ${reason}. Name a folder that you can read with --workspace.`);
    }
    throw new StartupError(`The workspace ${path} is not a folder. Name a folder with --workspace.`);
}

function secrets(options: RunOptions): { tokenFile: string; token: string; linkKey: string } {
    try {
        const tokenFile = resolve(options.tokenFile ?? hubTokenFile(options.port));
        return { tokenFile, token: loadToken(tokenFile), linkKey: loadToken(hubLinkKeyFile(tokenFile)) };
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
