import { posix } from 'node:path';
import { WorkspaceError, WorkspaceErrorDetails } from './workspace-error';

/** Something that the policy lets happen only when a person agrees. */
export type PersonQuestion =
    | {
          readonly action: 'run';
          /** The whole command line, and the directory of the workspace that it would run in. */
          readonly command: string;
          readonly cwd: string;
          /** Variables that the caller adds: any of them may change what the command does. Absent when there are none. */
          readonly environment?: Readonly<Record<string, string>>;
          /** Why it needs an answer, in words for a person. */
          readonly reason: string;
          /** The part of the command line that the reason is about. */
          readonly subCommand: string;
      }
    | {
          readonly action: 'write';
          /** The path as the caller gave it. */
          readonly path: string;
          /** The rule of the policy that asks. */
          readonly rule: string;
          readonly reason: string;
          /** The text that the file would have; absent where that cannot be told. */
          readonly text?: string;
      };

/** A person's no, or why there was no yes. */
export interface PersonNo {
    readonly allowed: false;
    readonly reason: string;
    /** What the agent should do next; no person reads it. */
    readonly advice?: string | undefined;
}

/** What the person says; a refusal tells the agent why. */
export type PersonAnswer = { readonly allowed: true } | PersonNo;

/** Nothing was done, because a person did not say yes. */
export class PersonRefusal extends WorkspaceError {
    override readonly messageForPerson: string;

    /** @param what did not happen, in a sentence */
    constructor(what: string, { reason, advice = '' }: PersonNo, details: WorkspaceErrorDetails = {}) {
        const told = `${what} ${reason}`.trim();
        super('needs-consent', `${told} ${advice}`.trim(), details);
        this.messageForPerson = told;
    }
}

/** Asks a person. Implemented by whoever can reach one. */
export type PersonAsker = (question: PersonQuestion) => Promise<PersonAnswer>;

/** The changes that a person agreed to: all of the operation, or single paths under single rules. */
export type Agreement = boolean | ReadonlySet<string>;

/** What a person agrees to: this path, as far as this rule asks about it. */
export function agreementKey(path: string, rule: string): string {
    return JSON.stringify([posix.normalize(path), rule]);
}

/** Whether a person agreed to a change of this path, which this rule asks about. */
export function isAgreed(agreement: Agreement, path: string, rule: string): boolean {
    return typeof agreement === 'boolean' ? agreement : agreement.has(agreementKey(path, rule));
}
