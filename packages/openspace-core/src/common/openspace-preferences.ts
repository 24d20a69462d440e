import { nls } from '@theia/core/lib/common/nls';
import { PreferenceProxyFactory, PreferenceScope, type PreferenceProxy } from '@theia/core/lib/common/preferences';
import {
    PreferenceContribution,
    type PreferenceDataProperty,
    type PreferenceSchema
} from '@theia/core/lib/common/preferences/preference-schema';
import type { interfaces } from '@theia/core/shared/inversify';

import { LIMIT_SETTINGS, type LimitSetting } from './limit-settings';

/** What becomes of the things that the agent opens. */
const REVEAL_MODES = ['considerate', 'follow', 'quiet'] as const;
export type RevealMode = (typeof REVEAL_MODES)[number];

/** The schema of a limit, whose description says the bounds: the settings view puts back without a word what lies outside them. */
function limitSchema(setting: LimitSetting, description: string): PreferenceDataProperty {
    const { minimum, maximum } = LIMIT_SETTINGS[setting];
    const bounds = nls.localize('openspace/preferences/bounds', 'From {0} to {1}.', minimum, maximum);
    return { type: 'integer', ...LIMIT_SETTINGS[setting], description: `${description} ${bounds}` };
}

const openSpacePreferencesSchema: PreferenceSchema = {
    // A workspace cannot bring settings of its own for the agent that works in it.
    scope: PreferenceScope.User,
    properties: {
        'openspace.model.baseUrl': {
            type: 'string',
            default: '',
            description: nls.localize(
                'openspace/preferences/baseUrl',
                'Address of the model: an endpoint that speaks the OpenAI chat format, often ending in "/v1". Name the model, too. Empty: the guide answers without a model, whatever else this section says. While the environment variable OPENSPACE_LLM_BASE_URL is set, it wins over this section with its name and its key.'
            )
        },
        'openspace.model.name': {
            type: 'string',
            default: '',
            description: nls.localize(
                'openspace/preferences/modelName',
                'Name of the model at that address, as its endpoint knows it. Without an address it is not used; empty, the model is asked for as "default". The environment variable OPENSPACE_LLM_MODEL wins over it.'
            )
        },
        'openspace.model.keyFile': {
            type: 'string',
            default: '',
            description: nls.localize(
                'openspace/preferences/keyFile',
                'Absolute path of a file that holds nothing but the key of the model, if it asks for one; no agent can see that file. The key itself does not belong into settings. The environment variable OPENSPACE_LLM_API_KEY wins over it.'
            )
        },
        'openspace.openCode.url': {
            type: 'string',
            default: '',
            description: nls.localize(
                'openspace/preferences/openCodeUrl',
                'Address of an OpenCode server that you run, with a model and tools of its own. Empty: OpenSpace runs one with the model above. The environment variable OPENSPACE_OPENCODE_URL wins over it.'
            )
        },
        'openspace.openCode.passwordFile': {
            type: 'string',
            default: '',
            description: nls.localize(
                'openspace/preferences/passwordFile',
                'Absolute path of a file that holds nothing but the password of that server, if it asks for one. The environment variable OPENSPACE_OPENCODE_PASSWORD wins over it.'
            )
        },
        'openspace.agent.followUpRounds': limitSchema(
            'openspace.agent.followUpRounds',
            nls.localize(
                'openspace/preferences/followUpRounds',
                'How often the agent is sent the results of its commands before it must wait for your next message, with which it gets those that are left. 0: with your next message only.'
            )
        ),
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
                nls.localize(
                    'openspace/preferences/consent/ask',
                    'You are asked before the first action of the chat in a workspace, and before that of each program outside the chat.'
                ),
                nls.localize(
                    'openspace/preferences/consent/allow',
                    'Agents may control the IDE in every workspace, programs outside the chat too.'
                ),
                nls.localize('openspace/preferences/consent/refuse', 'The agent only answers in the chat, in every workspace.')
            ],
            default: 'ask',
            description: nls.localize(
                'openspace/preferences/consent',
                'Whether agents may control the IDE: open files, run terminals and so on. With "ask", an answer after which you did not want to be asked again holds for its workspace; "Ask Me Again Before Agent Acts" in the menu of "Agent" in the status bar takes it back there, with what you allowed for the workspace or for a session. Changing this setting forgets what you answered before, in every workspace.'
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
        'openspace.agent.network': {
            type: 'boolean',
            default: false,
            description: nls.localize(
                'openspace/preferences/network',
                'Whether commands that programs run through the Hub in a sandbox may use the network, servers of this machine included, while this IDE is open. Without it an "npm install" fails there. With it you are asked before every command that is not known to be harmless, since it could send away what it reads; you can allow it for the session. Terminals have your network in any case, and so has every command where no sandbox works; commands of AgentBench in a sandbox never have it.'
            )
        },
        'openspace.agent.notifications': {
            type: 'string',
            enum: ['errors', 'warnings'],
            enumDescriptions: [
                nls.localize('openspace/preferences/notifications/errors', 'When something went wrong in the IDE, or may have.'),
                nls.localize(
                    'openspace/preferences/notifications/warnings',
                    'Also when something could not be done, or was refused and not by you.'
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
        },
        'openspace.agent.cleanUp': {
            type: 'string',
            enum: ['close', 'keep'],
            enumDescriptions: [
                nls.localize('openspace/preferences/cleanUp/close', 'It is closed, unless you used, pinned or changed it.'),
                nls.localize('openspace/preferences/cleanUp/keep', 'It stays until you close it.')
            ],
            default: 'close',
            description: nls.localize(
                'openspace/preferences/cleanUp',
                'What becomes of the editors, terminals and highlights of an agent when its session is over.'
            )
        },
        'openspace.limits.commandsPerMessage': limitSchema(
            'openspace.limits.commandsPerMessage',
            nls.localize(
                'openspace/preferences/commandsPerMessage',
                'How many commands one message of the agent may run; the others are refused.'
            )
        ),
        'openspace.limits.commandTimeoutSeconds': limitSchema(
            'openspace.limits.commandTimeoutSeconds',
            nls.localize(
                'openspace/preferences/commandTimeout',
                'How many seconds a command may take before the agent is told that nothing is known of it, and how long a program from outside waits for your answer to a question.'
            )
        ),
        'openspace.limits.readKilobytes': limitSchema(
            'openspace.limits.readKilobytes',
            nls.localize('openspace/preferences/readKilobytes', 'The largest file that agents read whole, in kilobytes.')
        ),
        'openspace.limits.writeKilobytes': limitSchema(
            'openspace.limits.writeKilobytes',
            nls.localize(
                'openspace/preferences/writeKilobytes',
                'The largest file that agents write, in kilobytes. What they write over a larger one cannot be undone.'
            )
        )
    }
};

/** The settings of the section OpenSpace. */
export interface OpenSpaceConfiguration extends Record<LimitSetting, number> {
    'openspace.model.baseUrl': string;
    'openspace.model.name': string;
    'openspace.model.keyFile': string;
    'openspace.openCode.url': string;
    'openspace.openCode.passwordFile': string;
    'openspace.agent.cleanUp': 'close' | 'keep';
    'openspace.agent.confirmation': 'always' | 'risky' | 'never';
    'openspace.agent.consent': 'ask' | 'allow' | 'refuse';
    'openspace.agent.network': boolean;
    'openspace.agent.notifications': 'errors' | 'warnings';
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
