import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import Ajv from 'ajv';
import { StateFile } from '../settings/state-file';

/** What a person has approved for longer: the same command line does something else in another folder. */
export interface PlacedPattern {
    readonly pattern: string;
    /** Where it holds: the folder that the command runs in, or the workspace of the file. */
    readonly place: string;
}

/** Whether a program at one of the Hub's doors may act. */
interface ProgramConsent {
    /** What it calls itself. */
    readonly client: string;
    readonly consent: 'allow' | 'refuse';
}

/** What a person has approved in one workspace, for good. */
export interface WorkspaceApprovals {
    /** Whether the agent of the chat may act. */
    readonly consent?: 'allow' | 'refuse';
    readonly programs?: readonly ProgramConsent[];
    /** The command lines and the files that need no question any more. */
    readonly run?: readonly PlacedPattern[];
    readonly write?: readonly PlacedPattern[];
}

/** Earlier IDEs kept patterns without a place, which approve nothing. */
type KeptPatterns = readonly (PlacedPattern | string)[];

interface ApprovalFile {
    readonly workspaces: Record<
        string,
        Pick<WorkspaceApprovals, 'consent' | 'programs'> & { readonly run?: KeptPatterns; readonly write?: KeptPatterns }
    >;
}

const textSchema = { type: 'string', minLength: 1 };
const patternsSchema = {
    type: 'array',
    items: {
        anyOf: [
            textSchema,
            {
                type: 'object',
                properties: { pattern: textSchema, place: textSchema },
                required: ['pattern', 'place'],
                additionalProperties: false
            }
        ]
    }
};

const consentSchema = { enum: ['allow', 'refuse'] };
const programsSchema = {
    type: 'array',
    items: {
        type: 'object',
        properties: { client: textSchema, consent: consentSchema },
        required: ['client', 'consent'],
        additionalProperties: false
    }
};

const isApprovalFile = new Ajv().compile<ApprovalFile>({
    type: 'object',
    properties: {
        workspaces: {
            type: 'object',
            additionalProperties: {
                type: 'object',
                properties: { consent: consentSchema, programs: programsSchema, run: patternsSchema, write: patternsSchema },
                additionalProperties: false
            }
        }
    },
    required: ['workspaces'],
    additionalProperties: false
});

/**
 * The approvals that outlive the IDE. The file is read anew each time, since several IDEs share it; one that cannot be read approves
 * nothing.
 */
@injectable()
export class ApprovalStore {
    @inject(ILogger) @named('openspace:ApprovalStore') protected readonly logger: ILogger;

    protected readonly file = new StateFile('approvals.json', isApprovalFile);

    /** What the person has approved in a workspace; nothing where nothing could be read. */
    get(workspace: string): WorkspaceApprovals {
        return this.read()[workspace] ?? {};
    }

    /** Changes what is approved in a workspace; answers whether that could be kept. */
    set(workspace: string, approvals: WorkspaceApprovals): boolean {
        return this.write({ ...this.read(), [workspace]: approvals });
    }

    /** Whether the person has said for good that a program, or without a name the agent of the chat, may act in a workspace. */
    consentOf(workspace: string, client: string | undefined): 'allow' | 'refuse' | undefined {
        const { consent, programs = [] } = this.get(workspace);
        return client === undefined ? consent : programs.find(program => program.client === client)?.consent;
    }

    /** Keeps what the person says for good. */
    setConsent(workspace: string, client: string | undefined, consent: 'allow' | 'refuse'): void {
        const before = this.get(workspace);
        const others = before.programs?.filter(program => program.client !== client) ?? [];
        this.set(workspace, { ...before, ...(client === undefined ? { consent } : { programs: [...others, { client, consent }] }) });
    }

    /** Forgets in every workspace who may act there. */
    forgetConsents(): void {
        const all = Object.entries(this.read());
        if (all.some(([, { consent, programs }]) => consent !== undefined || programs !== undefined)) {
            const forgotten = all.map(([workspace, { consent: _consent, programs: _programs, ...rest }]) => [workspace, rest] as const);
            this.write(Object.fromEntries(forgotten));
        }
    }

    /** Forgets in one workspace whether the agent may act there. */
    forgetConsent(workspace: string): void {
        const { consent, ...rest } = this.get(workspace);
        if (consent !== undefined) {
            this.set(workspace, rest);
        }
    }

    /** Forgets which command lines and files need no question in one workspace. */
    forgetPatterns(workspace: string): void {
        const { run, write, ...rest } = this.get(workspace);
        if (run ?? write) {
            this.set(workspace, rest);
        }
    }

    protected read(): Record<string, WorkspaceApprovals> {
        try {
            return Object.fromEntries(
                Object.entries(this.file.read()?.workspaces ?? {}).map(([workspace, { run, write, ...rest }]) => [
                    workspace,
                    { ...rest, ...(run ? { run: placed(run) } : {}), ...(write ? { write: placed(write) } : {}) }
                ])
            );
        } catch (error) {
            this.logger.warn(`${this.file.path} does not hold approvals; nothing counts as approved. Delete it.`, error);
            return {};
        }
    }

    protected write(workspaces: Record<string, WorkspaceApprovals>): boolean {
        try {
            this.file.write({ workspaces });
            return true;
        } catch (error) {
            this.logger.error(`The approval could not be kept in ${this.file.path}; it holds until the IDE ends.`, error);
            return false;
        }
    }
}

function placed(patterns: KeptPatterns): PlacedPattern[] {
    return patterns.filter(pattern => typeof pattern !== 'string');
}
