import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { withCautiousGit } from '../git/cautious-git';
import { notADirectory } from '../refusal';
import type { PathGuard } from '../path-guard';
import { PersonRefusal } from '../person-consent';
import { withSandboxAccess } from '../sandbox/sandbox-access';
import type { SandboxProvider } from '../sandbox/sandbox-provider';
import type { ShellJudgement } from '../shell/shell-judgement';
import { WorkspaceError } from '../workspace-error';
import { commandEnvironment } from './command-environment';
import type { ExecOptions, ExecRequest, ExecResult } from './exec-request';
import { nameRoot, resolveRootName } from './root-name';
import { runCommand } from './run-command';

/** Linux passes on no argument that is longer. */
const LONGEST_COMMAND_BYTES = 128 * 1024 - 1;

/** Runs a command line in the workspace, if the policy allows it or a person agrees. */
export async function executeCommand(
    guard: PathGuard,
    provider: SandboxProvider,
    request: ExecRequest,
    options: ExecOptions = {}
): Promise<ExecResult> {
    const { limits } = guard.policy;
    const { rootName } = options;
    const network = guard.policy.allowsNetwork && options.network !== false;
    const given = checkCommand(request.command);
    const command = rootName === undefined ? given : checkCommand(resolveRootName(given, guard.root, rootName));
    const plain = commandEnvironment(request.environment);
    // Nothing but the judgement stands before what git would run, and that knows only what is there by now.
    const env = provider.isolates.files ? plain : withCautiousGit(plain);
    const directory = await guard.withReadable(request.cwd ?? '.', options, ({ relativePath, kind }) =>
        kind === 'directory' ? Promise.resolve(relativePath) : Promise.reject(notADirectory(request.cwd ?? '.'))
    );
    const judgement = guard.policy.judgeCommand(command, {
        isolated: provider.isolates.files && provider.isolates.network && !network,
        environment: request.environment,
        cwd: directory,
        shell: shell()[0]
    });
    const tell = (text: string): string => (rootName === undefined ? text : nameRoot(text, guard.root, rootName));
    await settle({ command, cwd: directory, environment: request.environment }, judgement, { ...options, tell });
    const { result, refused, remains } = await withSandboxAccess(guard, provider, { network, rootName }, access =>
        runCommand(
            provider,
            {
                args: [...shell(), command],
                cwd: resolve(guard.root, directory),
                env,
                access,
                mostProcesses: limits.execProcesses,
                mostMemoryBytes: limits.execMemoryBytes
            },
            {
                timeoutMs: Math.max(1, Math.min(request.timeoutMs ?? limits.execDefaultTimeoutMs, limits.execTimeoutMs)),
                outputBytes: Math.max(0, Math.min(options.outputBytes ?? limits.execOutputBytes, limits.execOutputBytes)),
                wantsBytes: options.wantsBytes,
                signal: options.signal
            }
        )
    );
    return { ...result, ...(refused.length > 0 && { refused }), ...(remains !== undefined && { warning: remains }) };
}

function checkCommand(command: string): string {
    const size = Buffer.byteLength(command);
    if (size > LONGEST_COMMAND_BYTES) {
        throw new WorkspaceError(
            'too-large',
            `The command has ${size} bytes; at most ${LONGEST_COMMAND_BYTES} can be passed on. Write a script to a file and run that.`,
            { size, limit: LONGEST_COMMAND_BYTES }
        );
    }
    if (command.trim() === '') {
        throw new WorkspaceError('invalid-argument', 'The command is empty. Give a command line, such as "npm test".');
    }
    if (command.includes('\0')) {
        throw new WorkspaceError('invalid-argument', 'The command contains a NUL character, which no command can. Remove it.');
    }
    return command;
}

/**
 * Lets a judged command pass, after asking where the policy wants that.
 * @param options `tell` puts what the caller is told into its own words; the person is asked in the real ones
 */
export async function settle(
    { command, cwd = '', environment = {} }: Pick<ExecRequest, 'command' | 'cwd' | 'environment'>,
    judgement: ShellJudgement,
    { ask, tell = text => text }: Pick<ExecOptions, 'ask'> & { readonly tell?: (text: string) => string }
): Promise<void> {
    if (judgement.decision === 'allow') {
        return;
    }
    const { reason, subCommand, decision } = judgement;
    const details = { reason: tell(reason), subCommand: tell(subCommand), decision };
    if (decision === 'deny') {
        throw new WorkspaceError(
            'command-denied',
            `The command is denied: ${details.reason}. This cannot be lifted; do it another way.`,
            details
        );
    }
    if (!ask) {
        throw new WorkspaceError(
            'needs-consent',
            `The command needs a person's consent, and nobody can be asked here: ${details.reason}. Use a command that does less, or ask the person to run it.`,
            details
        );
    }
    const added = Object.keys(environment).length > 0 ? { environment } : {};
    const answer = await ask({ action: 'run', command, cwd, ...added, reason, subCommand });
    if (!answer.allowed) {
        throw new PersonRefusal(`The command did not run (${details.reason}).`, answer, details);
    }
}

function shell(): [string, ...string[]] {
    const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find(isExecutable);
    return bash === undefined ? ['/bin/sh', '-c'] : [bash, '--noprofile', '--norc', '-c'];
}

function isExecutable(file: string): boolean {
    try {
        accessSync(file, constants.X_OK);
        return true;
    } catch {
        return false; // not there or not for us: both mean "look further"
    }
}
