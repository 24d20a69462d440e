import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BLOCK = '%%OS{"cmd":"openspace.editor.open","args":{"path":"src/index.ts","line":42}}%%';
const KIBIBYTE = 1024;

/** Real markdown: what the installed packages bring along. */
export function realMarkdown(length) {
    const modules = join(import.meta.dirname, '../../../../node_modules');
    let text = '';
    for (const folder of readdirSync(modules).sort()) {
        for (const name of ['README.md', 'CHANGELOG.md']) {
            const file = join(modules, folder, name);
            if (text.length < length && existsSync(file)) {
                text += `${readFileSync(file, 'utf8')}\n\n`;
            }
        }
    }
    return text.slice(0, length);
}

/** Where agents write blocks: the line that they stand behind, and what is written there. */
const PLACES = [
    { suits: ({ line }) => line === '', text: `${BLOCK}\n\n` },
    { suits: ({ line }) => /^[A-Za-z].*[a-z.:]$/.test(line), text: `${BLOCK}\n` },
    { suits: ({ line }) => /^\s*[-*] .*[a-z.]$/.test(line), text: `  ${BLOCK}\n` },
    { suits: ({ closesFence }) => closesFence, text: `${BLOCK}\n` }
];

/** A block for each `distance` characters: between paragraphs, in paragraphs, in list items and behind fences, never twice alike. */
export function withBlocks(text, distance) {
    let result = '';
    let written = 0;
    let fenced = false;
    let last;
    for (const line of text.split('\n')) {
        result += `${line}\n`;
        const isFence = /^\s*(?:```|~~~)/.test(line);
        const closesFence = fenced && isFence;
        fenced = fenced !== isFence;
        if (!fenced && result.length > written * distance) {
            const place = PLACES.find(other => other !== last && other.suits({ line: line.trimEnd(), closesFence }));
            if (place !== undefined) {
                result += place.text;
                last = place;
                written++;
            }
        }
    }
    return result.slice(0, text.length);
}

/** The same text for a reader that takes elements out of it: each block is one. */
export const withElements = text => text.replaceAll(/%%OS(\{.*?\})%%/g, '<os>$1</os>');

/** Pieces as they come out of `JSON.parse`: strings of their own, not views into the whole. */
export function cut(text, shortest, longest) {
    const chunks = [];
    let random = 1;
    for (let position = 0; position < text.length;) {
        random = (random * 16807) % 2147483647;
        const length = shortest + (random % (longest - shortest + 1));
        chunks.push(JSON.parse(JSON.stringify(text.slice(position, position + length))));
        position += length;
    }
    return chunks;
}

/** A text that is as hard to read in each of its parts, however long it is. */
export const repeatedMarkdown = length => withBlocks(realMarkdown(64 * KIBIBYTE), KIBIBYTE).repeat(Math.ceil(length / (64 * KIBIBYTE)));

/** This piece again and again, and one block in each kibibyte, so that the parser has to know where it stands. */
const repeated = piece => {
    const copies = piece.repeat(Math.ceil((KIBIBYTE - BLOCK.length) / piece.length));
    const kibibyte = copies + BLOCK + (piece.endsWith('\n') ? '\n' : '');
    return length => kibibyte.repeat(Math.ceil(length / kibibyte.length)).slice(0, length);
};

/** Texts of little else than blocks that are wrong, each a function of the length. */
export const textsOfBadBlocks = {
    '%%OS{ repeated': repeated('%%OS{'),
    'blocks without a close': repeated('%%OS{"a":1 and\n'),
    'blocks that lack a quote': repeated('%%OS{"a}%% ')
};

/** Texts with blocks that could be slow, each a function of the length. */
export const adversarialTexts = {
    'all %': repeated('%'),
    '%%OS repeated': repeated('%%OS '),
    '%%OS{ repeated in a fence': length => `\`\`\`\n${repeated('%%OS{')(length)}`,
    'all backticks': repeated('`'),
    'lines of backticks': repeated('` ``\n'),
    'all <': repeated('<'),
    'tags of code elements': repeated('<code>'),
    'lines of tags': repeated('<b>\n'),
    comments: repeated('<!-- -->\n'),
    'all [': repeated('['),
    links: repeated('[a](b) '),
    'code spans': repeated('`a` `b! '),
    'halves of links and code spans': repeated('[a](b `c '),
    'all >': repeated('>'),
    quotes: repeated('> a\n'),
    'list items': repeated('- a\n'),
    'nested list items': repeated('- a\n  - b\n'),
    fences: repeated('```\na\n```\n'),
    'fences behind empty lines': repeated('```\na\n```\n\na\n'),
    'fences with odd ends': repeated('```\na\n ```\n\na\n'),
    'fences in list items': repeated('- ```\n  a\n  ```\n'),
    'short lines': repeated('a\n'),
    'white space': repeated(' '),
    'empty lines': repeated('\n'),
    'carriage returns': repeated('\r')
};

/** This piece again and again. */
const nothingBut = piece => length => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Texts without blocks between anything else that could be slow, each a function of the length. */
export const pureTexts = {
    'nothing but %': nothingBut('%'),
    'nothing but %%OS': nothingBut('%%OS '),
    'nothing but backticks': nothingBut('`'),
    'nothing but one block': length => `%%OS{"t":"${'x'.repeat(length)}"}%%`
};
