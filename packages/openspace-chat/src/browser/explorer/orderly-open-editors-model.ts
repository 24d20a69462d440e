import type { ApplicationShell } from '@theia/core/lib/browser';
import { injectable } from '@theia/core/shared/inversify';
import { OpenEditorsModel } from '@theia/navigator/lib/browser/open-editors-widget/navigator-open-editors-tree-model';

/**
 * Theia's list of the open editors, one look at the window after the other. A look waits for the backend to describe the files, so one
 * that began before an editor was closed could otherwise end last: the list would name the editor, and hold it with its whole pane.
 */
@injectable()
export class OrderlyOpenEditorsModel extends OpenEditorsModel {
    protected looking: Promise<void> = Promise.resolve();

    protected override doUpdateOpenWidgets(layoutModifiedArea?: ApplicationShell.Area): Promise<void> {
        const look = (): Promise<void> => super.doUpdateOpenWidgets(layoutModifiedArea);
        return (this.looking = this.looking.then(look, look));
    }
}
