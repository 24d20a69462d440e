import { randomUUID } from 'node:crypto';
import { HubMessage, WANTS_LINK_VERSION } from '@openspace/protocol';
import { BoundedMap, PersonAnswer, PersonNo, PersonQuestion, StartedOperation } from '@openspace/workspace-tools';
import { HUB_LIMITS } from '../hub-limits';
import { CallRefusal } from '../link/call-refusal';
import { IdeLink } from '../link/ide-link';
import { WorkspaceIdes } from '../link/workspace-ides';
import { NOBODY, Person } from './person';
import { CallOrigin } from './workspace-calls';

/** What a person answers over the link. */
type Question = Extract<HubMessage, { type: 'consent' | 'ask' | 'hold' }>;
type ConsentMessage = Extract<Question, { type: 'consent' }>;

const NO_WINDOW = refused('No window of the IDE has this workspace open, so nobody can be asked.', 'Try again when one has.');

const NO_AGENTS = refused('The person does not let agents act.', 'Do not try again unless the person asks for it.');
/** Programs whose refusal is remembered. */
const MOST_REFUSED = 10_000;

/** The person at a linked IDE in which the workspace is open. */
export class LinkedPerson implements Person {
    /** What programs were told last that asked whether they may act: while nobody can be asked, a refusal stands. */
    private readonly answers = new BoundedMap<string, PersonAnswer>(MOST_REFUSED);

    constructor(private readonly ides: WorkspaceIdes) {}

    async ask(question: PersonQuestion, origin: CallOrigin): Promise<PersonAnswer> {
        const found = this.ides.tabFor(origin.sessionId);
        if (!found) {
            return NOBODY.ask(question, origin);
        }
        const { sessionId, client, identity } = origin;
        const { tabId } = found.tab;
        const message = { type: 'ask', callId: randomUUID(), tabId, sessionId, client, ...identity, question } as const;
        return this.unlessPaused(await this.request(found.link, message, origin), origin);
    }

    async letAct(origin: CallOrigin, { operation, args }: StartedOperation): Promise<PersonAnswer> {
        return this.unlessPaused(await this.obtainConsent(origin, { operation, args: { ...args } }), origin);
    }

    async letGoOn(origin: CallOrigin): Promise<PersonAnswer> {
        const answer = await this.unlessPaused({ allowed: true }, origin);
        // Its blocks wait for the person's word too, those that only read among them.
        const isAsked = answer.allowed && this.ides.isChat(origin.identity?.pass);
        return isAsked ? this.unlessPaused(await this.obtainConsent(origin), origin) : answer;
    }

    /** A yes counts once no tab holds the caller any more: the person may have paused agents while a question was open. */
    private async unlessPaused(answer: PersonAnswer, origin: CallOrigin): Promise<PersonAnswer> {
        // An IDE lets go of a call a moment before it tells that the tab is not paused any more; later, the tab is paused anew.
        let released: string | undefined;
        let latest = answer;
        while (latest.allowed) {
            const holding = this.ides.pausedTabsFor(origin.sessionId, origin.identity?.pass);
            const paused = holding.findLast(({ tab }) => tab.tabId !== released);
            if (!paused) {
                break;
            }
            const { tabId } = paused.tab;
            latest = await this.request(paused.link, { type: 'hold', callId: randomUUID(), tabId }, origin);
            released = tabId;
        }
        return latest;
    }

    private async obtainConsent(origin: CallOrigin, wants?: ConsentMessage['wants']): Promise<PersonAnswer> {
        const { sessionId, client, identity } = origin;
        const found = this.ides.tabFor(sessionId);
        if (!found) {
            // A chat is always an IDE's, and its person may have paused it or not agreed yet; a program may work where no IDE is.
            if (this.ides.isChat(identity?.pass)) {
                return NO_WINDOW;
            }
            return this.ides.refuseAgents ? NO_AGENTS : (this.answers.get(client) ?? { allowed: true });
        }
        const { link, tab } = found;
        const told = wants && link.version >= WANTS_LINK_VERSION ? { wants } : {};
        return this.request(
            link,
            { type: 'consent', callId: randomUUID(), tabId: tab.tabId, sessionId, client, ...identity, ...told },
            origin
        );
    }

    private async request(link: IdeLink, message: Question, { signal, onWaiting }: CallOrigin): Promise<PersonAnswer> {
        const isGone = (): boolean => signal.aborted;
        if (isGone()) {
            return refused('Whoever asked for it is gone.');
        }
        const waiting = setTimeout(() => onWaiting?.(), HUB_LIMITS.personAskedMs);
        const answer = await link
            .request<Question['type']>(message, signal)
            .catch(whyNot)
            .finally(() => clearTimeout(waiting));
        if (!answer) {
            return refused('The link to the IDE was lost before there was an answer.', 'Try again later.');
        }
        const told: PersonAnswer = answer.allowed ? { allowed: true } : refused(answer.reason ?? 'The person refused it.', answer.advice);
        // A question that could not be put, or was withdrawn, tells nothing of what the person wants.
        if (message.type === 'consent' && 'callId' in answer && !isGone()) {
            this.answers.set(message.client, told);
        }
        return told;
    }
}

function refused(reason: string, advice?: string): PersonNo {
    return { allowed: false, reason, advice };
}

/** Why an IDE that is there could not be asked. */
function whyNot(error: unknown): PersonNo {
    if (error instanceof CallRefusal) {
        return refused(error.message);
    }
    throw error;
}
