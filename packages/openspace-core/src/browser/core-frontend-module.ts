import '../../src/browser/style/index.css';

import { FrontendApplicationContribution, RemoteConnectionProvider, ServiceConnectionProvider } from '@theia/core/lib/browser';
import { ColorContribution } from '@theia/core/lib/browser/color-application-contribution';
import { CommandOpenHandler } from '@theia/core/lib/browser/command-open-handler';
import { bindContributionProvider, CommandContribution, ResourceResolver } from '@theia/core/lib/common';
import { ContainerModule, type interfaces } from '@theia/core/shared/inversify';
import { MonacoQuickInputImplementation } from '@theia/monaco/lib/browser/monaco-quick-input-service';
import { MonacoEditorModelFactory } from '@theia/monaco/lib/browser/monaco-text-model-service';
import { WorkspaceService } from '@theia/workspace/lib/browser';
import {
    ActivityServer,
    activityServicePath,
    AgentControlServer,
    agentControlServicePath,
    bindOpenSpacePreferences,
    BridgeServer,
    bridgeServicePath,
    ConversationServer,
    conversationServicePath,
    DocumentServer,
    documentServicePath,
    SyncServer,
    syncServicePath,
    TerminalServer,
    terminalServicePath,
    UndoServer,
    undoServicePath,
    WorkspaceServer,
    workspaceServicePath,
    type ActivityClient,
    type AgentControlClient,
    type ConversationClient,
    type DocumentClient,
    type SyncClient
} from '../common';
import { AccessWatch } from './access/access-watch';
import { ActivityService } from './activity/activity-service';
import { AgentReveal } from './attention/agent-reveal';
import { FrontUndo } from './attention/front-undo';
import { QuietTime } from './attention/quiet-time';
import { TypingWatch } from './attention/typing-watch';
import { BridgeContribution } from './bridge/bridge-contribution';
import { ArgumentForm } from './command/argument-form';
import { ArgumentQuestion } from './command/argument-question';
import { OrderedPicks } from './command/ordered-picks';
import { ResultDocuments } from './command/result-documents';
import { AgentControl } from './control/agent-control';
import { ConversationService } from './conversation/conversation-service';
import { AgentEditors } from './editor/agent-editors';
import { EditorCommandContribution } from './editor/editor-command-contribution';
import { EditorHighlighter } from './editor/editor-highlighter';
import { EditorPlaces } from './editor/editor-places';
import { EditorUndo } from './editor/editor-undo';
import { HighlightColorContribution } from './editor/highlight-color-contribution';
import { HighlightCommandContribution } from './editor/highlight-command-contribution';
import { HighlightStyles } from './editor/highlight-styles';
import { HighlightUndo } from './editor/highlight-undo';
import { FileEditorModelFactory } from './editor/file-editor-model';
import { MonacoOpenDocuments } from './editor/monaco-open-documents';
import { ReadCommandContribution } from './editor/read-command-contribution';
import { RevertedEditorsImpl } from './editor/reverted-editors-impl';
import { ViewUndo } from './editor/view-undo';
import { DocumentService } from './file/document-service';
import { FileCommandContribution } from './file/file-command-contribution';
import { FileUndo } from './file/file-undo';
import { FileWriter } from './file/file-writer';
import { OpenDocuments } from './file/open-documents';
import { ReadTexts } from './file/read-texts';
import { RevertedEditors } from './file/reverted-editors';
import { bindLanguages } from './language/bind-languages';
import { CommandLinkRefusal } from './link/command-link-refusal';
import { CurrentTabInView } from './pane/current-tab-in-view';
import { EditorPaneType } from './pane/editor-pane-type';
import { PaneCloser } from './pane/pane-closer';
import { PaneCommandContribution } from './pane/pane-command-contribution';
import { PaneLayout } from './pane/pane-layout';
import { PaneResizer } from './pane/pane-resizer';
import { PaneService } from './pane/pane-service';
import { PaneType } from './pane/pane-type';
import { PaneWatch } from './pane/pane-watch';
import { PlaceUndo } from './pane/place-undo';
import { SizeUndo } from './pane/size-undo';
import { TabBarRemains } from './pane/tab-bar-remains';
import { TerminalPaneType } from './pane/terminal-pane-type';
import { AgentSessions } from './session/agent-sessions';
import { AgentWidgetStorage } from './session/agent-widget-storage';
import { AgentWidgets } from './session/agent-widgets';
import { WidgetCloser } from './session/widget-closer';
import { SyncService } from './sync/sync-service';
import { PageFarewell } from './tab/page-farewell';
import { TabClaims } from './tab/tab-claims';
import { TabIdentityProvider } from './tab/tab-identity-provider';
import { bindTerminals } from './terminal/bind-terminals';
import { TerminalCommandContribution } from './terminal/terminal-command-contribution';
import { ActionUndo } from './undo/action-undo';
import { IdeWorkspaceService } from './workspace/ide-workspace-service';
import { PathChoices } from './workspace/path-choices';
import { WorkspaceFiles } from './workspace/workspace-files';
import { WorkspaceWatch } from './workspace/workspace-watch';

