import { ChatWelcomeMessageProvider } from '@theia/ai-chat-ui/lib/browser/chat-tree-view';
import { nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import React from '@theia/core/shared/react';
import { ThingsToTry } from './things-to-try';

/** The empty chat: what the agent can do, and how to begin. */
@injectable()
export class WelcomeMessage implements ChatWelcomeMessageProvider {
    @inject(ThingsToTry) protected readonly things: ThingsToTry;

    /** Theia asks for a language model of its own otherwise, and keeps the input closed without one. */
    readonly modelRequirementBypassed = true;
    readonly hasReadyModels = true;

    renderWelcomeMessage(): React.ReactNode {
        const help = nls.localize('openspace/welcome/help', 'What can you do?');
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
                <button className="theia-button secondary" onClick={() => void this.things.ask(help)}>
                    {help}
                </button>
            </div>
        );
    }
}
