import type { interfaces } from '@theia/core/shared/inversify';
import { KeymapsFrontendContribution } from '@theia/keymaps/lib/browser/keymaps-frontend-contribution';
import { PreferencesContribution } from '@theia/preferences/lib/browser/preferences-contribution';
import { PreferenceLayoutProvider } from '@theia/preferences/lib/browser/util/preference-layout';
import { PreferenceTreeLabelProvider } from '@theia/preferences/lib/browser/util/preference-tree-label-provider';
import { PreferenceArrayInputRenderer } from '@theia/preferences/lib/browser/views/components/preference-array-input';
import { PreferencesScopeTabBar } from '@theia/preferences/lib/browser/views/preference-scope-tabbar-widget';
import { createPreferencesWidgetContainer } from '@theia/preferences/lib/browser/views/preference-widget-bindings';
import { PreferencesWidget } from '@theia/preferences/lib/browser/views/preference-widget';
import { ListSetting } from './list-setting';
import { onDemand } from './on-demand';
import { ScopeTabs } from './scope-tabs';
import { SettingsLabels } from './settings-labels';
import { SettingsLayout } from './settings-layout';
import { ShortcutsOnDemand } from './shortcuts-on-demand';

/** Puts OpenSpace's settings into a section of their own that the keyboard can get to, and makes the views of settings and shortcuts only when they are opened. */
export function bindSettings(bind: interfaces.Bind, rebind: interfaces.Rebind): void {
    rebind(PreferenceLayoutProvider).to(SettingsLayout).inSingletonScope();
    rebind(PreferenceTreeLabelProvider).to(SettingsLabels).inSingletonScope();
    rebind(PreferenceArrayInputRenderer).to(ListSetting);
    rebind(KeymapsFrontendContribution).to(ShortcutsOnDemand).inSingletonScope();
    // The commands of the settings want their view from the start, though they use it only once it is open.
    const isForCommands = ({ parentRequest }: interfaces.Request): boolean => parentRequest?.serviceIdentifier === PreferencesContribution;
    rebind(PreferencesWidget)
        .toDynamicValue(({ container }) => {
            const settings = createPreferencesWidgetContainer(container);
            settings.rebind(PreferencesScopeTabBar).to(ScopeTabs);
            return settings.get(PreferencesWidget);
        })
        .inSingletonScope()
        .when(request => !isForCommands(request));
    bind(PreferencesWidget)
        .toDynamicValue(({ container }) => onDemand(() => container.get(PreferencesWidget)))
        .inSingletonScope()
        .when(isForCommands);
}
