import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Policy } from '../policy';
import { WorkspaceError, WorkspaceErrorCode } from '../workspace-error';
import { WorkspaceTools } from '../workspace-tools';

const MAKE_FIFO = 'mkfifo';

/** A workspace on disk beside a directory that no tool may reach. */
export class TestWorkspace {
    private base = '';

    get root(): string {
        return join(this.base, 'workspace');
    }

    get outside(): string {
        return join(this.base, 'outside');
    }

    create(): void {
        this.base = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-tools-')));
        mkdirSync(this.root);
        mkdirSync(this.outside);
        writeFileSync(join(this.outside, 'secret.txt'), 'outside');
    }

    remove(): void {
        rmSync(this.base, { recursive: true, force: true });
    }

    path(...segments: string[]): string {
        return join(this.root, ...segments);
    }

    file(relativePath: string, content: string | Uint8Array = ''): string {
        const path = this.path(relativePath);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
        return path;
    }

    link(relativePath: string, target: string): void {
        symlinkSync(target, this.path(relativePath));
    }

    /** Node has no call for this; the program is part of every POSIX system. */
    fifo(relativePath: string): void {
        execFileSync(MAKE_FIFO, [this.path(relativePath)]);
    }

    tools(policy = new Policy()): Promise<WorkspaceTools> {
        return WorkspaceTools.open(this.root, policy);
    }

    /** Tools for long work, which they do not give up however busy the machine is. */
    patientTools(): Promise<WorkspaceTools> {
        return this.tools(new Policy({ limits: { changeTimeoutMs: 120_000 } }));
    }
}

/** A fresh workspace for every test of the surrounding suite. */
export function useWorkspace(): TestWorkspace {
    const workspace = new TestWorkspace();
    beforeEach(() => workspace.create());
    afterEach(() => workspace.remove());
    return workspace;
}

/** Waits for a refusal with this code and returns it. */
export async function refusalOf(code: WorkspaceErrorCode, operation: Promise<unknown>): Promise<WorkspaceError> {
    const outcome = await operation.then(
        value => value,
        (error: unknown) => error
    );
    assert.ok(outcome instanceof WorkspaceError, `expected ${code}, got ${JSON.stringify(outcome)}`);
    assert.equal(outcome.code, code, outcome.message);
    return outcome;
}
