import { CancellationToken, ILogger } from '@theia/core/lib/common';
import type { Resource } from '@theia/core/lib/common/resource';
import { inject, injectable } from '@theia/core/shared/inversify';
import { EditorPreferences } from '@theia/editor/lib/common/editor-preferences';
import { MonacoEditorModel } from '@theia/monaco/lib/browser/monaco-editor-model';
import type { MonacoEditorModelFactory } from '@theia/monaco/lib/browser/monaco-text-model-service';
import { MonacoToProtocolConverter } from '@theia/monaco/lib/browser/monaco-to-protocol-converter';
import { ProtocolToMonacoConverter } from '@theia/monaco/lib/browser/protocol-to-monaco-converter';

/**
 * The text of a file. When the file was changed elsewhere and the text follows, that text is the saved one: undoing the change leaves
 * something to save. Theia's own model would take the text from before the change for saved, and lose it with the next change.
 */
class FileEditorModel extends MonacoEditorModel {
    protected override async doSync(token: CancellationToken): Promise<void> {
        const version = this.textEditorModel.getAlternativeVersionId();
        await super.doSync(token);
        if (!this._dirty && version !== this.textEditorModel.getAlternativeVersionId()) {
            // Only a text that was unsaved is noted as saved.
            this._dirty = true;
            this.setDirty(false);
        }
    }
}

/** Makes the texts of files. */
@injectable()
export class FileEditorModelFactory implements MonacoEditorModelFactory {
    @inject(MonacoToProtocolConverter) protected readonly m2p: MonacoToProtocolConverter;
    @inject(ProtocolToMonacoConverter) protected readonly p2m: ProtocolToMonacoConverter;
    @inject(ILogger) protected readonly logger: ILogger;
    @inject(EditorPreferences) protected readonly preferences: EditorPreferences;

    readonly scheme = 'file';

    createModel(resource: Resource): MonacoEditorModel {
        return new FileEditorModel(resource, this.m2p, this.p2m, this.logger, this.preferences);
    }
}