export default new ContainerModule((bind, _unbind, _isBound, rebind) => {
    bindOpenSpacePreferences(bind);
    bindLanguages(bind, rebind);

    rebind(CommandOpenHandler).to(CommandLinkRefusal).inSingletonScope();

    bind(AccessWatch).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(AccessWatch);
    bind(FrontendApplicationContribution).to(PageFarewell).inSingletonScope();
    bind(TabClaims).toSelf().inSingletonScope();
    bind(TabIdentityProvider).toSelf().inSingletonScope();
    rebind(WorkspaceService).to(IdeWorkspaceService).inSingletonScope();
    bind(FrontendApplicationContribution).to(WorkspaceWatch).inSingletonScope();
    bind(WorkspaceFiles).toSelf().inSingletonScope();
    bind(PathChoices).toSelf().inSingletonScope();
    bindServer(bind, WorkspaceServer, workspaceServicePath);
    bindTerminals(bind, rebind);
    bindServer(bind, TerminalServer, terminalServicePath);

    bind(SyncService).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(SyncService);
    bindServer(bind, SyncServer, syncServicePath, (container): SyncClient => ({
        onAgentCommand: call => container.get(SyncService).onAgentCommand(call),
        onCommandStopped: callId => container.get(SyncService).onCommandStopped(callId),
        onSessionEnded: sessionId => container.get(SyncService).onSessionEnded(sessionId)
    }));

    bind(BridgeContribution).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(BridgeContribution);
    bindServer(bind, BridgeServer, bridgeServicePath);

    bind(ConversationService).toSelf().inSingletonScope();
    bindServer(bind, ConversationServer, conversationServicePath, (container): ConversationClient => ({
        onConversationEvent: event => container.get(ConversationService).onConversationEvent(event)
    }));

    bind(ActivityService).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(ActivityService);
    bindServer(bind, ActivityServer, activityServicePath, (container): ActivityClient => ({
        onActivity: entries => container.get(ActivityService).onActivity(entries)
    }));

    bind(AgentControl).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(AgentControl);
    bindServer(bind, AgentControlServer, agentControlServicePath, (container): AgentControlClient => ({
        onAgentState: state => container.get(AgentControl).onAgentState(state)
    }));

    bind(AgentSessions).toSelf().inSingletonScope();
    bind(AgentWidgetStorage).toSelf().inSingletonScope();
    bind(AgentWidgets).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(AgentWidgets);
    bind(TypingWatch).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(TypingWatch);
    bind(QuietTime).toSelf().inSingletonScope();
    bind(AgentReveal).toSelf().inSingletonScope();
    bind(WidgetCloser).toSelf().inSingletonScope();

    [ActionUndo, FrontUndo, PlaceUndo, EditorPlaces, EditorUndo, ViewUndo, HighlightUndo, SizeUndo, FileUndo].forEach(part =>
        bind<object>(part).toSelf().inSingletonScope()
    );
    bind(RevertedEditors).to(RevertedEditorsImpl).inSingletonScope();
    bind(FrontendApplicationContribution).toService(FileUndo);
    bindServer(bind, UndoServer, undoServicePath);

    bind(OrderedPicks).toService(MonacoQuickInputImplementation);
    bind(ArgumentQuestion).toSelf().inSingletonScope();
    bind(ArgumentForm).toSelf().inSingletonScope();
    bind(ResultDocuments).toSelf().inSingletonScope();
    bind(ResourceResolver).toService(ResultDocuments);
    bind(AgentEditors).toSelf().inSingletonScope();
    bind(HighlightStyles).toSelf().inSingletonScope();
    bind(ColorContribution).to(HighlightColorContribution).inSingletonScope();
    bind(EditorHighlighter).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(EditorHighlighter);
    bindCommands(bind, EditorCommandContribution);
    bindCommands(bind, HighlightCommandContribution);
    bindCommands(bind, ReadCommandContribution);

    bind(MonacoEditorModelFactory).to(FileEditorModelFactory).inSingletonScope();
    bind(OpenDocuments).to(MonacoOpenDocuments).inSingletonScope();
    bind(ReadTexts).toSelf().inSingletonScope();
    bind(FileWriter).toSelf().inSingletonScope();
    bindCommands(bind, FileCommandContribution);
    bind(DocumentService).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(DocumentService);
    bindServer(bind, DocumentServer, documentServicePath, (container): DocumentClient => ({
        findDocument: (uri, sessionId) => container.get(DocumentService).findDocument(uri, sessionId),
        replaceDocument: replacement => container.get(DocumentService).replaceDocument(replacement)
    }));

    bindContributionProvider(bind, PaneType);
    bindPaneType(bind, EditorPaneType);
    bindPaneType(bind, TerminalPaneType);
    [PaneLayout, PaneWatch, PaneCloser, PaneResizer, PaneService].forEach(part => bind(part).toSelf().inSingletonScope());
    bind(FrontendApplicationContribution).to(TabBarRemains).inSingletonScope();
    bind(FrontendApplicationContribution).to(CurrentTabInView).inSingletonScope();
    bindCommands(bind, PaneCommandContribution);
    bindCommands(bind, TerminalCommandContribution);
});

/** Makes the commands of a contribution known to Theia. */
function bindCommands(bind: interfaces.Bind, contribution: interfaces.Newable<CommandContribution>): void {
    bind(contribution).toSelf().inSingletonScope();
    bind(CommandContribution).toService(contribution);
}

/** Lets panes show content of this type. */
function bindPaneType(bind: interfaces.Bind, type: interfaces.Newable<PaneType>): void {
    bind(type).toSelf().inSingletonScope();
    bind(PaneType).toService(type);
}

/** The remote end of a backend service; `client` is what the backend may call, resolved late because it needs the server itself. */
function bindServer(bind: interfaces.Bind, server: symbol, path: string, client?: (container: interfaces.Container) => object): void {
    bind(server)
        .toDynamicValue(({ container }) =>
            container.get<ServiceConnectionProvider>(RemoteConnectionProvider).createProxy(path, client?.(container))
        )
        .inSingletonScope();
}
