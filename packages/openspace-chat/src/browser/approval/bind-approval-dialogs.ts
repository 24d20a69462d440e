import { ApprovalServer, approvalServicePath, type ApprovalClient } from '@openspace/core/lib/common';
import { FrontendApplicationContribution, RemoteConnectionProvider, type ServiceConnectionProvider } from '@theia/core/lib/browser';
import type { interfaces } from '@theia/core/shared/inversify';
import { ApprovalDialogs } from './approval-dialogs';

/** What shows the person the questions about the agent's actions. */
export function bindApprovalDialogs(bind: interfaces.Bind): void {
    bind(ApprovalDialogs).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(ApprovalDialogs);
    bind(ApprovalServer)
        .toDynamicValue(({ container }) =>
            container.get<ServiceConnectionProvider>(RemoteConnectionProvider).createProxy(approvalServicePath, {
                onQuestion: question => container.get(ApprovalDialogs).onQuestion(question),
                onQuestionClosed: (questionId, abandoned) => container.get(ApprovalDialogs).onQuestionClosed(questionId, abandoned)
            } satisfies ApprovalClient)
        )
        .inSingletonScope();
}
