import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it/index.js';

const CODE_TYPES = new Set(['fence', 'code_block', 'html_block', 'code_inline', 'html_inline']);

const renderer = new MarkdownIt({ html: true });

/** The text that markdown-it shows as code in this document, or hides in HTML, piece by piece. */
function codeIn(document: string): string[] {
    const pieces: string[] = [];
    let openElements: string[] = [];
    const visit = (tokens: readonly Token[]): void => {
        for (const token of tokens) {
            const html = token.type === 'html_inline' || token.type === 'html_block' ? token.content : '';
            for (const [, slash, name = ''] of /^\s*<[!?]/.test(html) ? [] : html.matchAll(/<(\/?)(code|pre)(?=[\t\n\f\r />])/gi)) {
                openElements = slash === '' ? [...openElements, name.toLowerCase()] : withoutLast(openElements, name.toLowerCase());
            }
            if (token.children !== null) {
                visit(token.children);
            } else if (CODE_TYPES.has(token.type) || openElements.length > 0) {
                pieces.push(token.info + token.content);
            }
        }
    };
    visit(renderer.parse(document, {}));
    return pieces;
}

function withoutLast(names: readonly string[], name: string): string[] {
    const index = names.lastIndexOf(name);
    return index < 0 ? [...names] : names.toSpliced(index, 1);
}

/** The numbers of the blocks (`%%OS{"id":n`) that begin inside such text. An element that is not closed stays open. */
export function blocksShownAsCode(document: string): Set<number> {
    const ids = codeIn(document).flatMap(piece => Array.from(piece.matchAll(/%%OS\{"id":(\d+)/g), match => Number(match[1])));
    return new Set(ids);
}
