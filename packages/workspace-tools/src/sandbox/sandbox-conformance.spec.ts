import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { AddressInfo, createServer } from 'node:net';
import type { ExecRequest, ExecResult } from '../exec/exec-request';
import { Policy, PolicyLimits } from '../policy';
import { WorkspaceError } from '../workspace-error';
import { WorkspaceTools } from '../workspace-tools';
import { TESTED_SANDBOXES, agree, useProviders } from '../test/sandbox-providers';
import { refusalOf, useWorkspace } from '../test/test-workspace';
import { SANDBOX_NAMES, SandboxName, chooseSandbox } from './choose-sandbox';
import { LocalSandbox } from './local-sandbox';
import type { SandboxProvider } from './sandbox-provider';

const COMMANDS_AT_ONCE = 20;
/** How often so many are run: all of them at the same time would need more memory than most machines have. */
const COMMAND_ROUNDS = process.env.OPENSPACE_SOAK ? 10 : 1;

/** Commands whose answer is the same everywhere, byte by byte. */
const SAME: readonly (ExecRequest & { readonly what: string })[] = [
    { what: 'output', command: 'echo "hello"' },
    { what: 'both streams', command: 'echo out; echo err >&2' },
    { what: 'an exit code', command: 'exit 3' },
    { what: 'a signal', command: 'kill -9 $$' },
    { what: 'an unknown program', command: 'no-such-program-at-all; echo $?' },
    { what: 'files of the workspace', command: 'cat src/a.txt; find src | sort' },
    { what: 'a directory', command: 'cat a.txt; basename "$PWD"', cwd: 'src' },
    { what: 'a written file', command: 'printf new > made.txt; cat made.txt; mkdir -p x/y; find x' },
    { what: 'a variable', command: 'echo "$GREETING"', environment: { GREETING: 'hällo' } },
    { what: 'closed input', command: 'cat; echo end' },
    { what: 'pipes and substitutions', command: 'echo b a | tr " " "\\n" | sort; echo $(echo nested)' },
    { what: 'no UTF-8', command: "printf '\\377ok'" },
    { what: 'node', command: 'node -p "1+1"' },
    { what: 'git', command: 'git init -q r && cd r && git status --short && echo ok' },
    { what: 'a long output', command: 'head -c 300000 /dev/zero | tr "\\0" x' },
    { what: 'the environment', command: 'env | cut -d= -f1 | grep -v -E "^(PWD|SHLVL|_|OLDPWD|GIT_CONFIG_.*)$" | sort' }
]; // prettier-ignore

/** What differs because of what a provider is. */
const DIFFERENT: readonly { readonly what: string; readonly command: string; readonly stdout: Readonly<Record<SandboxName, string | RegExp>> }[] = [
    // Debian's version of gVisor answers a call of `ls` in a way that `ls` does not understand.
    { what: 'a listing', command: 'ls src', stdout: { local: 'a.txt\n', bubblewrap: 'a.txt\n', gvisor: /^(a\.txt\n)?$/ } },
    { what: 'what stands there for the command alone', command: 'LC_ALL=C ls -A', stdout: { local: '.env\n.vscode\nsrc\n', bubblewrap: '.env\n.opencode\n.theia\n.vscode\nsrc\n', gvisor: /^(\.env\n\.opencode\n\.theia\n\.vscode\nsrc\n)?$/ } },
    { what: 'sensitive files', command: 'cat .env', stdout: { local: 'SECRET=1\n', bubblewrap: '', gvisor: '' } },
    { what: 'network interfaces', command: 'grep -c : /proc/net/dev', stdout: { local: /^\d+\n$/, bubblewrap: '1\n', gvisor: /^\d*\n?$/ } },
    { what: 'a write to protected settings', command: 'echo x 2>/dev/null > .vscode/tasks.json && echo written', stdout: { local: 'written\n', bubblewrap: '', gvisor: '' } },
    { what: 'a write outside the workspace', command: 'touch /usr/openspace-probe 2>/dev/null && rm /usr/openspace-probe && echo written', stdout: { local: /^(written\n)?$/, bubblewrap: '', gvisor: '' } },
    // It is told so once it runs. gVisor's own kernel runs nothing but the command; its own process on this machine has the same order.
    { what: 'that it is ended first when memory runs out', command: 'for i in {1..5000}; do read x < /proc/self/oom_score_adj; [ "$x" = 1000 ] && break; done; echo $x', stdout: { local: '1000\n', bubblewrap: '1000\n', gvisor: /^\d*\n?$/ } },
    { what: 'whether git is told to trust less', command: 'echo "$GIT_CONFIG_COUNT"', stdout: { local: '2\n', bubblewrap: '\n', gvisor: '\n' } },
    { what: 'the process id of the shell', command: 'echo $$', stdout: { local: /^\d+\n$/, bubblewrap: '2\n', gvisor: '1\n' } }
]; // prettier-ignore

