import { nls } from '@theia/core/lib/common/nls';
import { PreferenceProxyFactory, PreferenceScope, type PreferenceProxy } from '@theia/core/lib/common/preferences';
import { PreferenceContribution, type PreferenceSchema } from '@theia/core/lib/common/preferences/preference-schema';
import type { interfaces } from '@theia/core/shared/inversify';

const MAX_FOLLOW_UP_ROUNDS = 8;

/** What becomes of the things that the agent opens. */
const REVEAL_MODES = ['considerate', 'follow', 'quiet'] as const;
export type RevealMode = (typeof REVEAL_MODES)[number];

const openSpacePreferencesSchema: PreferenceSchema = {
    // A workspace cannot bring settings of its own for the agent that works in it.
    scope: PreferenceScope.User,
    properties: {
        'openspace.agent.followUpRounds': {
            type: 'integer',
            minimum: 0,
            maximum: MAX_FOLLOW_UP_ROUNDS,
            default: MAX_FOLLOW_UP_ROUNDS,
            description: nls.localize(
                'openspace/preferences/followUpRounds',
                'How often the agent is sent the results of its commands before it must wait for your next message. 0 sends them with your next message only.'
            )
        },
        'openspace.agent.confirmation': {
            type: 'string',
            enum: ['always', 'risky', 'never'],
            enumDescriptions: [
                nls.localize(
                    'openspace/preferences/confirmation/always',
                    'You are asked about every command line and every change of a file.'
                ),
                nls.localize(
                    'openspace/preferences/confirmation/risky',
                    'You are asked about command lines that are not known to be harmless, and about files that run or configure something.'
                ),
                nls.localize(
                    'openspace/preferences/confirmation/never',
                    'You are never asked: agents run whatever they want in terminals, with your rights. What nobody may do is still refused.'
                )
            ],
            default: 'risky',
            description: nls.localize(
                'openspace/preferences/confirmation',
                'When you are asked before an agent runs something in a terminal or changes a file.'
            )
        },
        'openspace.agent.consent': {
            type: 'string',
            enum: ['ask', 'allow', 'refuse'],
            enumDescriptions: [
                nls.localize('openspace/preferences/consent/ask', 'You are asked before the first action in a workspace.'),
                nls.localize('openspace/preferences/consent/allow', 'The agent may control the IDE in every workspace.'),
                nls.localize('openspace/preferences/consent/refuse', 'The agent only answers in the chat, in every workspace.')
            ],
            default: 'ask',
            description: nls.localize(
                'openspace/preferences/consent',
                'Whether agents may control the IDE: open files, run terminals and so on. Changing this forgets what you answered before, in every workspace.'
            )
        },
        'openspace.agent.sensitiveFiles': {
            type: 'array',
            items: { type: 'string', minLength: 1, maxLength: 256 },
            default: [],
            description: nls.localize(
                'openspace/preferences/sensitiveFiles',
                'Files that agents may not read, beside .env, keys and the like: names such as "*.kdbx" or globs from the workspace root such as "config/production/**". They may be written when you agree.'
            )
        },
        'openspace.agent.notifications': {
            type: 'string',
            enum: ['none', 'errors', 'warnings'],
            enumDescriptions: [
                nls.localize('openspace/preferences/notifications/none', 'None; the activity view has everything.'),
                nls.localize('openspace/preferences/notifications/errors', 'When something failed, or may have.'),
                nls.localize(
                    'openspace/preferences/notifications/warnings',
                    'Also when something was refused that you did not refuse yourself.'
                )
            ],
            default: 'errors',
            description: nls.localize(
                'openspace/preferences/notifications',
                'Which actions of agents are told in a notification. There is at most one for all that goes wrong within a few seconds.'
            )
        },
        'openspace.agent.reveal': {
            type: 'string',
            enum: [...REVEAL_MODES],
            enumDescriptions: [
                nls.localize(
                    'openspace/preferences/revealConsiderate',
                    'To the front, unless you have just typed there: then behind, with a marked tab.'
                ),
                nls.localize('openspace/preferences/revealFollow', 'Follow agent: always to the front.'),
                nls.localize('openspace/preferences/revealQuiet', 'Quiet: never to the front, only with a marked tab.')
            ],
            default: 'considerate',
            description: nls.localize(
                'openspace/preferences/reveal',
                'Where the files and terminals come that the agent opens. The keyboard focus stays where you have it in any case.'
            )
        }
    }
};

/** The settings of the section OpenSpace. */
export interface OpenSpaceConfiguration {
    'openspace.agent.confirmation': 'always' | 'risky' | 'never';
    'openspace.agent.consent': 'ask' | 'allow' | 'refuse';
    'openspace.agent.followUpRounds': number;
    'openspace.agent.notifications': 'none' | 'errors' | 'warnings';
    'openspace.agent.sensitiveFiles': readonly string[];
    'openspace.agent.reveal': RevealMode;
}

export const OpenSpacePreferences = Symbol('OpenSpacePreferences');
export type OpenSpacePreferences = PreferenceProxy<OpenSpaceConfiguration>;

/** Makes the settings known, in the browser and in the backend. */
export function bindOpenSpacePreferenceSchema(bind: interfaces.Bind): void {
    bind(PreferenceContribution).toConstantValue({ schema: openSpacePreferencesSchema });
}

/** The settings as the browser reads them. */
export function bindOpenSpacePreferences(bind: interfaces.Bind): void {
    bindOpenSpacePreferenceSchema(bind);
    bind(OpenSpacePreferences)
        .toDynamicValue(({ container }) => container.get<PreferenceProxyFactory>(PreferenceProxyFactory)(openSpacePreferencesSchema))
        .inSingletonScope();
}
