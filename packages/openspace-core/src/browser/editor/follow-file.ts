import type { MonacoEditorModel } from '@theia/monaco/lib/browser/monaco-editor-model';

/** So many looks at the file may be called off, one after the other. */
const MOST_ATTEMPTS = 3;

/**
 * Lets a text model show what was saved in its file. A later look of the editor at the file, such as the one when it hears of the save,
 * calls an earlier one off, which ends without a word; so it is repeated. What the person types meanwhile stays, and so does whatever
 * else stands in the file by then.
 */
export async function followFile(model: Pick<MonacoEditorModel, 'dirty' | 'getText' | 'sync'>, saved: string): Promise<void> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS && !model.dirty && model.getText() !== saved; attempt++) {
        await model.sync();
    }
}
