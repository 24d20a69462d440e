import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SANDBOX_NAMES, SandboxName } from '@openspace/workspace-tools';
import { StartupError } from './startup-error';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'];

const SHARED_OPTIONS = { workspace: { type: 'string' }, policy: { type: 'string' }, sandbox: { type: 'string' } } as const;
const HELP_OPTION = { type: 'boolean', default: false } as const;

/** How the program is called from any folder: it is in no registry. */
const PROGRAM = `node "${resolve(__dirname, '..', 'bin', 'openspace-hub.js')}"`;

export const HELP = `Usage: openspace-hub --workspace DIR [options]
       openspace-hub mcp --workspace DIR [--policy FILE] [--sandbox NAME] [--log-level LEVEL]
       openspace-hub audit verify
       openspace-hub audit show [--session ID] [--last COUNT] [--json]

From any folder, openspace-hub is: ${PROGRAM}

The Hub tells agents what they can do in the IDE and what the person sees there, keeps the results of their commands, and
lets MCP clients use the IDE's commands and the files of the workspace as tools (POST /mcp) and other programs work in the
workspace (POST /tools/..., POST /wap/... for the Workspace Agent Protocol, POST /agentbench/tools for AgentBench).
When it is ready it prints one line of JSON with its address and its token file. Every request but GET /health needs the
token: Authorization: Bearer TOKEN.

  --workspace DIR     folder that agents work in (required)
  --port PORT         port to listen on; 0 takes any free one (default 3100)
  --host HOST         address to listen on (default 127.0.0.1)
  --token-file FILE   file with the token, created when missing (default: hub-PORT.token in the state directory)
  --policy FILE       JSON with more files that nobody may read and tighter limits, and whether commands may use the network:
                      {"sensitiveFiles": ["*.kdbx"], "limits": {"readBytes": 65536}, "network": true}
  --sandbox NAME      where commands run: ${SANDBOX_NAMES.join(', ')} (default: the first of them that works here)
  --artifacts DIR     where AgentBench's events, logs and patches go, a folder a session, those of the last 200 sessions
                      (default: agentbench in the state directory)
  --log-level LEVEL   ${LOG_LEVELS.join(', ')}: how much to log on standard error (default: that of the environment
                      variable LOG_LEVEL, else info)
  --lifeline          end when standard input ends, so that the Hub never outlives the program that started it
  --await-ide ID      open the workspace to agents only when the IDE that calls itself so is linked and has told its person's
                      rules; for IDEs that start a Hub
  --help              print this text
  --version           print the version

openspace-hub mcp is for MCP clients that start their servers themselves: it serves the file tools of POST /mcp over standard
input and output, behind the same guard and policy, and ends with its input. The IDE's commands are not there, for no IDE is
linked to it, even when one has the folder open: nobody is asked, and neither its activity view nor its pause knows of it.
The options mean the same; the log goes to standard error, of warnings and errors unless --log-level or LOG_LEVEL says more.

What agents did is noted in the audit, in the folder audit of the state directory, and kept for 90 days.

  audit verify        find every line that was changed, removed or moved; ends with code 1 when there is one. What the audit
                      cannot tell: that someone who may write in its folder removed or wrote anew the last lines of a process
                      together with its .head file, before another process of the product was started and noted them.
  audit show          list what agents did, oldest first
    --session ID      only what was done in one session
    --last COUNT      only the last so many (default 100)
    --json            one JSON object for each, for programs

The state directory is OPENSPACE_STATE_DIR, or openspace below the XDG state directory.

Try it:
  ${PROGRAM} --workspace . &
  curl -H "Authorization: Bearer $(cat ~/.local/state/openspace/hub-3100.token)" http://127.0.0.1:3100/openspace/instructions
With the same header, GET /openapi.json describes all addresses, GET /health says what the Hub consists of, and GET /metrics
counts what it does.
`;

/** What the person asked for on the command line. */
export type CommandLine =
    | { readonly action: 'help' | 'version' | 'audit-verify' }
    | ({ readonly action: 'audit-show' } & AuditShowOptions)
    | ({ readonly action: 'mcp' } & McpOptions)
    | ({ readonly action: 'run' } & RunOptions);

export interface AuditShowOptions {
    readonly session?: string;
    readonly last: number;
    readonly json: boolean;
}

/** What both kinds of server are told. */
export interface McpOptions {
    readonly workspace: string;
    readonly policyFile?: string;
    readonly sandbox?: SandboxName;
    readonly artifacts?: string;
    readonly logLevel: string;
}

export interface RunOptions extends McpOptions {
    readonly port: number;
    readonly host: string;
    readonly tokenFile?: string;
    readonly lifeline: boolean;
    readonly awaitedIde?: string;
}

