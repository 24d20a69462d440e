import { injectable } from '@theia/core/shared/inversify';
import { MonacoLanguages } from '@theia/monaco/lib/browser/monaco-languages';

/** Lets the chat colour a code fence that names its language by an alias (`ts`, `py`, `bash`); Theia's own service knows it by its id only. */
@injectable()
export class FenceLanguages extends MonacoLanguages {
    override getExtension(languageIdOrAlias: string): string | undefined {
        const name = languageIdOrAlias.toLowerCase();
        return super.getExtension(this.getLanguageIdByLanguageName(name) ?? name);
    }
}
