import { ApplicationShell, type Widget } from '@theia/core/lib/browser';
import { URI } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { EditorManager, EditorWidget } from '@theia/editor/lib/browser';
import { QuietTime } from '../attention/quiet-time';
import { WorkspaceFiles } from '../workspace/workspace-files';
import type { PaneContent, PaneSplit, PaneType } from './pane-type';

/** Files of the workspace in text editors; the content's id is the path. */
@injectable()
export class EditorPaneType implements PaneType {
    readonly id = 'editor';
    readonly endsWorkOnClose = false;

    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(EditorManager) protected readonly editors: EditorManager;
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;
    @inject(QuietTime) protected readonly quietTime: QuietTime;

    holds(widget: Widget): boolean {
        return widget instanceof EditorWidget;
    }

    async open(contentId: string, split?: PaneSplit): Promise<PaneContent> {
        const { uri } = await this.files.locateFile(contentId);
        const existing = split ? undefined : this.find(uri);
        if (existing) {
            return { widget: existing, isNew: false };
        }
        const widgetOptions: ApplicationShell.WidgetOptions = { area: 'main', ...(split ? { mode: split } : {}) };
        const widget = await this.quietTime.during(() => this.editors.open(new URI(uri), { mode: 'open', widgetOptions }));
        return { widget, isNew: true };
    }

    /** An editor of the file that has a tab of its own, best one that can be seen. */
    protected find(uri: string): EditorWidget | undefined {
        const editors = this.editors.all.filter(({ editor, title }) => editor.uri.toString() === uri && this.hasTab(title.owner));
        return editors.find(({ isVisible }) => isVisible) ?? editors.at(0);
    }

    protected hasTab(widget: Widget): boolean {
        return this.shell.getTabBarFor(widget)?.titles.includes(widget.title) ?? false;
    }
}
