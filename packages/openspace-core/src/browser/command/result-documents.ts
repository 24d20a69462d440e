import { isPinned } from '@theia/core/lib/browser';
import { nls, URI, type Resource, type ResourceResolver } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { EditorManager, type EditorWidget } from '@theia/editor/lib/browser';

const SCHEME = 'openspace-result';

/** Results of commands as documents that a person reads, searches and copies from. They are never saved. */
@injectable()
export class ResultDocuments implements ResourceResolver {
    @inject(EditorManager) protected readonly editors: EditorManager;

    protected readonly texts = new Map<string, string>();
    protected shown = 0;

    /** Opens the text in an editor, in the place of the result before. One that the person pinned stays. */
    async show(title: string, text: string): Promise<void> {
        const before = this.editors.all.filter(isReplaceable);
        const ref = before.at(-1);
        const uri = this.hold(title, text);
        const widget = await this.editors.open(uri, {
            mode: 'activate',
            ...(ref ? { widgetOptions: { ref, mode: 'tab-after' as const } } : {})
        });
        widget.disposed.connect(() => this.texts.delete(uri.toString()));
        before.forEach(each => each.close());
    }

    /** Makes the text a document that an editor can open, until the window is closed. */
    hold(title: string, text: string): URI {
        const uri = new URI().withScheme(SCHEME).withPath(`/${++this.shown}/${title}`);
        this.texts.set(uri.toString(), text);
        return uri;
    }

    resolve(uri: URI): Resource {
        if (uri.scheme !== SCHEME) {
            throw new Error(`${uri.toString()} is not the result of a command.`);
        }
        // A layout that is restored after a reload brings the editor back without the result.
        const lost = nls.localize('openspace/result/lost', 'This result was of an earlier window. Run the command again.');
        return {
            uri,
            readOnly: true,
            readContents: () => Promise.resolve(this.texts.get(uri.toString()) ?? lost),
            dispose: () => undefined
        };
    }
}

function isReplaceable({ editor, title }: EditorWidget): boolean {
    return editor.uri.scheme === SCHEME && !isPinned(title);
}
