import { parseArgs } from 'node:util';
import { StartupError } from './startup-error';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'];

export const HELP = `Usage: openspace-hub --workspace DIR [options]
       openspace-hub audit verify
       openspace-hub audit show [--session ID] [--last COUNT] [--json]

The Hub tells agents what they can do in the IDE and what the person sees there, keeps the results of their commands, and
lets MCP clients use the IDE's commands as tools (POST /mcp) and other programs work on the files of the workspace
(POST /tools/read, write, edit, glob, grep). When it is ready it prints one line of JSON with its address and its token file. Every request but GET /health needs the token: Authorization: Bearer TOKEN.

  --workspace DIR     folder that agents work in (required)
  --port PORT         port to listen on; 0 takes any free one (default 3100)
  --host HOST         address to listen on (default 127.0.0.1)
  --token-file FILE   file with the token, created when missing (default: hub-PORT.token in the state directory)
  --log-level LEVEL   ${LOG_LEVELS.join(', ')}: how much to log on standard error (default info)
  --lifeline          end when standard input ends, so that the Hub never outlives the program that started it
  --help              print this text
  --version           print the version

What agents did is noted in the audit, in the folder audit of the state directory, and kept for 90 days.

  audit verify        find every line that was changed, removed or moved; ends with code 1 when there is one
  audit show          list what agents did, oldest first
    --session ID      only what was done in one session
    --last COUNT      only the last so many (default 100)
    --json            one JSON object for each, for programs

The state directory is OPENSPACE_STATE_DIR, or openspace below the XDG state directory.

Try it:
  openspace-hub --workspace . &
  curl -H "Authorization: Bearer $(cat ~/.local/state/openspace/hub-3100.token)" http://127.0.0.1:3100/openspace/instructions
With the same header, GET /openapi.json describes all addresses, GET /health says what the Hub consists of, and GET /metrics
counts what it does.
`;

/** What the person asked for on the command line. */
export type CommandLine =
    | { readonly action: 'help' | 'version' | 'audit-verify' }
    | ({ readonly action: 'audit-show' } & AuditShowOptions)
    | ({ readonly action: 'run' } & RunOptions);

export interface AuditShowOptions {
    readonly session?: string;
    readonly last: number;
    readonly json: boolean;
}

export interface RunOptions {
    readonly workspace: string;
    readonly port: number;
    readonly host: string;
    readonly tokenFile?: string;
    readonly logLevel: string;
    readonly lifeline: boolean;
}

/** @throws {StartupError} with exit code 2 that says which option is wrong */
export function parseCommandLine(args: string[]): CommandLine {
    return args[0] === 'audit' ? parseAudit(args.slice(1)) : parseRun(args);
}

function parseAudit([action, ...args]: string[]): CommandLine {
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

function parseRun(args: string[]): CommandLine {
    const values = parse(args);
    if (values.help || values.version) {
        return { action: values.help ? 'help' : 'version' };
    }
    if (!values.workspace) {
        throw usageError('Name the folder to work in with --workspace DIR.');
    }
    if (!LOG_LEVELS.includes(values['log-level'])) {
        throw usageError(`--log-level takes one of ${LOG_LEVELS.join(', ')}, not "${values['log-level']}".`);
    }
    if (values.host === '' || values['token-file'] === '') {
        throw usageError('--host and --token-file need a value.');
    }
    return {
        action: 'run',
        workspace: values.workspace,
        port: parsePort(values.port),
        host: values.host,
        tokenFile: values['token-file'],
        logLevel: values['log-level'],
        lifeline: values.lifeline
    };
}

function parse(args: string[]) {
    return usage(
        () =>
            parseArgs({
                args,
                options: {
                    workspace: { type: 'string' },
                    port: { type: 'string', default: '3100' },
                    host: { type: 'string', default: '127.0.0.1' },
                    'token-file': { type: 'string' },
                    'log-level': { type: 'string', default: 'info' },
                    lifeline: { type: 'boolean', default: false },
                    help: { type: 'boolean', default: false },
                    version: { type: 'boolean', default: false }
                }
            }).values
    );
}

function usage<T>(parseOptions: () => T): T {
    try {
        return parseOptions();
    } catch (error) {
        throw usageError(error instanceof Error ? error.message : String(error));
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
