import { ConnectionContainerModule } from '@theia/core/lib/node/messaging/connection-container-module';
import { BackendApplicationContribution } from '@theia/core/lib/node';
import { BrowserConnectionTokenBackendContribution } from '@theia/core/lib/node/hosting/browser-connection-token';
import { ContainerModule } from '@theia/core/shared/inversify';
import { WorkspaceServer as TheiaWorkspaceServer } from '@theia/workspace/lib/common';
import {
    activityServicePath,
    agentControlServicePath,
    approvalServicePath,
    bindOpenSpacePreferenceSchema,
    BridgeServer,
    bridgeServicePath,
    ConversationServer,
    conversationServicePath,
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
    type ApprovalClient,
    type ConversationClient,
    type DocumentClient,
    type SyncClient
} from '../common';
import { ActivityLog } from './activity/activity-log';
import { ActivityServerImpl } from './activity/activity-server-impl';
import { ApprovalServerImpl } from './approval/approval-server-impl';
import { bindApprovals } from './approval/bind-approvals';
import { bindConnections } from './connection/bind-connections';
import { AgentControlServerImpl } from './control/agent-control-server-impl';
import { AgentStates } from './control/agent-states';
import { BridgeServerImpl } from './hub/bridge-server-impl';
import { ConversationPass } from './hub/conversation-pass';
import { DoorDocuments } from './hub/door-documents';
import { DoorQuestions } from './hub/door-questions';
import { HubClient } from './hub/hub-client';
import { HubLink } from './hub/hub-link';
import { HubProcess } from './hub/hub-process';
import { AdmittedConnections } from './http/admitted-connections';
import { BrowserAccess } from './http/browser-access';
import { ConnectionOwners } from './http/connection-owners';
import { FrontDoor } from './http/front-door';
import { CommandAudit } from './ledger/command-audit';
import { CommandLedger } from './ledger/command-ledger';
import { KeptPauses } from './ledger/kept-pauses';
import { AgentRequests } from './opencode/agent-requests';
import { ConversationServerImpl } from './opencode/conversation-server-impl';
import { Conversations } from './opencode/conversations';
import { HubTools } from './opencode/hub-tools';
import { LostSessions } from './opencode/lost-sessions';
import { MessageSender } from './opencode/message-sender';
import { ModelSwitch } from './opencode/model-switch';
import { OpenCodeClientProvider } from './opencode/opencode-client';
import { OpenCodeEvents } from './opencode/opencode-events';
import { OpenCodeProxy } from './opencode/opencode-proxy';
import { OpenCodeServer } from './opencode/opencode-server';
import { RunningTurns } from './opencode/running-turns';
import { SubAgents } from './opencode/sub-agents';
import { TurnReader } from './opencode/turn-reader';
import { TurnRunner } from './opencode/turn-runner';
import { SettingsFile } from './settings/settings-file';
import { OpenSpaceStartup } from './startup/openspace-startup';
import { TabConnection } from './tab/tab-connection';
import { DocumentServerImpl, TabDocuments } from './tab/tab-documents';
import { TabRegistry } from './tab/tab-registry';
import { bindTerminals } from './terminal/bind-terminals';
import { TerminalServerImpl } from './terminal/terminal-server-impl';
import { FileHistories } from './undo/file-histories';
import { UndoServerImpl } from './undo/undo-server-impl';
import { UnsavedElsewhere } from './undo/unsaved-elsewhere';
import { IdeWorkspace } from './workspace/ide-workspace';
import { WorkspaceKernels } from './workspace/workspace-kernels';
import { WorkspaceServerImpl } from './workspace/workspace-server-impl';

