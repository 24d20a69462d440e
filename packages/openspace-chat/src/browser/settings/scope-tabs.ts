import { injectable } from '@theia/core/shared/inversify';
import { PreferencesScopeTabBar } from '@theia/preferences/lib/browser/views/preference-scope-tabbar-widget';
import { chooseByKey } from './choose-by-key';

/** The scopes of the settings; the keyboard passes one by without choosing it. */
@injectable()
export class ScopeTabs extends PreferencesScopeTabBar {
    protected override addTabIndexToTabs(): void {
        super.addTabIndexToTabs();
        this.node.querySelectorAll('li').forEach(chooseByKey);
    }
}
