import { randomNumbers } from './random-numbers';

const PREFIXES = [
    ...['', '', '', ' ', '  ', '   ', '    ', '      ', '\t', ' \t'],
    ...[
        '> ',
        '>',
        '>> ',
        ' > ',
        '>\t',
        '- ',
        '* ',
        '+ ',
        '-   ',
        '-     ',
        '-\t',
        '1. ',
        '2. ',
        '10) ',
        '1.  ',
        '- - ',
        '> - ',
        '- > ',
        '>     '
    ]
];
const STARTS = [
    ...[
        '',
        '',
        '',
        '',
        '',
        '',
        '```',
        '```',
        '````',
        '``` js',
        '~~~',
        '~~~~',
        '~~~ info',
        '```x`',
        '`',
        '``',
        '# ',
        '###### ',
        '#',
        '####### '
    ],
    ...[
        '---',
        '- - -',
        '***',
        '___',
        '===',
        '--',
        '-',
        '=',
        '| a | b |',
        '|---|---|',
        'a|',
        '-|-',
        ':-:',
        '[a]: /url',
        '[a]:',
        '[a]',
        "[a]: /u 't"
    ],
    ...[
        '<pre>',
        '<pre',
        '</pre>',
        '<script>',
        '</script>',
        '<style>',
        '<textarea>',
        '<!--',
        '-->',
        '<!-- x -->',
        '<?',
        '?>',
        '<!X',
        '<![CDATA[',
        ']]>'
    ],
    ...[
        '<div>',
        '</div>',
        '<div',
        '<p/>',
        '<b>',
        '</b>',
        '<code>',
        '</code>',
        '<a b="',
        '<i c>',
        '<x',
        '<x>\u0001',
        '<x>\u000b',
        '<div\u2028',
        '<pre\u2029',
        '12',
        '1.',
        '1)',
        '\\'
    ]
];
const INLINES = [
    ...[
        'word',
        'two words',
        ' ',
        '  ',
        'é',
        '😀',
        '\u0001',
        '\u000b',
        '\u001f',
        '\u0000',
        '%',
        '%%',
        '%%OS',
        '%%OS ',
        'a < b',
        "it's",
        '100%',
        '*',
        '**',
        '_',
        '&lt;',
        '{',
        '}',
        '}%%'
    ],
    ...['`', '`', '`', '``', '```', '`x`', '``x``', '\\', '\\`', '\\\\', '`\\`', '~~', '~~~', '`x|y`', '`|', '|`'],
    ...[
        '<code>',
        '</code>',
        '<pre>',
        '</pre>',
        '<b>',
        '</b>',
        '<a href="',
        '">',
        "<a title='",
        "'>",
        '<x y=',
        '>',
        '<',
        '</',
        '<!--',
        '-->',
        '<?',
        '?>',
        '<!A',
        '<http://a',
        '<a@b.c>',
        '/>'
    ],
    ...['[', ']', '](', '](<', ')', '![', '][', ']:', '"', "'", '(', '|', '\\|', ':', '=']
];
const ENDS = ['\n', '\n', '\n', '\n', '\n\n', '\n\n', '\r\n', '\r', '\n \n', '\n>\n', '\r\n\r\n'];

/** The block with this number, some with content that markdown could misread. */
function block(id: number, random: () => number): string {
    const variants = [
        '',
        '',
        '',
        '',
        '',
        '',
        ',"t":"`"',
        ',"t":"``x``"',
        ',"t":"<code>"',
        ',"t":"<pre>x</pre>"',
        ',\n"t":1',
        ',\n\n    "t":1',
        ',"t":"a|b"',
        ',"t":"\\\\`"',
        ',"t":"["'
    ];
    return `%%OS{"id":${id}${variants[Math.floor(random() * variants.length)] ?? ''}}%%`;
}

/**
 * A document that nests quotes, lists, fences, HTML, tabs and all kinds of line ends, with blocks in every place. Block
 * number n begins with `%%OS{"id":n` and a character that is not a digit. The same seed gives the same document.
 */
export function hostileMarkdown(seed: number): string {
    const random = randomNumbers(seed);
    const pick = (choices: readonly string[]): string => choices[Math.floor(random() * choices.length)] ?? '';
    const lines = 1 + Math.floor(random() * 14);
    const calm = random();
    let prefix = '';
    let blocks = 0;
    let text = '';
    for (let line = 0; line < lines; line++) {
        if (random() < 0.5) {
            prefix = random() < 0.5 ? pick(PREFIXES) : pick(PREFIXES) + pick(PREFIXES) + (random() < 0.3 ? pick(PREFIXES) : '');
        }
        text += random() < 0.3 ? prefix.replace(/[-*+\d.)]/g, ' ') : prefix;
        text += random() < calm ? '' : pick(STARTS);
        for (let piece = Math.floor(random() * 5); piece > 0; piece--) {
            text += random() < 0.3 ? block(blocks++, random) : random() < calm ? 'word ' : pick(INLINES);
        }
        text += pick(ENDS);
    }
    return text;
}
