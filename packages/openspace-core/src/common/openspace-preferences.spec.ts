import assert from 'node:assert/strict';
import { PreferenceContribution } from '@theia/core/lib/common/preferences/preference-schema';
import { Container } from '@theia/core/shared/inversify';
import { LIMIT_SETTINGS } from './limit-settings';
import { bindOpenSpacePreferenceSchema } from './openspace-preferences';

describe('The settings of OpenSpace', () => {
    const container = new Container();
    bindOpenSpacePreferenceSchema(container.bind.bind(container));
    const { properties } = container.get<Required<PreferenceContribution>>(PreferenceContribution).schema;

    it('are each described in whole sentences, with every value that can be chosen, and have a default that is one of them', () => {
        assert.ok(Object.keys(properties).length > 10);
        for (const [name, { description, enum: values, enumDescriptions = [], default: usual }] of Object.entries(properties)) {
            assert.match(description ?? '', /^[A-Z].{20,}\.$/s, name);
            assert.notEqual(usual, undefined, name);
            if (values) {
                assert.ok(values.includes(usual ?? null), name);
                assert.equal(enumDescriptions.filter(each => /\w{3}/.test(each)).length, values.length, name);
            }
        }
    });

    it('say the bounds of each limit', () => {
        for (const [name, { minimum, maximum }] of Object.entries(LIMIT_SETTINGS)) {
            assert.match(properties[name].description ?? '', new RegExp(`\\. From ${minimum} to ${maximum}\\.$`), name);
        }
    });
});
