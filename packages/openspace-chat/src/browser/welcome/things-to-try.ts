import { ChatService } from '@theia/ai-chat/lib/common';
import { nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';

/** Something to ask the agent for; the guide that serves people without a model understands it too. */
export interface ThingToTry {
    readonly message: string;
    readonly what: string;
    readonly picture: 'tour' | 'point' | 'run';
}

/** What a newcomer may ask for first, by one click. */
@injectable()
export class ThingsToTry {
    @inject(ChatService) protected readonly chats: ChatService;

    readonly all: readonly ThingToTry[] = [
        {
            message: nls.localize('openspace/welcome/tour', 'Take me on a tour'),
            what: nls.localize('openspace/welcome/tourWhat', 'The agent opens files, splits the window and runs the tests.'),
            picture: 'tour'
        },
        {
            message: nls.localize('openspace/welcome/point', 'Highlight lines 1 to 8 of README.md'),
            what: nls.localize('openspace/welcome/pointWhat', 'It points at what it talks about. Escape takes the marks away.'),
            picture: 'point'
        },
        {
            message: nls.localize('openspace/welcome/run', 'Run npm test'),
            what: nls.localize('openspace/welcome/runWhat', 'It types into a terminal that you see, and reads what comes out.'),
            picture: 'run'
        }
    ];

    /** Sends a message in the chat that is open, or in a new one. */
    async ask(message: string): Promise<void> {
        const session = this.chats.getActiveSession() ?? this.chats.createSession();
        await this.chats.sendRequest(session.id, { text: message });
    }
}
