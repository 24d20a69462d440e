import { parseArgs } from 'node:util';
import { errorMessage } from './error-message';
import { guideBrain } from './guide/guide-brain';
import { startModelServer } from './model-server';

const USAGE = `Usage: guide-model [--port N] [--lifeline]

  --port N     port on 127.0.0.1; 0, the default, takes any free one
  --lifeline   end when standard input ends, so that no server outlives the process that started it

Prints {"url":"http://127.0.0.1:PORT/v1"} on one line when it is ready.
`;

/** Pause between two pieces of an answer: fast, and still visibly written. */
const CHUNK_DELAY_MS = 6;

/** The `guide-model` program: serves the guide until it is told to end. */
export async function runGuideModel(args: readonly string[]): Promise<void> {
    const options = readOptions(args);
    if (typeof options === 'string') {
        fail(`${options}\n\n${USAGE}`, 2);
        return;
    }
    if (options.help) {
        process.stdout.write(USAGE);
        return;
    }
    if (options.lifeline) {
        process.stdin.once('close', () => process.exit(0)).resume();
    }
    try {
        const { url } = await startModelServer({ brain: guideBrain(), port: options.port, chunkDelayMs: CHUNK_DELAY_MS });
        process.stdout.write(`${JSON.stringify({ url })}\n`);
    } catch (error) {
        fail(`The guide cannot listen on port ${options.port}. ${reasonOf(error)}\n`, 1);
    }
}

interface Options {
    readonly port: number;
    readonly lifeline: boolean;
    readonly help: boolean;
}

/** The options, or what is wrong with them. */
function readOptions(args: readonly string[]): Options | string {
    try {
        const { values } = parseArgs({
            args: [...args],
            options: { port: { type: 'string' }, lifeline: { type: 'boolean' }, help: { type: 'boolean' } }
        });
        const port = values.port ?? '0';
        if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
            return `--port takes a number from 0 to 65535, not "${port}".`;
        }
        return { port: Number(port), lifeline: values.lifeline ?? false, help: values.help ?? false };
    } catch (error) {
        return errorMessage(error);
    }
}

function reasonOf(error: unknown): string {
    switch (error instanceof Error && 'code' in error ? error.code : undefined) {
        case 'EADDRINUSE':
            return 'Another program uses it: end that program, or choose another port with --port (0 takes any free one).';
        case 'EACCES':
            return 'It is reserved for the system: choose one above 1023 with --port.';
        default:
            return errorMessage(error);
    }
}

/** Ends the process, for a lifeline would keep it alive. */
function fail(message: string, exitCode: number): void {
    process.stderr.write(message, () => process.exit(exitCode));
}
