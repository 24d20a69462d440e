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

interface OpenSpaceConfiguration {
    'openspace.agent.followUpRounds': number;
    'openspace.agent.reveal': RevealMode;
}

export const OpenSpacePreferences = Symbol('OpenSpacePreferences');
export type OpenSpacePreferences = PreferenceProxy<OpenSpaceConfiguration>;

export function bindOpenSpacePreferences(bind: interfaces.Bind): void {
    bind(PreferenceContribution).toConstantValue({ schema: openSpacePreferencesSchema });
    bind(OpenSpacePreferences)
        .toDynamicValue(({ container }) => container.get<PreferenceProxyFactory>(PreferenceProxyFactory)(openSpacePreferencesSchema))
        .inSingletonScope();
}
