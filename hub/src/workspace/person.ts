import { PersonAnswer, PersonQuestion, StartedOperation } from '@openspace/workspace-tools';
import { CallOrigin } from './workspace-calls';

/** The person whose workspace it is, as far as the Hub can reach one. Whatever the person agrees to waits while agents are paused. */
export interface Person {
    /** Asks about something that the policy lets happen only with a person's word. Never rejects. */
    ask(question: PersonQuestion, origin: CallOrigin): Promise<PersonAnswer>;
    /** Whether the person lets agents change and run things in the workspace at all, who may be asked first and reads what is wanted. Never rejects. */
    letAct(origin: CallOrigin, wants: StartedOperation): Promise<PersonAnswer>;
    /**
     * Waits while the person has paused agents, and before a chat of the IDE does or reads anything until the person lets it act at all;
     * at once allowed when neither is so. A chat is refused while there is no window in which to ask. Never rejects.
     */
    letGoOn(origin: CallOrigin): Promise<PersonAnswer>;
}

/** Stands for a person whom the Hub cannot reach. */
export const NOBODY: Person = {
    letAct: () => Promise.resolve({ allowed: true }),
    letGoOn: () => Promise.resolve({ allowed: true }),
    ask: () =>
        Promise.resolve({
            allowed: false,
            reason: 'No IDE is linked to the Hub, so nobody could be asked.',
            advice: 'Do it another way, or ask the person to do it.'
        })
};
