import assert from 'node:assert/strict';
import { PreferenceContribution } from '@theia/core/lib/common/preferences/preference-schema';
import { Container } from '@theia/core/shared/inversify';
import { LIMIT_SETTINGS } from './limit-settings';
import { bindOpenSpacePreferenceSchema } from './openspace-preferences';

describe('The settings of OpenSpace', () => {
    const container = new Container();
    bindOpenSpacePreferenceSchema(container.bind.bind(container));
    const { properties } = container.get<Required<PreferenceContribution>>(PreferenceContribution).schema;

    it('say the bounds of each limit', () => {
        for (const [name, { minimum, maximum }] of Object.entries(LIMIT_SETTINGS)) {
            assert.match(properties[name].description ?? '', new RegExp(`\\. From ${minimum} to ${maximum}\\.$`), name);
        }
    });
});
