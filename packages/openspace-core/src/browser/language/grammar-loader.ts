import type { GrammarDefinition } from '@theia/monaco/lib/browser/textmate';
import { grammarFolder, type Grammar } from './language-table';

/**
 * Fetches a grammar from the page's own origin. Called by the contribution when a file of its language, or of one that includes it, is first opened.
 *
 * A grammar that cannot be had is replaced by one without rules: its text stays plain, and the grammars that include it still work.
 * @param baseUrl the address of the page
 * @param warn is told, once, why the grammar could not be had
 */
export async function loadGrammar({ file, scope }: Grammar, baseUrl: string, warn: (message: string) => void): Promise<GrammarDefinition> {
    const url = new URL(`${grammarFolder}/${file}.json`, baseUrl).href;
    try {
        const response = await fetch(url);
        if (!response.ok) {
            throw new Error(`the server answered ${response.status}`);
        }
        return { format: 'json', content: (await response.json()) as object, location: url };
    } catch (error) {
        warn(`Text of the scope ${scope} stays without colours, because ${url} cannot be loaded: ${String(error)}`);
        return { format: 'json', content: { scopeName: scope, patterns: [], repository: {} }, location: url };
    }
}
