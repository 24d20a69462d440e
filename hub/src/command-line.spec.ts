import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { HELP, parseCommandLine } from './command-line';

const parse = (line: string, environment: NodeJS.ProcessEnv = {}) => parseCommandLine(line.split(' '), environment);

describe('parseCommandLine', () => {
    it('has a default for everything but the workspace', () => {
        assert.deepEqual(parse('--workspace /ws'), {
            action: 'run',
            workspace: '/ws',
            port: 3100,
            host: '127.0.0.1',
            tokenFile: undefined,
            policyFile: undefined,
            artifacts: undefined,
            sandbox: undefined,
            logLevel: 'info',
            lifeline: false,
            awaitedIde: undefined
        });
    });

    it('takes all options', () => {
        assert.deepEqual(
            parse(
                '--workspace=/ws --port 0 --host ::1 --token-file /t --policy /p --artifacts /a --sandbox bubblewrap --log-level debug --lifeline --await-ide me'
            ),
            {
                action: 'run',
                workspace: '/ws',
                port: 0,
                host: '::1',
                tokenFile: '/t',
                policyFile: '/p',
                artifacts: '/a',
                sandbox: 'bubblewrap',
                logLevel: 'debug',
                lifeline: true,
                awaitedIde: 'me'
            }
        );
    });

    it('logs as much as LOG_LEVEL says where no option does, if it is a level', () => {
        const level = (line: string, LOG_LEVEL: string): unknown => (parse(line, { LOG_LEVEL }) as { logLevel?: string }).logLevel;
        assert.deepEqual(
            [level('--workspace /ws', 'debug'), level('--workspace /ws', 'WARN'), level('mcp --workspace /ws', 'debug')],
            ['debug', 'warn', 'debug']
        );
        assert.equal(level('--workspace /ws --log-level error', 'debug'), 'error');
        assert.deepEqual([level('--workspace /ws', 'chatty'), level('mcp --workspace /ws', '')], ['info', 'warn']);
    });

    it('needs no workspace to explain itself', () => {
        assert.deepEqual(parse('--help'), { action: 'help' });
        assert.deepEqual(parse('--version'), { action: 'version' });
        for (const line of ['audit --help', 'audit verify --help', 'audit show --last 5 --help']) {
            assert.deepEqual(parse(line), { action: 'help' }, line);
        }
    });

    it('knows the commands of the audit', () => {
        assert.deepEqual(parse('audit verify'), { action: 'audit-verify' });
        assert.deepEqual(parse('audit show'), { action: 'audit-show', last: 100, json: false });
        assert.deepEqual(parse('audit show --session s --last 5 --json'), { action: 'audit-show', session: 's', last: 5, json: true });
    });

    it('knows the server for clients that start theirs themselves', () => {
        const mcp = { action: 'mcp', workspace: '/ws', policyFile: undefined, sandbox: undefined, logLevel: 'warn' };
        assert.deepEqual(parse('mcp --workspace /ws'), mcp);
        assert.deepEqual(parse('mcp --workspace /ws --policy p --sandbox local --log-level debug'), {
            ...mcp,
            policyFile: 'p',
            sandbox: 'local',
            logLevel: 'debug'
        });
        assert.deepEqual(parse('mcp --help'), { action: 'help' });
        assert.match(HELP, /openspace-hub mcp --workspace DIR/);
    });

    it('refuses bad usage with exit code 2 and points to the help', () => {
        for (const line of [
            '',
            '--port 1',
            '--workspace',
            '--workspace /ws extra',
            '--workspace /ws --unknown',
            '--workspace /ws --port 65536',
            '--workspace /ws --port -1',
            '--workspace /ws --port 0x10',
            '--workspace /ws --port=',
            '--workspace /ws --host=',
            '--workspace /ws --token-file=',
            '--workspace /ws --log-level loud',
            'audit',
            'audit burn',
            'audit verify more',
            'audit show --last 0',
            'audit show --last many',
            'audit show --wrong',
            'mcp',
            'mcp --workspace /ws --port 1',
            'mcp --workspace /ws --policy=',
            'mcp --workspace /ws --sandbox none'
        ]) {
            assert.throws(() => parse(line), { name: 'StartupError', exitCode: 2, message: /\. See openspace-hub --help\.$/ }, line);
        }
    });

    it('names the program in a way that works from any folder', () => {
        const named = [...HELP.matchAll(/node "([^"]+)"/g)].map(([, path]) => path);
        assert.equal(named.length, 2);
        assert.ok(
            named.every(path => isAbsolute(path) && existsSync(path)),
            named.join(', ')
        );
    });

    it('explains every option', () => {
        for (const option of [
            'workspace',
            'port',
            'host',
            'token-file',
            'policy',
            'artifacts',
            'sandbox',
            'log-level',
            'lifeline',
            'await-ide',
            'help',
            'version'
        ]) {
            assert.match(HELP, new RegExp(`^ {2}--${option} `, 'm'));
        }
    });
});