/** Processes on this machine whose command line has this text. */
function processesWith(text: string): string[] {
    return readdirSync('/proc')
        .filter(name => /^\d+$/.test(name))
        .filter(pid => {
            try {
                return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
            } catch {
                return false; // ended meanwhile
            }
        });
}

describe('Sandbox providers', () => {
    const workspace = useWorkspace();
    const providers = useProviders();

    const layOut = (): void => {
        workspace.file('src/a.txt', 'text of a\n');
        workspace.file('.env', 'SECRET=1\n');
        workspace.file('.vscode/settings.json', '{}');
    };
    beforeEach(layOut);

    const open = (sandbox: SandboxProvider, policy = new Policy()): Promise<WorkspaceTools> =>
        WorkspaceTools.open(workspace.root, policy, { sandbox });
    const comparable = ({ stdout, stderr, exitCode, truncated, stdoutBytes, stderrBytes }: ExecResult): object => ({
        stdout,
        stderr,
        exitCode,
        truncated,
        stdoutBytes,
        stderrBytes
    });

    it('all run in these tests', () => {
        assert.deepEqual(
            providers.all.map(({ name }) => name),
            TESTED_SANDBOXES
        );
        assert.ok(process.platform !== 'linux' || process.getuid?.() !== 0 || TESTED_SANDBOXES.length === SANDBOX_NAMES.length);
    });

    it('are never replaced by another one when one was asked for', async () => {
        const path = process.env.PATH;
        process.env.PATH = '/nowhere';
        try {
            await refusalOf('sandbox-failed', chooseSandbox('bubblewrap'));
            const passedOver: unknown[] = [];
            const passOver = (name: string, reason: string): void =>
                void passedOver.push([name, /could not be started \(ENOENT\)\. Check that it is installed/.test(reason)]);
            assert.equal((await chooseSandbox(undefined, passOver)).name, 'local');
            assert.deepEqual(passedOver, [
                ['gvisor', true],
                ['bubblewrap', true]
            ]);
        } finally {
            process.env.PATH = path;
        }
        assert.deepEqual(await chooseSandbox('local').then(({ name }) => name), 'local');
    }).timeout(60_000);

    it('are the strongest that runs everyday programs when none was asked for', async () => {
        const runsListing = async (provider: SandboxProvider): Promise<boolean> =>
            (await (await open(provider)).exec({ command: 'ls src' }, agree)).stdout === 'a.txt\n';
        const able: string[] = [];
        for (const provider of providers.all) {
            able.push(...((await runsListing(provider)) ? [provider.name] : []));
        }
        assert.equal((await chooseSandbox()).name, able[0]);
        assert.ok(!TESTED_SANDBOXES.includes('bubblewrap') || able[0] !== 'local');
    }).timeout(60_000);

    it('reach no server, not even one of this machine, unless they may use the network or cannot be kept from it', async () => {
        const server = createServer(socket => socket.end('answer')).listen(0, '127.0.0.1');
        await once(server, 'listening');
        const { port } = server.address() as AddressInfo;
        const command = `node -e "require('net').connect(${port}, '127.0.0.1').on('error', () => console.log('none')).pipe(process.stdout)"`;
        try {
            for (const provider of providers.all) {
                const said = async (allowed: boolean, network?: boolean): Promise<[string, boolean]> => {
                    const tools = await open(provider, new Policy({ network: allowed }));
                    const { stdout, networkIsolated } = await tools.exec({ command }, { ...agree, network });
                    return [stdout.trim(), networkIsolated];
                };
                const kept = provider.isolates.network ? ['none', true] : ['answer', false];
                assert.deepEqual(await said(true), ['answer', false], provider.name);
                assert.deepEqual(await said(true, false), kept, provider.name);
                assert.deepEqual(await said(false), kept, provider.name);
                assert.deepEqual(await said(false, true), kept, provider.name);
            }
        } finally {
            server.close();
        }
    }).timeout(60_000);

    for (const { what, ...request } of SAME) {
        it(`answer alike: ${what}`, async () => {
            const expected = comparable(await (await open(new LocalSandbox())).exec(request, agree));
            for (const provider of providers.isolating) {
                workspace.remove();
                workspace.create();
                workspace.file('src/a.txt', 'text of a\n');
                assert.deepEqual(comparable(await (await open(provider)).exec(request, agree)), expected, provider.name);
            }
        }).timeout(60_000);
    }

    for (const { what, command, stdout } of DIFFERENT) {
        it(`differ as declared: ${what}`, async () => {
            for (const provider of providers.all) {
                const result = await (await open(provider)).exec({ command }, agree);
                const expected = stdout[provider.name as SandboxName];
                assert.ok(
                    typeof expected === 'string' ? result.stdout === expected : expected.test(result.stdout),
                    `${provider.name}: ${JSON.stringify(result)}`
                );
                workspace.remove();
                workspace.create();
                layOut();
            }
        }).timeout(60_000);
    }

    it('keep a repository from being given other settings, where they keep files apart', async () => {
        for (const provider of providers.isolating) {
            workspace.remove();
            workspace.create();
            execFileSync('git', ['init', '-q', workspace.root]);
            const before = readFileSync(workspace.path('.git/config'), 'utf8');
            const attempts = [
                "appendFileSync('.git/config', 'x')",
                "writeFileSync('.git/hooks/pre-commit', 'x')",
                "renameSync('.git', 'old')",
                "rmSync('.git/hooks', { recursive: true })",
                "mkdirSync('.theia/x', { recursive: true })",
                "writeFileSync('.vscode/tasks.json', 'x')",
                "writeFileSync('.opencode/opencode.json', 'x')"
            ].map(code => `node -e "fs.${code}"`);
            for (const command of attempts) {
                const { exitCode } = await (await open(provider)).exec({ command }, agree);
                assert.notEqual(exitCode, 0, `${provider.name}: ${command}`);
            }
            assert.equal(readFileSync(workspace.path('.git/config'), 'utf8'), before);
            assert.ok(!existsSync(workspace.path('.git/hooks/pre-commit')));
            assert.ok(!existsSync(workspace.path('.theia')), 'folders that were made for a command are gone');
        }
    }).timeout(120_000);

    /** A command that has come so far as to write this file, and is then stopped. */
    const stopOnceMade = async (tools: WorkspaceTools, command: string, file: string): Promise<WorkspaceError> => {
        const stop = new AbortController();
        const stopped = refusalOf('cancelled', tools.exec({ command }, { ...agree, signal: stop.signal }));
        const watch = setInterval(() => existsSync(workspace.path(file)) && stop.abort(), 20);
        return stopped.finally(() => clearInterval(watch));
    };

    /** Time in which so many commands at once have surely begun, on this machine as busy as it is. */
    const beginningMs = async (tools: WorkspaceTools): Promise<number> => {
        const startMs = performance.now();
        await Promise.all(Array.from({ length: COMMANDS_AT_ONCE }, () => tools.exec({ command: 'true' }, agree)));
        return 1000 + Math.ceil(4 * (performance.now() - startMs));
    };

    it(`leave no process of ${COMMANDS_AT_ONCE * COMMAND_ROUNDS} commands whose time is up and that ignore SIGTERM or leave their group`, async () => {
        const temporary = process.env.TMPDIR;
        const rounds = Array.from({ length: COMMAND_ROUNDS }, (_, round) => providers.all.map(provider => ({ provider, round })));
        for (const { provider, round } of rounds.flat()) {
            const mark = `7${process.pid}${provider.name.length}${round}`;
            const tools = await open(provider);
            const timeoutMs = await beginningMs(tools);
            // What a provider keeps for a command, and so its own processes, can be told by this folder.
            process.env.TMPDIR = `${workspace.outside}/${provider.name}-${round}`;
            mkdirSync(process.env.TMPDIR);
            const folder = process.env.TMPDIR;
            const marks = Array.from({ length: COMMANDS_AT_ONCE }, (_, index) => `made-${provider.name}-${round}-${index}`);
            const runs = marks.map((made, index) => {
                const stubborn = `trap '' TERM; sleep ${mark}.1 & touch ${made}; sleep ${mark}.2`;
                const escaping = `setsid sleep ${mark}.3 & trap '' TERM; touch ${made}; sleep ${mark}.4`;
                return refusalOf('timeout', tools.exec({ command: index % 2 === 0 ? stubborn : escaping, timeoutMs }, agree));
            });
            await Promise.all(runs).finally(() => Object.assign(process.env, { TMPDIR: temporary ?? '/tmp' }));
            const left = processesWith(`sleep\0${mark}`).filter(
                pid => provider.isolates.processes || !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('.3')
            );
            processesWith(`sleep\0${mark}`).forEach(pid => process.kill(Number(pid), 'SIGKILL'));
            assert.deepEqual([...left, ...processesWith(folder)], [], provider.name);
            const notBegun = marks.filter(made => !existsSync(workspace.path(made)));
            assert.deepEqual(notBegun, [], provider.name);
        }
    }).timeout(COMMAND_ROUNDS * COMMANDS_AT_ONCE * 30_000);

    it('end a command whose time is up, with all that it started', async () => {
        for (const provider of providers.all) {
            const mark = `8${process.pid}${provider.name.length}`;
            const command = `trap '' TERM; sleep ${mark}.1 & sleep ${mark}.2`;
            await refusalOf('timeout', (await open(provider)).exec({ command, timeoutMs: 1000 }, agree));
            assert.deepEqual(processesWith(`sleep\0${mark}`), [], provider.name);
        }
    }).timeout(120_000);

    const openWithin = (sandbox: SandboxProvider, limits: Partial<PolicyLimits>): Promise<WorkspaceTools> =>
        WorkspaceTools.open(workspace.root, new Policy({ limits }), { sandbox });

    it('end a command that has too many processes at once, and return what it wrote, where they keep processes apart', async () => {
        for (const provider of providers.isolating) {
            const tools = await openWithin(provider, { execProcesses: 20 });
            const sleepers = (count: number, seconds: string): string =>
                `echo begun; for i in $(seq ${count}); do sleep ${seconds} & done; wait`;
            assert.equal((await tools.exec({ command: sleepers(15, '0.5') }, agree)).exitCode, 0);
            const mark = `7${process.pid}.1`;
            const { message, details } = await refusalOf('too-large', tools.exec({ command: sleepers(40, mark) }, agree));
            assert.match(message, /more than 20 processes at once/);
            assert.deepEqual([details.limit, details.execution?.stdout], [20, 'begun\n'], provider.name);
            assert.deepEqual(processesWith(`sleep\0${mark}`), []);
        }
    }).timeout(120_000);

    it('end a command that takes too much memory, and return what it wrote, where they keep processes apart', async () => {
        const fill = 'node -e "console.log(1); const all = []; setInterval(() => all.push(Buffer.alloc(2 ** 25, 1)), 50)"';
        for (const provider of providers.isolating) {
            const tools = await openWithin(provider, { execMemoryBytes: 400 * 1024 ** 2 });
            const { message, details } = await refusalOf('too-large', tools.exec({ command: fill }, agree));
            assert.match(message, /more than 400 MiB of memory/);
            assert.deepEqual([details.limit, details.execution?.stdout], [400 * 1024 ** 2, '1\n'], provider.name);
        }
    }).timeout(120_000);

    it('count memory that processes share once, and what is only reserved not at all', async () => {
        const shared = 'perl -e \'$x = "a"; $x x= 1e8; for (1 .. 9) { fork or do { sleep 3; exit } } 1 while wait != -1; print "ok"\'';
        const reserved = 'node -e "new WebAssembly.Memory({ initial: 1, maximum: 65536 }); setTimeout(() => console.log(1), 1500)"';
        for (const provider of providers.isolating) {
            const tools = await openWithin(provider, { execMemoryBytes: 500 * 1024 ** 2 });
            assert.equal((await tools.exec({ command: shared }, agree)).stdout, 'ok', provider.name);
            assert.equal((await tools.exec({ command: reserved }, agree)).stdout, '1\n', provider.name);
        }
    }).timeout(120_000);

    it('bound what a command can put into the folders that are in memory, under bubblewrap', async () => {
        const limit = 30 * 1024 ** 2;
        const tools = await openWithin(await chooseSandbox('bubblewrap'), { execMemoryBytes: limit });
        const folders = ['/tmp', '/var/tmp', '/run', '$HOME', '/dev/shm'];
        const fill = folders.map(folder => `head -c ${limit} /dev/zero > ${folder}/filler; stat -c %s ${folder}/filler`).join('; ');
        const sizes = (await tools.exec({ command: fill }, agree)).stdout.trim().split('\n').map(Number);
        assert.equal(sizes.length, folders.length);
        assert.ok(
            sizes.every(size => size > 0),
            String(sizes)
        );
        assert.ok(sizes.reduce((sum, size) => sum + size) <= limit, String(sizes));
        assert.notEqual((await tools.exec({ command: 'echo x > /dev/filler' }, agree)).exitCode, 0);
        assert.equal((await tools.exec({ command: 'echo x > /dev/shm/x && echo x > /tmp/x && echo x > /dev/null' }, agree)).exitCode, 0);
    }).timeout(60_000);

    it('let a command that is stopped finish its work, and return what it wrote', async () => {
        for (const provider of providers.all) {
            const command = "trap 'echo cleaned; exit 0' TERM; echo begun; touch made; while true; do sleep 0.05; done";
            const error = await stopOnceMade(await open(provider), command, 'made');
            assert.equal(error.details.execution?.stdout, 'begun\ncleaned\n', provider.name);
            workspace.remove();
            workspace.create();
        }
    }).timeout(120_000);
});
