import { randomUUID } from 'node:crypto';
import { PersonAnswer, PersonQuestion } from '@openspace/workspace-tools';
import { WorkspaceIdes } from '../link/workspace-ides';
import { NOBODY, Person } from './person';
import { CallOrigin } from './workspace-calls';

/** The person at a linked IDE in which the workspace is open. */
export class LinkedPerson implements Person {
    constructor(private readonly ides: WorkspaceIdes) {}

    async ask(question: PersonQuestion, origin: CallOrigin): Promise<PersonAnswer> {
        const found = this.ides.tabFor(origin.sessionId);
        if (!found) {
            return NOBODY.ask(question, origin);
        }
        const { sessionId, client, identity, signal } = origin;
        if (signal.aborted) {
            return refused('Whoever asked for it is gone.');
        }
        const { link, tab } = found;
        const callId = randomUUID();
        const withdraw = (): void => link.tell({ type: 'withdraw', callId });
        signal.addEventListener('abort', withdraw, { once: true });
        const answer = await link.request({ type: 'ask', callId, tabId: tab.tabId, sessionId, client, ...identity, question });
        signal.removeEventListener('abort', withdraw);
        if (!answer) {
            return refused('The person could not be asked, or the link to the IDE was lost before there was an answer. Try again later.');
        }
        return answer.allowed ? { allowed: true } : refused(answer.reason ?? 'The person refused it.');
    }
}

function refused(reason: string): PersonAnswer {
    return { allowed: false, reason };
}
