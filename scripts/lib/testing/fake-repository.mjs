import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRepository } from '../repository.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** Does what `npm ci` and `npm run bundle` leave behind, and records each call. `npm ci` fails while the file `no-network` exists. */
const NPM = `
    const fs = require('node:fs');
    const write = (file, text) => { fs.mkdirSync(require('node:path').dirname(file), { recursive: true }); fs.writeFileSync(file, text); };
    fs.appendFileSync('calls', 'npm ' + process.argv.slice(2).join(' ') + '\\n');
    if (process.argv[2] === 'ci') {
        if (fs.existsSync('no-network')) { console.error('npm error network'); process.exit(1); }
        fs.rmSync('node_modules', { recursive: true, force: true });
        write('node_modules/typescript/bin/tsc', fs.readFileSync('compiler.js', 'utf8'));
    } else {
        write('browser-app/lib/frontend/index.html', '');
        write('browser-app/lib/backend/main.js', fs.readFileSync('browser-app/backend.js', 'utf8'));
    }
`;
const COMPILER = `
    const fs = require('node:fs');
    fs.appendFileSync('calls', 'tsc\\n');
    fs.mkdirSync('packages/workspace-tools/lib', { recursive: true });
    fs.writeFileSync('packages/workspace-tools/lib/.tsbuildinfo', '');
    fs.writeFileSync('packages/workspace-tools/lib/state-directory.js', 'exports.stateDirectory = () => process.env.OPENSPACE_STATE_DIR;');
`;
/** Answers every request with its process number; ends when its standard input does. */
const BACKEND = `
    const value = name => process.argv[process.argv.indexOf(name) + 1];
    process.stdin.resume().once('end', () => process.exit(0));
    const server = require('node:http').createServer((request, response) => response.end(String(process.pid)));
    console.log('backend output');
    server.listen(Number(value('--port')), value('--hostname'), () => {
        process.send({ type: 'openspace-notice', message: 'A notice from the backend.' });
        process.send({
            type: 'openspace-ready',
            url: 'http://127.0.0.1:' + server.address().port,
            hubUrl: 'http://127.0.0.1:' + process.env.OPENSPACE_HUB_PORT,
            hubTokenFile: '/state/token',
            opencodeUrl: 'http://127.0.0.1:1',
            workspace: process.argv[2]
        });
    });
`;

/** For specs: a small repository with a copy of these scripts, in which npm, the compiler and the backend are stand-ins. */
export class FakeRepository {
    root = temporaryFolder();
    environment = {
        ...process.env,
        npm_execpath: join(this.root, 'npm.js'),
        OPENSPACE_STATE_DIR: join(this.root, 'state'),
        INIT_CWD: this.root,
        OPENSPACE_HUB_URL: '',
        NODE_V8_COVERAGE: ''
    };

    constructor() {
        cpSync(inRepository('scripts'), join(this.root, 'scripts'), { recursive: true });
        cpSync(inRepository('package.json'), join(this.root, 'package.json'));
        for (const folder of ['packages', 'hub', 'e2e', 'configs', 'examples/sample-project']) {
            mkdirSync(join(this.root, folder), { recursive: true });
        }
        this.write('package-lock.json', '{}');
        this.write('tsconfig.json', JSON.stringify({ references: [{ path: 'packages/workspace-tools' }] }));
        this.write('npm.js', NPM);
        this.write('compiler.js', COMPILER);
        this.write('browser-app/backend.js', BACKEND);
    }

    write(file, text) {
        mkdirSync(dirname(join(this.root, file)), { recursive: true });
        writeFileSync(join(this.root, file), text);
    }

    /** The stand-ins that were called since the last time this was asked. */
    takeCalls() {
        const file = join(this.root, 'calls');
        const calls = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
        writeFileSync(file, '');
        return calls.filter(call => call !== '').map(call => call.split(' ').slice(0, 3).join(' '));
    }
}
