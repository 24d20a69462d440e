import { injectable } from '@theia/core/shared/inversify';
import { PreferenceTreeLabelProvider } from '@theia/preferences/lib/browser/util/preference-tree-label-provider';

/** Names whose spelling cannot be told from the ids of settings. */
const NAMES: ReadonlyMap<string, string> = new Map([
    ['openspace', 'OpenSpace'],
    ['openCode', 'OpenCode']
]);

/** Spells the names in the titles of settings as people do. */
@injectable()
export class SettingsLabels extends PreferenceTreeLabelProvider {
    override formatString(text: string): string {
        return NAMES.get(text) ?? super.formatString(text);
    }
}