/** @throws {StartupError} with exit code 2 that says which option is wrong */
export function parseCommandLine(args: string[], environment: NodeJS.ProcessEnv = process.env): CommandLine {
    // The variable is one that other programs use, too, with words of their own.
    const wanted = LOG_LEVELS.find(level => level === environment.LOG_LEVEL?.toLowerCase());
    switch (args[0]) {
        case 'audit':
            return parseAudit(args.slice(1));
        case 'mcp':
            return parseMcp(args.slice(1), wanted ?? 'warn');
        default:
            return parseRun(args, wanted ?? 'info');
    }
}

function parseMcp(args: string[], logLevel: string): CommandLine {
    const values = usage(
        () =>
            parseArgs({ args, options: { ...SHARED_OPTIONS, 'log-level': { type: 'string', default: logLevel }, help: HELP_OPTION } })
                .values
    );
    return values.help ? { action: 'help' } : { action: 'mcp', ...parseShared(values) };
}

function parseAudit([action, ...args]: string[]): CommandLine {
    if ([action, ...args].includes('--help')) {
        return { action: 'help' };
    }
    if (action === 'verify' && args.length === 0) {
        return { action: 'audit-verify' };
    }
    if (action !== 'show') {
        throw usageError('audit takes "verify" or "show".');
    }
    const { session, last, json } = usage(
        () =>
            parseArgs({
                args,
                options: {
                    session: { type: 'string' },
                    last: { type: 'string', default: '100' },
                    json: { type: 'boolean', default: false }
                }
            }).values
    );
    if (!/^[1-9]\d{0,8}$/.test(last)) {
        throw usageError(`--last takes a number from 1 on, not "${last}".`);
    }
    return { action: 'audit-show', ...(session !== undefined && { session }), last: Number(last), json };
}

function parseRun(args: string[], logLevel: string): CommandLine {
    const values = parse(args, logLevel);
    if (values.help || values.version) {
        return { action: values.help ? 'help' : 'version' };
    }
    const shared = parseShared(values);
    if ([values.host, values['token-file'], values.artifacts, values['await-ide']].includes('')) {
        throw usageError('--host, --token-file, --artifacts and --await-ide need a value.');
    }
    return {
        action: 'run',
        ...shared,
        port: parsePort(values.port),
        host: values.host,
        tokenFile: values['token-file'],
        artifacts: values.artifacts,
        lifeline: values.lifeline,
        awaitedIde: values['await-ide']
    };
}

interface SharedValues {
    readonly workspace?: string;
    readonly policy?: string;
    readonly sandbox?: string;
    readonly 'log-level': string;
}

function parseShared({ workspace, policy, sandbox, 'log-level': logLevel }: SharedValues): McpOptions {
    if (!workspace) {
        throw usageError('Name the folder to work in with --workspace DIR.');
    }
    if (!LOG_LEVELS.includes(logLevel)) {
        throw usageError(`--log-level takes one of ${LOG_LEVELS.join(', ')}, not "${logLevel}".`);
    }
    if (policy === '') {
        throw usageError('--policy needs a value.');
    }
    return { workspace, policyFile: policy, sandbox: parseSandbox(sandbox), logLevel };
}

function parse(args: string[], logLevel: string) {
    return usage(
        () =>
            parseArgs({
                args,
                options: {
                    ...SHARED_OPTIONS,
                    port: { type: 'string', default: '3100' },
                    host: { type: 'string', default: '127.0.0.1' },
                    'token-file': { type: 'string' },
                    artifacts: { type: 'string' },
                    'log-level': { type: 'string', default: logLevel },
                    lifeline: { type: 'boolean', default: false },
                    'await-ide': { type: 'string' },
                    help: HELP_OPTION,
                    version: { type: 'boolean', default: false }
                }
            }).values
    );
}

function parseSandbox(name: string | undefined): SandboxName | undefined {
    const found = SANDBOX_NAMES.find(candidate => candidate === name);
    if (name !== undefined && found === undefined) {
        throw usageError(`--sandbox takes one of ${SANDBOX_NAMES.join(', ')}, not "${name}".`);
    }
    return found;
}

function usage<T>(parseOptions: () => T): T {
    try {
        return parseOptions();
    } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw usageError(message.endsWith('.') ? message : `${message}.`);
    }
}

function parsePort(text: string): number {
    const port = Number(text);
    if (!/^\d+$/.test(text) || port > 65535) {
        throw usageError(`--port takes a number from 0 to 65535, not "${text}".`);
    }
    return port;
}

function usageError(message: string): StartupError {
    return new StartupError(`${message} See openspace-hub --help.`, 2);
}
