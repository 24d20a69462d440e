import { injectable } from '@theia/core/shared/inversify';
import { PreferenceArrayInputRenderer } from '@theia/preferences/lib/browser/views/components/preference-array-input';
import { chooseByKey } from './choose-by-key';

/** A setting that is a list; the keyboard passes its values by without removing them. */
@injectable()
export class ListSetting extends PreferenceArrayInputRenderer {
    protected override createExistingValue(value: string): HTMLElement {
        return withQuietButtons(super.createExistingValue(value));
    }

    protected override createInput(): HTMLElement {
        return withQuietButtons(super.createInput());
    }
}

function withQuietButtons(element: HTMLElement): HTMLElement {
    element.querySelectorAll<HTMLElement>('[role="button"]').forEach(chooseByKey);
    return element;
}
