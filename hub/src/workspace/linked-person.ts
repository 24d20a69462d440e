import { randomUUID } from 'node:crypto';
import { HubMessage, WANTS_LINK_VERSION } from '@openspace/protocol';
import { PersonAnswer, PersonNo, PersonQuestion, StartedOperation } from '@openspace/workspace-tools';
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

/** The person at a linked IDE in which the workspace is open. */
export class LinkedPerson implements Person {
    constructor(private readonly ides: WorkspaceIdes) {}

    async ask(question: PersonQuestion, origin: CallOrigin): Promise<PersonAnswer> {
        const found = this.ides.tabFor(origin.sessionId);
        if (!found) {
            return NOBODY.ask(question, origin);
        }
        const { sessionId, client, identity } = origin;
        const { tabId } = found.tab;
        return this.request(found.link, { type: 'ask', callId: randomUUID(), tabId, sessionId, client, ...identity, question }, origin);
    }

    letAct(origin: CallOrigin, { operation, args }: StartedOperation): Promise<PersonAnswer> {
        return this.obtainConsent(origin, { operation, args: { ...args } });
    }

    async letGoOn(origin: CallOrigin): Promise<PersonAnswer> {
        const { sessionId, identity } = origin;
        const paused = this.ides.pausedTabFor(sessionId, identity?.pass);
        const answer = paused && (await this.request(paused.link, { type: 'hold', callId: randomUUID(), tabId: paused.tab.tabId }, origin));
        if (answer?.allowed === false) {
            return answer;
        }
        // Its blocks wait for the person's word too, those that only read among them.
        return this.ides.isChat(identity?.pass) ? this.obtainConsent(origin) : { allowed: true };
    }

    private async obtainConsent(origin: CallOrigin, wants?: ConsentMessage['wants']): Promise<PersonAnswer> {
        const { sessionId, client, identity } = origin;
        const found = this.ides.tabFor(sessionId);
        if (!found) {
            // A program may work where no IDE is; a chat is always an IDE's, and its person may have paused it or not agreed yet.
            return this.ides.isChat(identity?.pass) ? NO_WINDOW : { allowed: true };
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
        if (signal.aborted) {
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
        return answer.allowed ? { allowed: true } : refused(answer.reason ?? 'The person refused it.', answer.advice);
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
