import '../../src/browser/style/index.css';

import { FrontendApplicationContribution, RemoteConnectionProvider, ServiceConnectionProvider } from '@theia/core/lib/browser';
import { CommandContribution } from '@theia/core/lib/common';
import { ContainerModule, type interfaces } from '@theia/core/shared/inversify';
import {
    bindOpenSpacePreferences,
    BridgeServer,
    bridgeServicePath,
    ConversationServer,
    conversationServicePath,
    SyncServer,
    syncServicePath,
    TerminalServer,
    terminalServicePath,
    WorkspaceServer,
    workspaceServicePath,
    type ConversationClient,
    type SyncClient
} from '../common';
import { QuietTime } from './attention/quiet-time';
import { TypingWatch } from './attention/typing-watch';
import { BridgeContribution } from './bridge/bridge-contribution';
import { ArgumentForm } from './command/argument-form';
import { ConversationService } from './conversation/conversation-service';
import { EditorCommandContribution } from './editor/editor-command-contribution';
import { EditorHighlighter } from './editor/editor-highlighter';
import { QuietEditorOpener } from './editor/quiet-editor-opener';
import { FileCommandContribution } from './file/file-command-contribution';
import { bindLanguages } from './language/bind-languages';
import { AgentSessions } from './session/agent-sessions';
import { AgentWidgets } from './session/agent-widgets';
import { SyncService } from './sync/sync-service';
import { TabIdentityProvider } from './tab/tab-identity-provider';
import { bindTerminals } from './terminal/bind-terminals';
import { TerminalCommandContribution } from './terminal/terminal-command-contribution';
import { WorkspaceFiles } from './workspace/workspace-files';

export default new ContainerModule((bind, _unbind, _isBound, rebind) => {
    bindOpenSpacePreferences(bind);
    bindLanguages(bind, rebind);

    bind(TabIdentityProvider).toSelf().inSingletonScope();
    bind(WorkspaceFiles).toSelf().inSingletonScope();
    bindServer(bind, WorkspaceServer, workspaceServicePath);
    bindTerminals(bind, rebind);
    bindServer(bind, TerminalServer, terminalServicePath);

    bind(SyncService).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(SyncService);
    bindServer(bind, SyncServer, syncServicePath, (container): SyncClient => ({
        onAgentCommand: call => container.get(SyncService).onAgentCommand(call),
        onSessionEnded: sessionId => container.get(SyncService).onSessionEnded(sessionId)
    }));

    bind(BridgeContribution).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(BridgeContribution);
    bindServer(bind, BridgeServer, bridgeServicePath);

    bind(ConversationService).toSelf().inSingletonScope();
    bindServer(bind, ConversationServer, conversationServicePath, (container): ConversationClient => ({
        onConversationEvent: event => container.get(ConversationService).onConversationEvent(event)
    }));

    bind(AgentSessions).toSelf().inSingletonScope();
    bind(AgentWidgets).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(AgentWidgets);
    bind(TypingWatch).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(TypingWatch);
    bind(QuietTime).toSelf().inSingletonScope();

    bind(ArgumentForm).toSelf().inSingletonScope();
    bind(QuietEditorOpener).toSelf().inSingletonScope();
    bind(EditorHighlighter).toSelf().inSingletonScope();
    bindCommands(bind, EditorCommandContribution);
    bindCommands(bind, FileCommandContribution);
    bindCommands(bind, TerminalCommandContribution);
});

/** Makes the commands of a contribution known to Theia. */
function bindCommands(bind: interfaces.Bind, contribution: interfaces.Newable<CommandContribution>): void {
    bind(contribution).toSelf().inSingletonScope();
    bind(CommandContribution).toService(contribution);
}

/** The remote end of a backend service; `client` is what the backend may call, resolved late because it needs the server itself. */
function bindServer(bind: interfaces.Bind, server: symbol, path: string, client?: (container: interfaces.Container) => object): void {
    bind(server)
        .toDynamicValue(({ container }) =>
            container.get<ServiceConnectionProvider>(RemoteConnectionProvider).createProxy(path, client?.(container))
        )
        .inSingletonScope();
}
