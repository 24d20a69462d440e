import { nls } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import { PreferenceLayoutProvider, type PreferenceLayout } from '@theia/preferences/lib/browser/util/preference-layout';

/** Gives the settings of OpenSpace a section of their own, the first; without it they stand among those of extensions. */
@injectable()
export class SettingsLayout extends PreferenceLayoutProvider {
    protected readonly section: PreferenceLayout = {
        id: 'openspace',
        label: 'OpenSpace',
        children: [
            { id: 'openspace.agent', label: nls.localize('openspace/settings/agent', 'Agent'), settings: ['openspace.agent.*'] },
            { id: 'openspace.limits', label: nls.localize('openspace/settings/limits', 'Limits'), settings: ['openspace.limits.*'] },
            { id: 'openspace.model', label: nls.localize('openspace/settings/model', 'Model'), settings: ['openspace.model.*'] },
            {
                id: 'openspace.openCode',
                label: nls.localize('openspace/settings/server', 'OpenCode Server'),
                settings: ['openspace.openCode.*']
            }
        ]
    };

    override getLayout(): PreferenceLayout[] {
        return [this.section, ...super.getLayout()];
    }
}
