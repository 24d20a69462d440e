import type { interfaces } from '@theia/core/shared/inversify';
import { MonacoLanguages } from '@theia/monaco/lib/browser/monaco-languages';
import { LanguageGrammarDefinitionContribution } from '@theia/monaco/lib/browser/textmate';
import { FenceLanguages } from './fence-languages';
import { LanguageContribution } from './language-contribution';

/** Gives the editors and the chat's code fences their languages. */
export function bindLanguages(bind: interfaces.Bind, rebind: interfaces.Rebind): void {
    bind(LanguageContribution).toSelf().inSingletonScope();
    bind(LanguageGrammarDefinitionContribution).toService(LanguageContribution);
    rebind(MonacoLanguages).to(FenceLanguages).inSingletonScope();
}
