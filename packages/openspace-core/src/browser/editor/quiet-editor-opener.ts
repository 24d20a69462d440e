import { Range } from '@theia/core/shared/vscode-languageserver-protocol';
import { URI } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { EditorManager, EditorWidget } from '@theia/editor/lib/browser';
import { QuietTime } from '../attention/quiet-time';

/** Opens editors for the agent: they come to the front of their area, and the keyboard focus stays where the person has it. */
@injectable()
export class QuietEditorOpener {
    @inject(EditorManager) protected readonly editors: EditorManager;
    @inject(QuietTime) protected readonly quietTime: QuietTime;

    /** Opens the file, or brings its editor to the front, with the selection in view. */
    open(uri: URI, selection?: Range): Promise<EditorWidget> {
        return this.quietTime.during(() => this.editors.open(uri, { mode: 'reveal', ...(selection ? { selection } : {}) }));
    }
}
