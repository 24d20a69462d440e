import { ChatWelcomeMessageProvider } from '@theia/ai-chat-ui/lib/browser/chat-tree-view';
import { ChatService } from '@theia/ai-chat/lib/common';
import { nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import React from '@theia/core/shared/react';

/** The empty chat: what the agent can do, and three things to try. */
@injectable()
export class WelcomeMessage implements ChatWelcomeMessageProvider {
    @inject(ChatService) protected readonly chats: ChatService;

    /** Theia asks for a language model of its own otherwise, and keeps the input closed without one. */
    readonly modelRequirementBypassed = true;
    readonly hasReadyModels = true;

    renderWelcomeMessage(): React.ReactNode {
        const suggestions = [
            nls.localize('openspace/welcome/tour', 'Take me on a tour'),
            nls.localize('openspace/welcome/open', 'Open README.md'),
            nls.localize('openspace/welcome/help', 'What can you do?')
        ];
        return (
            <div className="openspace-welcome" key="openspace-welcome">
                <span className="codicon codicon-sparkle openspace-welcome-icon" aria-hidden="true" />
                <h2>{nls.localize('openspace/welcome/title', 'Work side by side')}</h2>
                <p>
                    {nls.localize(
                        'openspace/welcome/text',
                        'Ask about your code. The agent answers here, and opens in the editor what it talks about.'
                    )}
                </p>
                {suggestions.map(text => (
                    <button key={text} className="theia-button secondary" onClick={() => void this.ask(text)}>
                        {text}
                    </button>
                ))}
            </div>
        );
    }

    protected async ask(text: string): Promise<void> {
        const session = this.chats.getActiveSession() ?? this.chats.createSession();
        await this.chats.sendRequest(session.id, { text });
    }
}
