import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { repositoryRoot } from '../repository.mjs';
import { parseStartOptions } from './start-options.mjs';

const misuses = (argv, pattern) =>
    assert.throws(
        () => parseStartOptions(argv),
        error => {
            assert.equal(error.exitCode, 2);
            assert.match(error.message, pattern);
            assert.match(error.advice, /Usage: npm start/);
            return true;
        }
    );

describe('The options of npm start', () => {
    it('have defaults for all', () => {
        assert.deepEqual(parseStartOptions([]), {
            workspace: join(repositoryRoot, 'examples', 'sample-project'),
            port: 3000,
            hubPort: 3100,
            host: '127.0.0.1',
            json: false,
            link: false,
            dev: false,
            help: false
        });
    });

    it('take a relative workspace from where npm was called', () => {
        assert.equal(parseStartOptions(['--workspace', 'code/app'], { INIT_CWD: '/home/ada' }).workspace, '/home/ada/code/app');
        assert.equal(parseStartOptions(['--workspace=/srv/app'], { INIT_CWD: '/home/ada' }).workspace, '/srv/app');
    });

    it('allow any free port for both servers', () => {
        const { port, hubPort } = parseStartOptions(['--port', '0', '--hub-port=0']);
        assert.deepEqual([port, hubPort], [0, 0]);
    });

    it('refuse what they do not know, and name it', () => {
        misuses(['--prot', '3000'], /'--prot'/);
        misuses(['--json=yes'], /--json/);
        misuses(['--port'], /--port/);
    });

    it('say where options go when npm has swallowed their names', () => {
        misuses(['3001'], /"3001" is not an option.*npm start -- --port 3001/);
    });

    it('refuse ports that do not exist or are the same', () => {
        for (const port of ['65536', '-1', '3000.5', '1e3', 'http', '']) {
            misuses([`--port=${port}`], /--port must be a number/);
            misuses([`--hub-port=${port}`], /--hub-port must be a number/);
        }
        misuses(['--port', '3100'], /both 3100/);
    });

    it('ask for a link from an IDE whose port is known', () => {
        assert.equal(parseStartOptions(['--link']).link, true);
        misuses(['--link', '--port=0'], /--link needs the port .*--link --port 3001/);
    });

    it('refuse empty values', () => {
        misuses(['--workspace='], /--workspace is empty/);
        misuses(['--host='], /--host is empty/);
    });
});
