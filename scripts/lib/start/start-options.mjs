import { resolve } from 'node:path';
import { misuse, parseCommandLine } from '../command-line.mjs';
import { inRepository } from '../repository.mjs';

export const usage = `Usage: npm start -- [options]

  --workspace DIR   the folder to work in (default: the sample project in this repository)
  --port N          port of the IDE, 0 for any free one (default: 3000)
  --hub-port N      port of the Hub, 0 for any free one (default: 3100)
  --host ADDRESS    address that the IDE listens on (default: 127.0.0.1, this machine only)
  --json            print the ready line as one JSON object: url, hubUrl, hubTokenFile, opencodeUrl, workspace
  --link            print an address that opens the IDE that already runs on --port in one more browser, and end
  --dev             for work on the IDE itself: a bundle that is not minified, debug messages, the log on the screen
  --help            show this text

Installs and builds what is missing or out of date, then starts the IDE, the Hub and OpenCode. Ctrl-C stops them all.
The address that is printed lets one browser in, once; all tabs of that browser may use the IDE from then on.
For programs: npm start --silent -- --json prints that one line to standard output and nothing else there.
Environment variables that choose the model, the OpenCode server or the Hub are described in README.md.`;

/** The options by their names in `parseStartOptions`, in the order of the usage. */
const FLAGS = {
    workspace: '--workspace',
    port: '--port',
    hubPort: '--hub-port',
    host: '--host',
    json: '--json',
    link: '--link',
    dev: '--dev'
};

/** The command line that has these options, as a person types it; those with their usual value are left out. */
export function commandLineOf(options) {
    const usual = parseStartOptions([]);
    const words = Object.entries(FLAGS)
        .filter(([name]) => name in options && options[name] !== usual[name])
        .flatMap(([name, flag]) => (options[name] === true ? [flag] : [flag, shellWord(String(options[name]))]));
    return ['npm start', ...(words.length > 0 ? ['--', ...words] : [])].join(' ');
}

const shellWord = text => (/^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function parsePort(name, text) {
    const port = Number(text);
    if (!/^\d+$/.test(text) || port > 65_535) {
        throw misuse(`--${name} must be a number from 0 to 65535, but is "${text}"`, usage);
    }
    return port;
}

/**
 * The options of `npm start`. A relative workspace counts from the folder in which the person called npm, since npm itself moves
 * to the folder of package.json.
 */
export function parseStartOptions(argv, environment = process.env) {
    const { values, positionals } = parseCommandLine({
        argv,
        usage,
        allowPositionals: true,
        options: {
            workspace: { type: 'string' },
            port: { type: 'string', default: '3000' },
            'hub-port': { type: 'string', default: '3100' },
            host: { type: 'string', default: '127.0.0.1' },
            json: { type: 'boolean', default: false },
            link: { type: 'boolean', default: false },
            dev: { type: 'boolean', default: false }
        }
    });
    if (positionals.length > 0) {
        throw misuse(`"${positionals[0]}" is not an option. Options go after two dashes, as in "npm start -- --port 3001"`, usage);
    }
    const port = parsePort('port', values.port);
    const hubPort = parsePort('hub-port', values['hub-port']);
    if (port !== 0 && port === hubPort) {
        throw misuse(`--port and --hub-port are both ${port}, but the IDE and the Hub each need their own`, usage);
    }
    if (values.workspace === '' || values.host === '') {
        throw misuse(`--${values.workspace === '' ? 'workspace' : 'host'} is empty`, usage);
    }
    if (values.link && port === 0) {
        throw misuse('--link needs the port of the IDE that runs, as in "npm start -- --link --port 3001"', usage);
    }
    return {
        workspace:
            values.workspace === undefined
                ? inRepository('examples', 'sample-project')
                : resolve(environment.INIT_CWD ?? process.cwd(), values.workspace),
        port,
        hubPort,
        host: values.host,
        json: values.json,
        link: values.link,
        dev: values.dev,
        help: values.help === true
    };
}