/** What every connection of a browser tab has of its own. */
const tabModule = ConnectionContainerModule.create(({ bind, bindBackendService }) => {
    bind(TabConnection).toSelf().inSingletonScope();
    bind(SyncServer).toService(TabConnection);
    bindBackendService<SyncServer, SyncClient>(syncServicePath, SyncServer, (server, client) => {
        const connection = server as TabConnection;
        connection.setClient(client);
        client.onDidCloseConnection(() => connection.close());
        return connection;
    });

    bind(ConversationServerImpl).toSelf().inSingletonScope();
    bind(ConversationServer).toService(ConversationServerImpl);
    bindBackendService<ConversationServerImpl, ConversationClient>(conversationServicePath, ConversationServerImpl, (server, client) => {
        server.setClient(client);
        client.onDidCloseConnection(() => server.close());
        return server;
    });

    bind(ActivityServerImpl).toSelf().inSingletonScope();
    bindBackendService<ActivityServerImpl, ActivityClient>(activityServicePath, ActivityServerImpl, (server, client) => {
        server.setClient(client);
        client.onDidCloseConnection(() => server.close());
        return server;
    });

    bind(AgentControlServerImpl).toSelf().inSingletonScope();
    bindBackendService<AgentControlServerImpl, AgentControlClient>(agentControlServicePath, AgentControlServerImpl, (server, client) => {
        server.setClient(client);
        client.onDidCloseConnection(() => server.close());
        return server;
    });

    bind(BridgeServer).to(BridgeServerImpl).inSingletonScope();
    bindBackendService(bridgeServicePath, BridgeServer);

    bind(WorkspaceServer).to(WorkspaceServerImpl).inSingletonScope();
    bindBackendService(workspaceServicePath, WorkspaceServer);

    bind(DocumentServerImpl).toSelf().inSingletonScope();
    bindBackendService<DocumentServerImpl, DocumentClient>(documentServicePath, DocumentServerImpl, (server, client) => {
        server.setClient(client);
        client.onDidCloseConnection(() => server.close());
        return server;
    });

    bind(UndoServer).to(UndoServerImpl).inSingletonScope();
    bindBackendService(undoServicePath, UndoServer);

    bind(TerminalServer).to(TerminalServerImpl).inSingletonScope();
    bindBackendService(terminalServicePath, TerminalServer);

    bind(ApprovalServerImpl).toSelf().inSingletonScope();
    bindBackendService<ApprovalServerImpl, ApprovalClient>(approvalServicePath, ApprovalServerImpl, (server, client) => {
        server.setClient(client);
        client.onDidCloseConnection(() => server.close());
        return server;
    });
});

export default new ContainerModule((bind, _unbind, _isBound, rebind) => {
    bind(ConnectionContainerModule).toConstantValue(tabModule);
    bind(TabRegistry).toSelf().inSingletonScope();
    bindOpenSpacePreferenceSchema(bind);
    bindApprovals(bind);
    bindTerminals(bind, rebind);
    bind(IdeWorkspace).toSelf().inSingletonScope();
    rebind(TheiaWorkspaceServer).toService(IdeWorkspace);
    bind(WorkspaceKernels).toSelf().inSingletonScope();
    bind(FileHistories).toSelf().inSingletonScope();
    bind(HubProcess).toSelf().inSingletonScope();
    bind(HubClient).toSelf().inSingletonScope();
    bind(ConversationPass).toSelf().inSingletonScope();
    [TabDocuments, UnsavedElsewhere, DoorQuestions, DoorDocuments, HubLink].forEach(part => bind<object>(part).toSelf().inSingletonScope());
    bind(CommandAudit).toSelf().inSingletonScope();
    bind(CommandLedger).toSelf().inSingletonScope();
    bind(KeptPauses).toSelf().inSingletonScope();
    bind(ActivityLog).toSelf().inSingletonScope();
    bind(OpenCodeServer).toSelf().inSingletonScope();
    bind(ModelSwitch).toSelf().inSingletonScope();
    bind(OpenCodeClientProvider).toSelf().inSingletonScope();
    bind(OpenCodeEvents).toSelf().inSingletonScope();
    bind(AgentRequests).toSelf().inSingletonScope();
    bind(HubTools).toSelf().inSingletonScope();
    bind(Conversations).toSelf().inSingletonScope();
    bind(RunningTurns).toSelf().inSingletonScope();
    bind(SubAgents).toSelf().inSingletonScope();
    bind(AgentStates).toSelf().inSingletonScope();
    bind(MessageSender).toSelf().inSingletonScope();
    bind(TurnReader).toSelf().inSingletonScope();
    bind(TurnRunner).toSelf().inSingletonScope();
    bind(LostSessions).toSelf().inSingletonScope();
    bind(OpenCodeProxy).toSelf().inSingletonScope();
    bind(ConnectionOwners).toSelf().inSingletonScope();
    bind(BrowserAccess).toSelf().inSingletonScope();
    bind(BackendApplicationContribution).to(SettingsFile).inSingletonScope();
    bind(FrontDoor).toSelf().inSingletonScope();
    bind(BackendApplicationContribution).toService(FrontDoor);
    bindConnections(rebind);
    rebind(BrowserConnectionTokenBackendContribution).to(AdmittedConnections).inSingletonScope();
    bind(OpenSpaceStartup).toSelf().inSingletonScope();
    bind(BackendApplicationContribution).toService(OpenSpaceStartup);
});
