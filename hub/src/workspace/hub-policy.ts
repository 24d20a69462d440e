import { PolicyMessage } from '@openspace/protocol';
import { GlobPattern, Policy, PolicyLimits, PolicyOptions } from '@openspace/workspace-tools';

/** What an IDE published. */
type PublishedPolicy = Omit<PolicyMessage, 'type'>;

/**
 * The policy of the Hub's workspace: what the Hub was started with, and what the persons at linked IDEs have set; of everything the
 * strictest holds. What an IDE published stays in force when its link is lost, until an IDE of this workspace is there again.
 */
export class HubPolicy {
    /** Another number whenever the policy is another. */
    revision = 0;
    current: Policy;
    private readonly linked = new Map<string, PublishedPolicy>();
    /** Of IDEs whose link is lost, each once. */
    private readonly left = new Map<string, PublishedPolicy>();

    /** @throws {WorkspaceError} when one of the patterns is not a glob */
    constructor(private readonly options: PolicyOptions) {
        this.current = new Policy(options);
    }

    /** An IDE says what its person has set. */
    publish(linkId: string, published: PublishedPolicy): void {
        this.linked.set(linkId, published);
        this.renew();
    }

    /** An IDE of this workspace is linked: if it has published, what was left by others is void. */
    settle(linkId: string): void {
        if (this.linked.has(linkId) && this.left.size > 0) {
            this.left.clear();
            this.renew();
        }
    }

    /** A link is lost; what it published stays. */
    release(linkId: string): void {
        const published = this.linked.get(linkId);
        if (published && this.linked.delete(linkId)) {
            this.left.set(JSON.stringify(published), published);
        }
    }

    private renew(): void {
        const all = [...this.linked.values(), ...this.left.values()];
        this.current = new Policy({
            sensitivePatterns: [
                ...(this.options.sensitivePatterns ?? []),
                ...new Set(all.flatMap(({ sensitiveFiles }) => sensitiveFiles.filter(isGlob)))
            ],
            forbiddenPaths: [...new Set([...(this.options.forbiddenPaths ?? []), ...all.flatMap(({ forbiddenPaths }) => forbiddenPaths)])],
            limits: strictest([this.options.limits ?? {}, ...all.map(({ limits }) => limits)]),
            askAlways: this.options.askAlways ?? all.some(({ confirmation }) => confirmation === 'always')
        });
        this.revision++;
    }
}

/** Of each limit that somebody set the smallest; a person may also choose more than the default. */
function strictest(all: readonly Partial<PolicyLimits>[]): Partial<PolicyLimits> {
    const limits: Record<string, number> = {};
    for (const [name, limit] of all.flatMap(each => Object.entries(each))) {
        limits[name] = Math.min(limits[name] ?? Infinity, limit);
    }
    return limits;
}

/** An IDE of another version may know patterns that this one does not. */
function isGlob(pattern: string): boolean {
    try {
        return new GlobPattern(pattern) instanceof GlobPattern;
    } catch {
        return false;
    }
}
