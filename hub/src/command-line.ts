import { parseArgs } from 'node:util';
import { StartupError } from './startup-error';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'];

export const HELP = `Usage: openspace-hub --workspace DIR [options]

The Hub tells agents what they can do in the IDE and what the person sees there, and keeps the results of their commands.
When it is ready it prints one line of JSON with its address and its token file. Every request but GET /health needs the
token: Authorization: Bearer TOKEN.

  --workspace DIR     folder that agents work in (required)
  --port PORT         port to listen on; 0 takes any free one (default 3100)
  --host HOST         address to listen on (default 127.0.0.1)
  --token-file FILE   file with the token, created when missing (default: hub-PORT.token in the state directory)
  --log-level LEVEL   ${LOG_LEVELS.join(', ')}: how much to log on standard error (default info)
  --lifeline          end when standard input ends, so that the Hub never outlives the program that started it
  --help              print this text
  --version           print the version

The state directory is OPENSPACE_STATE_DIR, or openspace below the XDG state directory.

Try it:
  openspace-hub --workspace . &
  curl -H "Authorization: Bearer $(cat ~/.local/state/openspace/hub-3100.token)" http://127.0.0.1:3100/openspace/instructions
`;

/** What the person asked for on the command line. */
export type CommandLine = { readonly action: 'help' | 'version' } | ({ readonly action: 'run' } & RunOptions);

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
    try {
        const { values } = parseArgs({
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
        });
        return values;
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
