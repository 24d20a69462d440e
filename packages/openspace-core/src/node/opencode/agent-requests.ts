import { Emitter, nls } from '@theia/core/lib/common';
import type { PermissionRequest, QuestionRequest } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import { inject, injectable } from '@theia/core/shared/inversify';
import type { AgentRequest } from '../../common';
import type { Conversation } from './agent-turn';
import { OpenCodeClientProvider } from './opencode-client';

type PermissionReply = 'once' | 'always' | 'reject';

/** A request that the agent waits for, and how to answer it. */
interface OpenRequest {
    /** The session of the conversation, also when a sub-agent asks. */
    readonly sessionId: string;
    readonly request: AgentRequest;
    answered: boolean;
    answer(answers: string[][] | undefined): Promise<unknown>;
}

/** What OpenCode waits for: permissions for its own tools, and questions of the model. */
@injectable()
export class AgentRequests {
    @inject(OpenCodeClientProvider) protected readonly clients: OpenCodeClientProvider;

    protected readonly open = new Map<string, OpenRequest>();
    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** The agent waits for something more, or something less. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    /** Whether a conversation's session, or a sub-agent of it, waits for an answer. */
    isWaiting(sessionId: string): boolean {
        return [...this.open.values()].some(open => open.sessionId === sessionId && !open.answered);
    }

    /** Takes a permission request; undefined when it is known already. */
    takePermission(asked: PermissionRequest, { sessionId, directory }: Conversation): AgentRequest | undefined {
        const { id, permission, patterns } = asked;
        const what = patterns.length > 0 ? `${permission}: ${patterns.join(', ')}` : permission;
        const request: AgentRequest = {
            requestId: id,
            questions: [
                {
                    header: nls.localize('openspace/request/permission', 'Permission'),
                    text: nls.localize('openspace/request/mayUse', 'The agent asks for permission to use {0}', asCode(what)),
                    multiple: false,
                    options: [
                        { value: 'once', label: nls.localize('openspace/request/once', 'Allow once') },
                        { value: 'always', label: nls.localize('openspace/request/always', 'Allow always') },
                        { value: 'reject', label: nls.localize('openspace/request/refuse', 'Refuse') }
                    ]
                }
            ]
        };
        return this.take(sessionId, request, async answers => {
            const client = await this.clients.client();
            await client.permission.reply({ requestID: id, directory, reply: toPermissionReply(answers) }, { throwOnError: true });
        });
    }

    /** Takes the model's questions; undefined when they are known already. */
    takeQuestions({ id, questions }: QuestionRequest, { sessionId, directory }: Conversation): AgentRequest | undefined {
        const request: AgentRequest = {
            requestId: id,
            questions: questions.map(({ header, question, options, multiple }) => ({
                header,
                text: question,
                multiple: multiple ?? false,
                options: options.map(({ label, description }) => ({ value: label, label, description }))
            }))
        };
        return this.take(sessionId, request, async answers => {
            const client = await this.clients.client();
            await (answers
                ? client.question.reply({ requestID: id, directory, answers }, { throwOnError: true })
                : client.question.reject({ requestID: id, directory }, { throwOnError: true }));
        });
    }

    /** Answers a request, once. It stays open until OpenCode says that it has the answer. */
    async answer(requestId: string, answers: string[][] | undefined): Promise<void> {
        const open = this.open.get(requestId);
        if (open && !open.answered) {
            open.answered = true;
            this.onDidChangeEmitter.fire();
            await open.answer(answers);
        }
    }

    /** OpenCode no longer waits for the request; true when it was still open. */
    close(requestId: string): boolean {
        const wasOpen = this.open.delete(requestId);
        this.onDidChangeEmitter.fire();
        return wasOpen;
    }

    /** Forgets what a conversation's session and its sub-agents waited for, and answers with the ids. */
    closeSession(sessionId: string): string[] {
        const ids = [...this.open].filter(([, open]) => open.sessionId === sessionId).map(([id]) => id);
        ids.forEach(id => this.open.delete(id));
        this.onDidChangeEmitter.fire();
        return ids;
    }

    protected take(sessionId: string, request: AgentRequest, answer: OpenRequest['answer']): AgentRequest | undefined {
        if (this.open.has(request.requestId)) {
            return undefined;
        }
        this.open.set(request.requestId, { sessionId, request, answered: false, answer });
        this.onDidChangeEmitter.fire();
        return request;
    }
}

/** The chat renders questions as markdown; what the agent wants to do must be read as it is. */
function asCode(text: string): string {
    const longestRun = Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length));
    const fence = '`'.repeat(longestRun + 1);
    return `${fence} ${text.replace(/\s+/g, ' ')} ${fence}`;
}

/** Whatever is not clearly a yes is a no. */
function toPermissionReply(answers: string[][] | undefined): PermissionReply {
    const [choice] = answers?.[0] ?? [];
    return choice === 'once' || choice === 'always' ? choice : 'reject';
}
