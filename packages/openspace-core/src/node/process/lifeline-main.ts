/**
 * Runs a program that does not watch its parent: `node lifeline-main.js PROGRAM ARGUMENT…`. The program ends when the standard
 * input of this process ends, so nothing stays behind when the parent is killed.
 */
import { spawn } from 'node:child_process';

const [program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
const end = (): void => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 2_000).unref();
};
process.stdin.resume().once('end', end).once('error', end);
process.once('SIGTERM', end).once('SIGINT', end);
child.once('error', error => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
});
child.once('exit', code => process.exit(code ?? 1));
