import { LIMITS } from '@openspace/protocol';

/** The limits that a person may choose, each within bounds that no setting can pass. */
export const LIMIT_SETTINGS = {
    'openspace.agent.followUpRounds': { minimum: 0, default: 8, maximum: 8 },
    'openspace.limits.commandsPerMessage': { minimum: 1, default: LIMITS.commandsPerMessage, maximum: 20 },
    'openspace.limits.commandTimeoutSeconds': { minimum: 10, default: LIMITS.commandTimeoutMs / 1000, maximum: 600 },
    'openspace.limits.readKilobytes': { minimum: 64, default: LIMITS.readBytes / 1024, maximum: 10 * 1024 },
    'openspace.limits.writeKilobytes': { minimum: 64, default: LIMITS.writeBytes / 1024, maximum: 20 * 1024 }
} as const;

export type LimitSetting = keyof typeof LIMIT_SETTINGS;

/** The limit that holds for what stands in the settings: the nearest within the bounds, the usual one for what is no number. */
export function limitOf(setting: LimitSetting, value: unknown): number {
    const { minimum, maximum, default: usual } = LIMIT_SETTINGS[setting];
    return typeof value === 'number' && Number.isFinite(value) ? Math.floor(Math.min(Math.max(value, minimum), maximum)) : usual;
}
