import { PolicyMessage } from '@openspace/protocol';
import { GlobPattern, Policy, PolicyLimits, PolicyOptions, WorkspaceError } from '@openspace/workspace-tools';
import { HUB_LIMITS } from '../hub-limits';

/** What an IDE published. */
type PublishedPolicy = Omit<PolicyMessage, 'type'>;

/** A linked IDE as the policy knows it. */
interface LinkedPolicy {
    /** When it was linked, in the order of links made and lost. */
    readonly since: number;
    /** It has, or had, this workspace open, or it started the Hub: its person decides here. */
    readonly isOwn: boolean;
    readonly published?: PublishedPolicy;
}

/** From the one who is asked least to the one who is asked most. */
const LEVELS = ['never', 'risky', 'always'] as const;

/**
 * The policy of the Hub's workspace: what the Hub was started with, and what the persons at linked IDEs have set; of everything the
 * strictest holds. IDEs of other workspaces only add files that nobody may use, and only while they are linked. What an IDE of this
 * workspace published stays in force when its link is lost, until one that is linked later has published; but a person allows the
 * network only while linked.
 */
export class HubPolicy {
    /** Another number whenever the policy is another. */
    revision = 0;
    current: Policy;
    private readonly linked = new Map<string, LinkedPolicy>();
    /** Of IDEs of this workspace whose link is lost, each once, and when it was. */
    private readonly left = new Map<string, { readonly published: PublishedPolicy; readonly at: number }>();
    /** Counts the links that were made and lost. */
    private moment = 0;
    private endWait: () => void = () => undefined;
    /** Resolves when an IDE whose person decides here publishes the next time. */
    private published = this.nextPublication();

    /** @throws {WorkspaceError} when one of the patterns is not a glob */
    constructor(
        private readonly options: PolicyOptions,
        /** Whether nothing may happen unless an IDE is linked whose person decides here, and has published. */
        private readonly needsIde = false
    ) {
        this.current = new Policy(options);
    }

    /**
     * Resolves when it is known what holds here, at once unless an IDE is needed that is not there.
     * @throws {WorkspaceError} when it is not there in time
     */
    async known(): Promise<void> {
        if (!this.needsIde || this.ofLinked().length > 0) {
            return;
        }
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<'late'>(resolve => (timer = setTimeout(resolve, HUB_LIMITS.awaitIdeMs, 'late')));
        const end = await Promise.race([this.published, late]);
        clearTimeout(timer);
        if (end === 'late') {
            throw new WorkspaceError(
                'no-workspace',
                "The IDE is not linked to the Hub now, so the person's rules are not known. Try again in a moment."
            );
        }
    }

    /** An IDE is linked. */
    join(linkId: string, isOwn: boolean): void {
        this.linked.set(linkId, { since: ++this.moment, isOwn });
    }

    /** An IDE says what its person has set. */
    publish(linkId: string, published: PublishedPolicy): void {
        this.change(linkId, { published });
    }

    /** An IDE has this workspace open. */
    own(linkId: string): void {
        if (this.linked.get(linkId)?.isOwn === false) {
            this.change(linkId, { isOwn: true });
        }
    }

    /** A link is lost; what an IDE of this workspace published stays. */
    release(linkId: string): void {
        const { published, isOwn } = this.linked.get(linkId) ?? {};
        this.linked.delete(linkId);
        if (published && isOwn) {
            this.left.set(JSON.stringify(published), { published, at: ++this.moment });
        }
        this.renew();
    }

    /** Whether a person of this workspace has set that no agent may act. */
    get refusesAgents(): boolean {
        return this.inForce().some(({ refusesAgents }) => refusesAgents === true);
    }

    /** How much a linked IDE's person wants to be asked; the more, the higher. */
    levelOf(linkId: string): number {
        return LEVELS.indexOf(this.linked.get(linkId)?.published?.confirmation ?? 'risky');
    }

    private nextPublication(): Promise<void> {
        return new Promise(resolve => (this.endWait = resolve));
    }

    private change(linkId: string, changes: Partial<LinkedPolicy>): void {
        const before = this.linked.get(linkId);
        if (before) {
            const { since, isOwn, published } = { ...before, ...changes };
            this.linked.set(linkId, { since, isOwn, published });
            if (isOwn && published) {
                this.left.forEach(({ at }, key) => at < since && this.left.delete(key));
            }
            this.renew();
        }
    }

    /** What persons of this workspace have set whose IDEs are linked now. */
    private ofLinked(): readonly PublishedPolicy[] {
        return [...this.linked.values()].flatMap(({ isOwn, published }) => (isOwn && published ? [published] : []));
    }

    /** What persons of this workspace have set. */
    private inForce(): readonly PublishedPolicy[] {
        return [...this.ofLinked(), ...[...this.left.values()].map(({ published }) => published)];
    }

    private renew(): void {
        const own = this.inForce();
        if (this.ofLinked().length > 0) {
            this.endWait();
            this.published = this.nextPublication();
        }
        const all = [...own, ...[...this.linked.values()].flatMap(({ isOwn, published }) => (!isOwn && published ? [published] : []))];
        this.current = new Policy({
            sensitivePatterns: [
                ...(this.options.sensitivePatterns ?? []),
                ...new Set(all.flatMap(({ sensitiveFiles }) => sensitiveFiles.filter(isGlob)))
            ],
            forbiddenPaths: [...new Set([...(this.options.forbiddenPaths ?? []), ...all.flatMap(({ forbiddenPaths }) => forbiddenPaths)])],
            limits: strictest([this.options.limits ?? {}, ...own.map(({ limits }) => limits)]),
            askAlways: this.options.askAlways ?? own.some(({ confirmation }) => confirmation === 'always'),
            askBeforePush: this.options.askBeforePush ?? own.some(({ confirmation }) => confirmation !== 'never'),
            network: (this.options.network ?? this.ofLinked().length > 0) && own.every(({ network }) => network === true)
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
