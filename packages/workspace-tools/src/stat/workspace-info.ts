import type { CommandArgumentSchema } from '@openspace/protocol';
import { PathGuard } from '../path-guard';
import { PolicyLimits } from '../policy';
import { DEFAULT_EXCLUSIONS } from '../policy-rules';

export const infoRequestSchema = { type: 'object', properties: {}, additionalProperties: false } as const satisfies CommandArgumentSchema;
export type InfoRequest = Readonly<Record<string, never>>;

/** The workspace itself, and what bounds the work in it. */
export interface InfoResult {
    /** Absolute path of the root as the workspace was opened. */
    readonly root: string;
    /** What recursive operations should leave out where nobody says otherwise. */
    readonly defaultExclusions: readonly string[];
    readonly limits: PolicyLimits;
}

export function workspaceInfo(guard: PathGuard): InfoResult {
    return { root: guard.givenRoot, defaultExclusions: DEFAULT_EXCLUSIONS, limits: guard.policy.limits };
}
