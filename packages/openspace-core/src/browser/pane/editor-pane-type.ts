import { ApplicationShell, type Widget } from '@theia/core/lib/browser';
import { URI } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { EditorManager, EditorWidget } from '@theia/editor/lib/browser';
import { editorsOf, QuietTime } from '../attention/quiet-time';
import type { ArgumentChoice } from '../command/openspace-command';
import { AgentEditors } from '../editor/agent-editors';
import { PathChoices } from '../workspace/path-choices';
import { WorkspaceFiles } from '../workspace/workspace-files';
import type { PaneContent, PaneType, WantedSplit } from './pane-type';

/** Files of the workspace in text editors; the content's id is the path. */
@injectable()
export class EditorPaneType implements PaneType {
    readonly id = 'editor';
    readonly noun = 'a file';
    readonly contentName = 'the path of the file';
    readonly endsWorkOnClose = false;

    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(EditorManager) protected readonly editors: EditorManager;
    @inject(AgentEditors) protected readonly agentEditors: AgentEditors;
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;
    @inject(PathChoices) protected readonly paths: PathChoices;
    @inject(QuietTime) protected readonly quietTime: QuietTime;

    contents(typed: string): Promise<ArgumentChoice[]> {
        return this.paths.files(typed);
    }

    holds(widget: Widget): boolean {
        return widget instanceof EditorWidget;
    }

    async open(contentId: string, split?: WantedSplit): Promise<PaneContent> {
        const file = await this.files.locateFile(contentId);
        const uri = new URI(file.uri);
        const notSplit = split && this.reasonAgainst(split);
        const mode = notSplit === undefined ? split?.direction : undefined;
        const existing = mode ? undefined : this.agentEditors.find(uri).at(0);
        const told = notSplit === undefined ? {} : { notSplit };
        if (existing) {
            return { widget: existing, isNew: false, ...told };
        }
        const widgetOptions: ApplicationShell.WidgetOptions = { area: 'main', ...(mode ? { mode } : {}) };
        const widget = await this.quietTime.during(editorsOf(uri), () => this.editors.open(uri, { mode: 'open', widgetOptions }));
        return { widget, isNew: true, ...told };
    }

    protected reasonAgainst(split: WantedSplit): string | undefined {
        return this.shell.getWidgets('main').length === 0 ? 'there is no other pane in the main area' : split.reasonAgainst('main');
    }
}
