import { stateDirectory } from '@openspace/workspace-tools';
import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import Ajv from 'ajv';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a person has approved in one workspace, for good. */
export interface WorkspaceApprovals {
    readonly consent?: 'allow' | 'refuse';
    /** Patterns of the command lines and of the files that need no question any more. */
    readonly run?: readonly string[];
    readonly write?: readonly string[];
}

interface ApprovalFile {
    readonly workspaces: Record<string, WorkspaceApprovals>;
}

const patternsSchema = { type: 'array', items: { type: 'string', minLength: 1 } };

const isApprovalFile = new Ajv().compile<ApprovalFile>({
    type: 'object',
    properties: {
        workspaces: {
            type: 'object',
            additionalProperties: {
                type: 'object',
                properties: { consent: { enum: ['allow', 'refuse'] }, run: patternsSchema, write: patternsSchema },
                additionalProperties: false
            }
        }
    },
    required: ['workspaces'],
    additionalProperties: false
});

/**
 * The approvals that outlive the IDE. They lie in the state directory, which no tool reaches. The file is read anew each time, since
 * several IDEs share it; one that cannot be read approves nothing.
 */
@injectable()
export class ApprovalStore {
    @inject(ILogger) @named('openspace:ApprovalStore') protected readonly logger: ILogger;

    get(workspace: string): WorkspaceApprovals {
        return this.read()[workspace] ?? {};
    }

    /** Changes what is approved in a workspace; answers whether that could be kept. */
    set(workspace: string, approvals: WorkspaceApprovals): boolean {
        return this.write({ ...this.read(), [workspace]: approvals });
    }

    /** Forgets in every workspace whether the agent may act there. */
    forgetConsents(): void {
        const all = Object.entries(this.read());
        if (all.some(([, { consent }]) => consent !== undefined)) {
            this.write(Object.fromEntries(all.map(([workspace, { consent: _consent, ...rest }]) => [workspace, rest])));
        }
    }

    protected get file(): string {
        return join(stateDirectory(), 'approvals.json');
    }

    protected read(): Record<string, WorkspaceApprovals> {
        let text: string;
        try {
            text = readFileSync(this.file, 'utf8');
        } catch {
            // Nothing was approved yet.
            return {};
        }
        try {
            const content: unknown = JSON.parse(text);
            if (isApprovalFile(content)) {
                return content.workspaces;
            }
        } catch {
            // Told below.
        }
        this.logger.warn(`${this.file} does not hold approvals; nothing counts as approved. Delete it.`);
        return {};
    }

    protected write(workspaces: Record<string, WorkspaceApprovals>): boolean {
        const draft = `${this.file}.${randomBytes(8).toString('hex')}`;
        try {
            mkdirSync(stateDirectory(), { recursive: true, mode: 0o700 });
            writeFileSync(draft, `${JSON.stringify({ workspaces }, undefined, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true });
            renameSync(draft, this.file);
            return true;
        } catch (error) {
            rmSync(draft, { force: true });
            this.logger.error(`The approval could not be kept in ${this.file}; it holds until the IDE ends.`, error);
            return false;
        }
    }
}
