import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import type { TextPartInput } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import { HubClient } from '../hub/hub-client';
import type { AgentTurn } from './agent-turn';
import { HubTools } from './hub-tools';
import { inTime, OpenCodeClientProvider } from './opencode-client';
import { PROVIDER } from './opencode-config';
import { OpenCodeServer } from './opencode-server';
import { RunningTurns } from './running-turns';

/** A message that OpenCode does not take in this time did not reach it. Longer than for a question: it must not be sent twice. */
const SEND_TIMEOUT_MS = 60_000;

/** Sends the messages of a turn to the agent, the person's and the IDE's. */
@injectable()
export class MessageSender {
    @inject(OpenCodeClientProvider) protected readonly clients: OpenCodeClientProvider;
    @inject(OpenCodeServer) protected readonly server: OpenCodeServer;
    @inject(RunningTurns) protected readonly turns: RunningTurns;
    @inject(HubClient) protected readonly hub: HubClient;
    @inject(HubTools) protected readonly tools: HubTools;
    @inject(ILogger) @named('openspace:MessageSender') protected readonly logger: ILogger;

    /** Sends a message with fresh instructions, unless the person says stop meanwhile: `isSent` of the turn tells. */
    async send(turn: AgentTurn, parts: TextPartInput[]): Promise<void> {
        const { sessionId, directory } = turn.conversation;
        const client = await this.clients.client();
        const system = await this.hub.instructions(sessionId, turn.tabId);
        await this.tools.provide(directory);
        if (turn.isEnding || !this.turns.has(turn)) {
            return;
        }
        const { model } = this.server;
        await client.session.promptAsync(
            {
                ...{ sessionID: sessionId, directory, parts },
                // OpenCode would go on with the model that the conversation had before.
                ...(model === undefined ? {} : { model: { providerID: PROVIDER, modelID: model } }),
                ...(system === undefined ? {} : { system })
            },
            inTime(SEND_TIMEOUT_MS)
        );
        turn.isSent = true;
        this.logger.debug(
            `${sessionId} turn ${turn.turnId} round ${turn.round} was sent, ${parts.map(({ text }) => text).join('').length} characters`
        );
    }
}
