import { JsonSchemaDataStore } from '@theia/core/lib/browser/json-schema-store';
import type { interfaces } from '@theia/core/shared/inversify';
import { MonacoLanguages } from '@theia/monaco/lib/browser/monaco-languages';
import { LanguageGrammarDefinitionContribution } from '@theia/monaco/lib/browser/textmate';
import { FenceLanguages } from './fence-languages';
import { LanguageContribution } from './language-contribution';
import { LazySchemas } from './lazy-schemas';

/** Gives the editors and the chat's code fences their languages, and settings files their schemas. */
export function bindLanguages(bind: interfaces.Bind, rebind: interfaces.Rebind): void {
    bind(LanguageContribution).toSelf().inSingletonScope();
    bind(LanguageGrammarDefinitionContribution).toService(LanguageContribution);
    rebind(MonacoLanguages).to(FenceLanguages).inSingletonScope();
    rebind(JsonSchemaDataStore).to(LazySchemas).inSingletonScope();
}
