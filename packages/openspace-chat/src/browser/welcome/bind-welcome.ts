import { ChatWelcomeMessageProvider } from '@theia/ai-chat-ui/lib/browser/chat-tree-view';
import { FrontendApplicationContribution } from '@theia/core/lib/browser';
import type { interfaces } from '@theia/core/shared/inversify';
import { ThingsToTry } from './things-to-try';
import { WelcomeMessage } from './welcome-message';
import { WelcomePage } from './welcome-page';

/** What a newcomer sees in the empty window and in the empty chat. */
export function bindWelcome(bind: interfaces.Bind): void {
    bind(ThingsToTry).toSelf().inSingletonScope();
    bind(WelcomeMessage).toSelf().inSingletonScope();
    bind(ChatWelcomeMessageProvider).toService(WelcomeMessage);
    bind(WelcomePage).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(WelcomePage);
}
