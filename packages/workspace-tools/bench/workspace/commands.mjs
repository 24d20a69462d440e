import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { inTurns } from '../../../../scripts/lib/bench/in-turns.mjs';

const { chooseSandbox } = createRequire(import.meta.url)('../../lib/sandbox/choose-sandbox.js');

const COMMAND = 'echo done';
/** The tree was just copied. In a workspace that people work in, most directories have not changed for longer than this. */
const SETTLING_MS = 3000;
const MOST_MS = { local: 10, bubblewrap: 40 };

function bareSpawn(cwd) {
    return new Promise((resolve, reject) => {
        const child = spawn('/bin/bash', ['--noprofile', '--norc', '-c', COMMAND], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
        let output = '';
        child.stdout.setEncoding('utf8').on('data', text => (output += text));
        child.stderr.resume();
        child.on('error', reject).on('close', () => resolve(output));
    });
}

/** What a command costs beyond the process itself, for every provider that this machine has. */
export async function compareCommands(figures, open, { root }) {
    await setTimeout(SETTLING_MS);
    for (const [name, most] of Object.entries(MOST_MS)) {
        const tools = await open(root, {}, await chooseSandbox(name));
        const { difference, time } = await inTurns({ ours: () => tools.exec({ command: COMMAND }), bare: () => bareSpawn(root) }, 31);
        figures.note('a bare process, ms', time('bare'));
        figures.atMost(`a command beyond it, ${name}, ms`, difference('ours', 'bare'), most);
    }
}
