import '../../src/browser/style/activity.css';
import '../../src/browser/style/answer.css';
import '../../src/browser/style/index.css';
import '../../src/browser/style/approval.css';
import '../../src/browser/style/reference.css';
import '../../src/browser/style/welcome.css';

import { AIChatInputConfiguration } from '@theia/ai-chat-ui/lib/browser/chat-input-widget';
import { ChatViewTreeWidget } from '@theia/ai-chat-ui/lib/browser/chat-tree-view/chat-view-tree-widget';
import { ChatResponsePartRenderer } from '@theia/ai-chat-ui/lib/browser/chat-response-part-renderer';
import { ChatAgent, DefaultChatAgentId } from '@theia/ai-chat/lib/common';
import { ChatContentDeserializerContribution } from '@theia/ai-chat/lib/common/chat-content-deserializer';
import { ChatSessionNamingService } from '@theia/ai-chat/lib/common/chat-session-naming-service';
import { ChatSessionStore } from '@theia/ai-chat/lib/common/chat-session-store';
import { SkillService } from '@theia/ai-core/lib/browser/skill-service';
import { Agent } from '@theia/ai-core/lib/common';
import { FrontendApplicationContribution } from '@theia/core/lib/browser';
import { CommandContribution, Emitter } from '@theia/core/lib/common';
import { ContainerModule } from '@theia/core/shared/inversify';
import { NotificationManager } from '@theia/messages/lib/browser/notifications-manager';
import { bindActivity } from './activity/bind-activity';
import { bindApprovalDialogs } from './approval/bind-approval-dialogs';
import { AgentControlContribution } from './control/agent-control-contribution';
import { ModelNotices } from './control/model-notices';
import { TimedNotifications } from './control/timed-notifications';
import { DefaultLayoutContribution } from './default-layout-contribution';
import { bindOpenEditors } from './explorer/bind-open-editors';
import { createFollowingChatTree } from './following-chat-tree';
import { ChatResumption } from './history/chat-resumption';
import { OpenCodeSessionStore } from './history/opencode-session-store';
import { ChatMarkdown } from './markdown/chat-markdown';
import { MarkdownRenderer } from './markdown/markdown-renderer';
import { OpenSpaceChatAgent } from './openspace-chat-agent';
import { ReadQuestionRenderer } from './question/read-question-renderer';
import { IdeResultsDeserializer } from './results/ide-results-content';
import { IdeResultsRenderer } from './results/ide-results-renderer';
import { bindReference } from './reference/bind-reference';
import { AnswerSanitizer } from './safety/answer-sanitizer';
import { bindSettings } from './settings/bind-settings';
import { FailedToolRenderer } from './tool/failed-tool-renderer';
import { bindWelcome } from './welcome/bind-welcome';

export default new ContainerModule((bind, unbind, _isBound, rebind) => {
    bind(OpenSpaceChatAgent).toSelf().inSingletonScope();
    bind(Agent).toService(OpenSpaceChatAgent);
    bind(ChatAgent).toService(OpenSpaceChatAgent);
    bind(DefaultChatAgentId).toConstantValue({ id: OpenSpaceChatAgent.ID });

    // Names for chats would come from a language model of Theia's own; without one each new chat logs a warning.
    unbind(ChatSessionNamingService);
    // Skills are for such models too, and every page would wait at its start until all folders had been searched for them.
    rebind(SkillService).toConstantValue({
        getSkills: () => [],
        getSkill: () => undefined,
        onSkillsChanged: new Emitter<void>().event,
        ready: Promise.resolve()
    } satisfies SkillService);
    rebind(AIChatInputConfiguration).toConstantValue({
        showContext: false,
        showPinnedAgent: false,
        showChangeSet: false,
        showSuggestions: false,
        showCapabilities: false,
        enablePromptHistory: true
    } satisfies AIChatInputConfiguration);

    bind(OpenCodeSessionStore).toSelf().inSingletonScope();
    rebind(ChatSessionStore).toService(OpenCodeSessionStore);
    bind(ChatResumption).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(ChatResumption);
    bind(ChatContentDeserializerContribution).to(IdeResultsDeserializer).inSingletonScope();
    bind(ChatResponsePartRenderer).to(IdeResultsRenderer).inSingletonScope();
    bind(ChatResponsePartRenderer).to(FailedToolRenderer).inSingletonScope();
    bind(ChatResponsePartRenderer).to(ReadQuestionRenderer).inSingletonScope();
    bind(ChatMarkdown).toSelf().inSingletonScope();
    bind(ChatResponsePartRenderer).to(MarkdownRenderer).inSingletonScope();

    bindApprovalDialogs(bind);
    bindActivity(bind);
    bind(AgentControlContribution).toSelf().inSingletonScope();
    bind(CommandContribution).toService(AgentControlContribution);
    bind(FrontendApplicationContribution).toService(AgentControlContribution);

    bind(ModelNotices).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(ModelNotices);
    bind(TimedNotifications).toSelf().inSingletonScope();
    rebind(NotificationManager).toService(TimedNotifications);

    bind(AnswerSanitizer).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(AnswerSanitizer);

    rebind(ChatViewTreeWidget).toDynamicValue(({ container }) => createFollowingChatTree(container));
    bindSettings(bind, rebind);
    bindOpenEditors(bind);
    bindWelcome(bind);
    bindReference(bind);
    bind(DefaultLayoutContribution).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(DefaultLayoutContribution);
});
