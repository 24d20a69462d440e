import type { interfaces } from '@theia/core/shared/inversify';
import { AgentLimits } from '../settings/agent-limits';
import { ModelSettings } from '../settings/model-settings';
import { PolicySettings } from '../settings/policy-settings';
import { UserSettings } from '../settings/user-settings';
import { ActionConfirmation } from './action-confirmation';
import { AgentConsent } from './agent-consent';
import { ApprovalStore } from './approval-store';
import { PersonQuestions } from './person-questions';

/** What decides whether the agent may act, and asks the person. */
export function bindApprovals(bind: interfaces.Bind): void {
    [UserSettings, AgentLimits, ModelSettings, PolicySettings, ApprovalStore, PersonQuestions, AgentConsent, ActionConfirmation].forEach(
        part => bind(part).toSelf().inSingletonScope()
    );
}
