import type * as monaco from '@theia/monaco-editor-core';

type Configuration = monaco.languages.LanguageConfiguration;
type EnterRule = monaco.languages.OnEnterRule;

/* eslint-disable @typescript-eslint/no-unsafe-enum-assignment -- The enum itself is out of reach: Monaco loads only in a browser, this file also in the build script. */
const keepIndent: monaco.languages.IndentAction.None = 0;
const indent: monaco.languages.IndentAction.Indent = 1;
const indentAndOutdent: monaco.languages.IndentAction.IndentOutdent = 2;
/* eslint-enable @typescript-eslint/no-unsafe-enum-assignment */

const brackets: monaco.languages.CharacterPair[] = [
    ['{', '}'],
    ['[', ']'],
    ['(', ')']
];

/** Brackets and the given quotes close themselves and surround a selection. */
function pairs(quotes: string): Pick<Configuration, 'brackets' | 'autoClosingPairs' | 'surroundingPairs'> {
    const bracketPairs = brackets.map(([open, close]) => ({ open, close }));
    const quotePairs = Array.from(quotes, quote => ({ open: quote, close: quote }));
    return {
        brackets,
        autoClosingPairs: [...bracketPairs, ...quotePairs.map(pair => ({ ...pair, notIn: ['string', 'comment'] }))],
        surroundingPairs: [...bracketPairs, ...quotePairs]
    };
}

/** Enter inside a doc comment starts the next line with an asterisk, and leaves the column of the asterisks after its end. */
const docCommentRules: EnterRule[] = [
    {
        beforeText: /^\s*\/\*\*(?!\/)(?:[^*]|\*(?!\/))*$/,
        afterText: /^\s*\*\/$/,
        action: { indentAction: indentAndOutdent, appendText: ' * ' }
    },
    { beforeText: /^\s*\/\*\*(?!\/)(?:[^*]|\*(?!\/))*$/, action: { indentAction: keepIndent, appendText: ' * ' } },
    {
        beforeText: /^\s* \*(?: (?:[^*]|\*(?!\/))*)?$/,
        previousLineText: /^\s*(?:\/\*\*| \*)/,
        action: { indentAction: keepIndent, appendText: '* ' }
    },
    { beforeText: /^\s* \*\/\s*$/, action: { indentAction: keepIndent, removeText: 1 } }
];

/** Languages with the comments of C; `quotes` are the characters that enclose a string. */
export function slashed(quotes = '"\''): Configuration {
    const common = pairs(quotes);
    return {
        ...common,
        comments: { lineComment: '//', blockComment: ['/*', '*/'] },
        autoClosingPairs: [...(common.autoClosingPairs ?? []), { open: '/**', close: ' */', notIn: ['string'] }],
        onEnterRules: docCommentRules
    };
}

/** CSS and the languages that grew out of it. */
export function styleSheet(lineComment?: string): Configuration {
    return {
        ...pairs('"\''),
        comments: { lineComment, blockComment: ['/*', '*/'] },
        wordPattern: /(#?-?\d*\.\d\w*%?)|(::?[\w-]+)|[@#.!]?[\w-]+%?/g
    };
}

/** Languages whose comments start with a number sign. */
export function hashed(quotes = '"\''): Configuration {
    return { ...pairs(quotes), comments: { lineComment: '#' } };
}

/** SQL. */
export const dashed: Configuration = { ...pairs('"\'`'), comments: { lineComment: '--', blockComment: ['/*', '*/'] } };

/** JSON, whose comments only some readers accept. */
export const json: Configuration = { ...pairs('"'), comments: { lineComment: '//', blockComment: ['/*', '*/'] } };

/** Text whose quotes and comments mean nothing. */
export const plain: Configuration = { brackets };

/** A line that ends with a colon opens a block. */
export const python: Configuration = {
    ...hashed(),
    folding: { offSide: true },
    onEnterRules: [
        {
            beforeText: /^\s*(?:async|case|class|def|elif|else|except|finally|for|if|match|try|while|with)\b.*:\s*(?:#.*)?$/,
            action: { indentAction: indent }
        }
    ]
};

/** A key without a value opens a block. */
export const yaml: Configuration = {
    ...hashed(),
    folding: { offSide: true },
    onEnterRules: [{ beforeText: /^[^#]*:\s*(?:[|>][+-]?\d?)?\s*$/, action: { indentAction: indent } }]
};

/** Blocks run from a keyword to `end`. */
export const ruby: Configuration = {
    ...hashed('"\'`'),
    comments: { lineComment: '#', blockComment: ['=begin', '=end'] },
    indentationRules: {
        increaseIndentPattern:
            /^\s*(?:(?:begin|case|class|def|else|elsif|ensure|for|if|module|rescue|unless|until|when|while)\b(?!.*\bend\b)|.*\bdo\b(?:\s*\|[^|]*\|)?\s*(?:#.*)?$|.*[{[(]\s*(?:\|[^|]*\|)?\s*(?:#.*)?$)/,
        decreaseIndentPattern: /^\s*(?:[}\])]|(?:end|else|elsif|ensure|rescue|when)\b)/
    }
};

/** Blocks run from a keyword to its mirror image. */
export const shell: Configuration = {
    ...hashed('"\'`'),
    indentationRules: {
        increaseIndentPattern: /^\s*(?:(?:case|else|elif|for|if|select|until|while)\b(?!.*\b(?:done|esac|fi)\b)|.*\{\s*$)/,
        decreaseIndentPattern: /^\s*(?:(?:done|elif|else|esac|fi)\b|\})/
    }
};

/** HTML and XML: Enter between an opening tag and its closing tag opens an indented line between them. */
export const markup: Configuration = {
    ...pairs('"\''),
    comments: { blockComment: ['<!--', '-->'] },
    brackets: [['<!--', '-->'], ...brackets],
    surroundingPairs: [...(pairs('"\'').surroundingPairs ?? []), { open: '<', close: '>' }],
    onEnterRules: [
        {
            beforeText: /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)[\w:.-]+(?:[^<>]*[^/<>])?>[^<]*$/i,
            afterText: /^<\/[\w:.-]+\s*>/,
            action: { indentAction: indentAndOutdent }
        }
    ]
};

/** Quotes do not close themselves in prose; a selection can be emphasised. */
export const markdown: Configuration = {
    ...pairs(''),
    comments: { blockComment: ['<!--', '-->'] },
    surroundingPairs: pairs('"\'`*_~').surroundingPairs
};
