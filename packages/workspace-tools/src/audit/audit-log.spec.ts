import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import fs from 'node:fs';
import { mock } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLog } from './audit-log';
import type { AuditEvent } from './audit-record';
import { readAudit } from './read-audit';
import { verifyAudit } from './verify-audit';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.parse('2026-01-01T10:00:00.000Z');

function event(callId: string, changes: Partial<AuditEvent> = {}): AuditEvent {
    return {
        event: 'finished',
        callId,
        session: 'session',
        client: 'chat',
        command: 'openspace.editor.open',
        risk: 'view',
        args: { path: 'a.ts' },
        outcome: 'done',
        durationMs: 12,
        ...changes
    };
}

describe('AuditLog', () => {
    let directory: string;
    let now: number;
    let logs: AuditLog[];

    beforeEach(() => {
        directory = join(mkdtempSync(join(tmpdir(), 'openspace-audit-')), 'audit');
        now = START;
        logs = [];
    });
    afterEach(() => {
        logs.forEach(log => log.close());
        rmSync(join(directory, '..'), { recursive: true });
    });

    const create = (role = 'ide'): AuditLog => {
        const log = new AuditLog(directory, role, () => now);
        logs.push(log);
        return log;
    };
    it('keeps of a message what is needed to understand it', () => {
        create().append(event('a', { outcome: 'failed', code: 'not-found', message: `"a.ts" does not exist. ${'x'.repeat(10_000)}` }));
        const [{ message = '' }] = readAudit(directory);
        assert.match(message, /^"a\.ts" does not exist\. x+… \(10023 characters\)$/);
        assert.ok(message.length < 600);
    });

    /** The audit of a process that noted these calls. */
    const write = (...callIds: string[]): AuditLog => {
        const log = create();
        callIds.forEach(callId => log.append(event(callId)));
        return log;
    };
    const files = (end = '.jsonl'): string[] =>
        readdirSync(directory)
            .filter(name => name.endsWith(end))
            .sort();
    const linesOf = (name: string): string[] => readFileSync(join(directory, name), 'utf8').trimEnd().split('\n');
    const change = (edit: (lines: string[]) => string[], name = files()[0] ?? ''): void =>
        writeFileSync(
            join(directory, name),
            edit(linesOf(name))
                .map(line => `${line}\n`)
                .join('')
        );
    const problems = (): string[] => verifyAudit(directory, now).problems.map(({ line, problem }) => `${line ?? 'file'}: ${problem}`);

    it('writes one line for each event, for its owner only', () => {
        write('a', 'b');
        const [name = ''] = files();
        assert.match(name, /^ide-20260101T100000Z-\d+-[0-9a-f]{8}\.2026-01-01\.jsonl$/);
        assert.equal(statSync(join(directory, name)).mode & 0o777, 0o600);
        assert.equal(statSync(directory).mode & 0o777, 0o700);
        const [opening, first] = linesOf(name).map(line => JSON.parse(line) as Record<string, unknown>);
        assert.deepEqual([opening.event, opening.role, opening.processId], ['opened', 'ide', process.pid]);
        assert.equal(first.previous, opening.hash);
        assert.deepEqual([first.seq, first.callId, first.time], [2, 'a', '2026-01-01T10:00:00.000Z']);
        assert.deepEqual(verifyAudit(directory, now), { files: 1, lines: 3, problems: [] });
    });

    it('finds each line that was changed', () => {
        for (const number of [0, 1, 2, 3]) {
            rmSync(directory, { recursive: true, force: true });
            write('a', 'b', 'c');
            change(lines => lines.with(number, lines[number]?.replace(/"time":"2026/, '"time":"2025') ?? ''));
            assert.ok(
                problems().some(text => text === `${number + 1}: was changed`),
                problems().join()
            );
        }
    });

    it('finds each line that was removed, the first and the last included', () => {
        for (const number of [0, 1, 2, 3]) {
            rmSync(directory, { recursive: true, force: true });
            write('a', 'b', 'c');
            change(lines => lines.toSpliced(number, 1));
            assert.notDeepEqual(problems(), [], String(number));
        }
    });

    it('finds lines in another order, doubled, and from elsewhere', () => {
        const edits: ((lines: string[]) => string[])[] = [
            ([opening = '', a = '', b = '', ...rest]) => [opening, b, a, ...rest],
            ([opening = '', a = '', ...rest]) => [opening, a, a, ...rest],
            lines => [...lines, lines[1] ?? ''],
            lines => [...lines, '{"event":"finished"}']
        ];
        for (const edit of edits) {
            rmSync(directory, { recursive: true, force: true });
            write('a', 'b', 'c');
            change(edit);
            assert.notDeepEqual(problems(), [], edit.toString());
        }
        rmSync(directory, { recursive: true, force: true });
        write('a');
        appendFileSync(join(directory, files()[0] ?? ''), '{"event":');
        assert.deepEqual(problems(), ['3: is incomplete']);
    });

    it('goes on in a new file each day, and finds a day that was removed', () => {
        const log = write('a');
        for (const callId of ['b', 'c']) {
            now += DAY_MS;
            log.append(event(callId));
        }
        assert.equal(files().length, 3);
        assert.deepEqual(problems(), []);
        for (const name of files()) {
            const content = readFileSync(join(directory, name));
            rmSync(join(directory, name));
            assert.notDeepEqual(problems(), [], name);
            writeFileSync(join(directory, name), content);
        }
        assert.deepEqual(problems(), []);
    });

    it('finds that all files of a process were removed, once another process has started', () => {
        write('a');
        now += 1000;
        create('hub').append(event('b'));
        assert.deepEqual(problems(), []);
        rmSync(join(directory, files('.jsonl').find(name => name.startsWith('ide-')) ?? ''));
        rmSync(join(directory, files('.head').find(name => name.startsWith('ide-')) ?? ''));
        assert.match(problems().join(), /lacks the line with number 2/);
    });

    it('finds that a process was removed whose role sorts before that of many others', () => {
        const removed = create('hub');
        removed.append(event('a'));
        for (let count = 0; count < 21; count++) {
            now += 1000;
            write('b');
        }
        now += 1000;
        removed.append(event('c'));
        write('d');
        assert.deepEqual(problems(), []);
        for (const name of [...files(), ...files('.head')].filter(each => each.startsWith('hub-'))) {
            rmSync(join(directory, name));
        }
        assert.match(problems().join(), /lacks the line with number 3/);
    });

    it('verifies while processes start, write and go on in a new file', () => {
        const running = write('a');
        const original = fs.readdirSync;
        let isVerifying = true;
        const looking = mock.method(fs, 'readdirSync', (path: string): string[] => {
            const names = original(path);
            if (isVerifying) {
                isVerifying = false;
                now += DAY_MS;
                running.append(event('b'));
                write('c');
                isVerifying = true;
            }
            return names;
        });
        try {
            assert.deepEqual(problems(), []);
            assert.ok(looking.mock.callCount() > 1);
        } finally {
            looking.mock.restore();
        }
        assert.deepEqual(problems(), []);
    });

    it('takes the empty head of a process that has written nothing yet for nothing, and no other', () => {
        write('a');
        const head = `hub-20260101T100000Z-1-00000000.head`;
        writeFileSync(join(directory, head), '');
        assert.deepEqual(problems(), []);
        writeFileSync(join(directory, head), '{');
        assert.match(problems().join(), /is missing or was changed/);
        rmSync(join(directory, head));
        writeFileSync(join(directory, files('.head')[0] ?? ''), '');
        assert.match(problems().join(), /is missing or was changed/);
    });

    it('finds at once that all files of a process were removed but the one that says how far it had come', () => {
        write('a');
        rmSync(join(directory, files()[0] ?? ''));
        assert.match(problems().join(), /lacks the line with number 2/);
    });

    it('closes a folder that others can read', () => {
        mkdirSync(directory, { mode: 0o755 });
        write('a');
        assert.equal(statSync(directory).mode & 0o777, 0o700);
    });

    it('keeps 90 days, and takes what is older for removed with right', () => {
        const log = write('a');
        now += DAY_MS;
        log.append(event('b'));
        now += 90 * DAY_MS;
        create('hub').append(event('c'));
        assert.deepEqual(
            files().map(name => name.slice(-16, -6)),
            ['2026-04-02', '2026-01-02']
        );
        assert.deepEqual(problems(), []);
        now += DAY_MS;
        create('hub').append(event('d'));
        assert.equal(
            files('.head').some(name => name.startsWith('ide-')),
            false
        );
        assert.deepEqual(problems(), []);
    });

    it('throws when it cannot write, and leaves nothing torn behind', () => {
        const log = write('a');
        const [name = ''] = files();
        rmSync(join(directory, name));
        assert.throws(() => log.append(event('b')), /ENOENT/);
        writeFileSync(join(directory, name), 'other');
        assert.throws(() => log.append(event('b')), /replaced/);
        rmSync(directory, { recursive: true });
        writeFileSync(directory, 'a file in the way');
        assert.throws(() => create().append(event('c')), /EEXIST|ENOTDIR/);
    });

    for (const [what, fits] of [
        ['the first line', 0],
        ['a part of the first line', 10],
        ['how far it has come', 4096]
    ] as const) {
        it(`goes on as if nothing had been when the disk was full for ${what}, at its start and on a new day`, () => {
            const log = create();
            const onFullDisk = (callId: string): void => {
                let left: number = fits;
                const original = fs.writeSync;
                const write = mock.method(fs, 'writeSync', (descriptor: number, data: Buffer | string, position?: number): number => {
                    const bytes = Buffer.from(data);
                    if (left === 0 || typeof data === 'string') {
                        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
                    }
                    left = Math.max(0, left - bytes.length);
                    return original(descriptor, bytes.subarray(0, fits), undefined, undefined, position);
                });
                try {
                    assert.throws(() => log.append(event(callId)), /ENOSPC|Only 10 of \d+ bytes/);
                    assert.ok(write.mock.callCount() > 0);
                } finally {
                    write.mock.restore();
                }
                assert.deepEqual(problems(), []);
            };
            onFullDisk('lost');
            log.append(event('a'));
            now += DAY_MS;
            onFullDisk('lost too');
            log.append(event('b'));
            assert.deepEqual(problems(), []);
            assert.deepEqual(
                files().map(name => linesOf(name).length),
                [2, 2]
            );
        });
    }

    it('is read by person and time, with the calls whose end is missing', () => {
        const ide = create();
        const hub = create('hub');
        const unfinished = { event: 'started', outcome: undefined, durationMs: undefined } as const;
        ide.append(event('a', unfinished));
        now += 1;
        hub.append(event('b'));
        now += 1;
        ide.append(event('a'));
        now += 1;
        ide.append(event('c', unfinished));
        assert.deepEqual(
            readAudit(directory).map(({ callId, outcome }) => [callId, outcome]),
            [
                ['b', 'done'],
                ['a', 'done'],
                ['c', undefined]
            ]
        );
    });
});
