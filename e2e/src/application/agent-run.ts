import type { CommandResultPost } from '@openspace/protocol';
import { expect } from '@playwright/test';
import type { ChatView } from '../pages/chat-view';
import { block } from './agent-blocks';
import type { RunningApplication } from './running-application';

/** A command without the namespace, such as `file.list`, with its arguments. */
export type AgentCall = readonly [command: string, args?: Readonly<Record<string, unknown>>];

/** What a test looks at in a result. */
interface Told {
    readonly outcome: CommandResultPost['outcome'];
    readonly output?: string;
    readonly code?: string;
    readonly error?: string;
    readonly data: Readonly<Record<string, unknown>>;
}

/** Runs commands as the agent does, all in one message of its; answers with their results. */
export type AgentRun = (...calls: AgentCall[]) => Promise<Told[]>;

/** Makes the agent run commands in the chat of this tab. */
export function agentRun(chat: ChatView, model: { answer(...replies: string[]): void }, application: RunningApplication): AgentRun {
    let messages = 0;
    return async (...calls) => {
        const results = await application.watchResults();
        model.answer(`Now. ${calls.map(([command, args]) => block(`openspace.${command}`, args)).join(' ')}`, 'Done.');
        await chat.ask(`Message ${++messages} about ${calls[0]?.[0] ?? 'nothing'}`);
        let posts: CommandResultPost[] = [];
        await expect(async () => {
            posts = await results();
            expect(posts).toHaveLength(calls.length);
        }).toPass();
        return posts.map(({ outcome, result: { output, code, error, data } }) => ({
            outcome,
            ...(output === undefined ? {} : { output }),
            ...(code === undefined ? {} : { code }),
            ...(error === undefined ? {} : { error }),
            data: (data ?? {}) as Record<string, unknown>
        }));
    };
}
