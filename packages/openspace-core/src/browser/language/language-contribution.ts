import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import {
    getEncodedLanguageId,
    type LanguageGrammarDefinitionContribution,
    type TextmateRegistry
} from '@theia/monaco/lib/browser/textmate';
import * as monaco from '@theia/monaco-editor-core';
import { loadGrammar } from './grammar-loader';
import { embeddedLanguageIds, grammars, languages } from './language-table';

/** Makes the languages of the table known to the editors. Theia calls it once, at the start; the grammars themselves come when they are needed. */
@injectable()
export class LanguageContribution implements LanguageGrammarDefinitionContribution {
    @inject(ILogger) @named('openspace:Languages') protected readonly logger: ILogger;

    registerTextmateLanguage(registry: TextmateRegistry): void {
        for (const { grammar, editing, ...language } of languages) {
            monaco.languages.register(language);
            monaco.languages.setLanguageConfiguration(language.id, editing);
            registry.mapLanguageIdToTextmateGrammar(language.id, grammar.scope);
        }
        for (const grammar of grammars) {
            registry.registerTextmateGrammarScope(grammar.scope, {
                getGrammarDefinition: () => loadGrammar(grammar, document.baseURI, message => void this.logger.warn(message))
            });
        }
        // An encoded id exists only for a registered language, hence after all of them.
        const embeddedLanguages = Object.fromEntries([...embeddedLanguageIds].map(([scope, id]) => [scope, getEncodedLanguageId(id)]));
        for (const { id } of languages) {
            registry.registerGrammarConfiguration(id, {
                embeddedLanguages,
                balancedBracketSelectors: ['*'],
                // In a shell's `case`, the parenthesis after a pattern has no partner.
                unbalancedBracketSelectors: ['keyword.operator.pattern.case']
            });
        }
    }
}
