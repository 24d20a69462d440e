import type * as monaco from '@theia/monaco-editor-core';
import { dashed, hashed, json, markdown, markup, plain, python, ruby, shell, slashed, styleSheet, yaml } from './language-configuration';

/** Where the build puts the grammars, relative to the page. */
export const grammarFolder = 'grammars';

/** A TextMate grammar of the package `tm-grammars`. */
export interface Grammar {
    /** The name of its file, without `.json`. */
    readonly file: string;
    /** The scope name that the file declares. */
    readonly scope: string;
}

/** A language of the editors: how its files are recognised, coloured and edited. The first alias is its name for people, the others name it in code fences. */
export interface Language extends monaco.languages.ILanguageExtensionPoint {
    readonly grammar: Grammar;
    readonly editing: monaco.languages.LanguageConfiguration;
}

const grammar = (file: string, scope: string): Grammar => ({ file, scope });

/** Every language that the editors know. Its ids are those of VS Code. Imported by the build script too, so nothing here may need a browser. */
export const languages: readonly Language[] = [
    {
        id: 'typescript',
        aliases: ['TypeScript', 'ts', 'mts', 'cts'],
        extensions: ['.ts', '.mts', '.cts'],
        firstLine: '^#!.*\\b(deno|bun|ts-node|tsx)\\b',
        grammar: grammar('typescript', 'source.ts'),
        editing: slashed('"\'`')
    },
    {
        id: 'typescriptreact',
        aliases: ['TypeScript JSX', 'tsx'],
        extensions: ['.tsx'],
        grammar: grammar('tsx', 'source.tsx'),
        editing: slashed('"\'`')
    },
    {
        id: 'javascript',
        aliases: ['JavaScript', 'js', 'mjs', 'cjs'],
        extensions: ['.js', '.mjs', '.cjs', '.es6'],
        filenames: ['jakefile'],
        firstLine: '^#!.*\\bnode\\b',
        grammar: grammar('javascript', 'source.js'),
        editing: slashed('"\'`')
    },
    {
        id: 'javascriptreact',
        aliases: ['JavaScript JSX', 'jsx'],
        extensions: ['.jsx'],
        grammar: grammar('jsx', 'source.js.jsx'),
        editing: slashed('"\'`')
    },
    {
        id: 'json',
        aliases: ['JSON'],
        extensions: ['.json', '.jsonl', '.ndjson', '.geojson', '.webmanifest', '.ipynb', '.har', '.js.map', '.css.map'],
        filenames: ['composer.lock', 'flake.lock', '.prettierrc', '.c8rc', '.nycrc'],
        grammar: grammar('json', 'source.json'),
        editing: json
    },
    {
        id: 'jsonc',
        aliases: ['JSON with Comments', 'json5'],
        extensions: ['.jsonc', '.json5'],
        filenames: ['tsconfig.json', 'jsconfig.json', 'devcontainer.json', '.babelrc', '.eslintrc', '.eslintrc.json', '.swcrc'],
        filenamePatterns: ['tsconfig.*.json', '**/.vscode/*.json', '**/.theia/*.json'],
        grammar: grammar('jsonc', 'source.json.comments'),
        editing: json
    },
    {
        id: 'markdown',
        aliases: ['Markdown', 'md'],
        extensions: ['.md', '.markdown', '.mdown', '.mkd', '.mdx'],
        grammar: grammar('markdown', 'text.html.markdown'),
        editing: markdown
    },
    {
        id: 'html',
        aliases: ['HTML', 'htm', 'xhtml'],
        extensions: ['.html', '.htm', '.shtml', '.xhtml'],
        firstLine: '^\\s*<!(doctype|DOCTYPE)\\s+html',
        grammar: grammar('html', 'text.html.basic'),
        editing: markup
    },
    {
        id: 'css',
        aliases: ['CSS'],
        extensions: ['.css'],
        grammar: grammar('css', 'source.css'),
        editing: styleSheet()
    },
    {
        id: 'scss',
        aliases: ['SCSS'],
        extensions: ['.scss'],
        grammar: grammar('scss', 'source.css.scss'),
        editing: styleSheet('//')
    },
    {
        id: 'less',
        aliases: ['Less'],
        extensions: ['.less'],
        grammar: grammar('less', 'source.css.less'),
        editing: styleSheet('//')
    },
    {
        id: 'python',
        aliases: ['Python', 'py', 'python3'],
        extensions: ['.py', '.pyi', '.pyw', '.bzl'],
        filenames: ['SConstruct', 'SConscript'],
        firstLine: '^#!.*\\bpython[0-9.]*\\b',
        grammar: grammar('python', 'source.python'),
        editing: python
    },
    {
        id: 'rust',
        aliases: ['Rust', 'rs'],
        extensions: ['.rs'],
        grammar: grammar('rust', 'source.rust'),
        // An apostrophe starts a lifetime more often than a character.
        editing: slashed('"')
    },
    {
        id: 'go',
        aliases: ['Go', 'golang'],
        extensions: ['.go'],
        grammar: grammar('go', 'source.go'),
        editing: slashed('"\'`')
    },
    {
        id: 'java',
        aliases: ['Java'],
        extensions: ['.java', '.jav'],
        grammar: grammar('java', 'source.java'),
        editing: slashed()
    },
    {
        id: 'c',
        aliases: ['C', 'h'],
        extensions: ['.c', '.h'],
        grammar: grammar('c', 'source.c'),
        editing: slashed()
    },
    {
        id: 'cpp',
        aliases: ['C++', 'cc', 'cxx', 'hpp'],
        extensions: ['.cpp', '.cc', '.cxx', '.c++', '.cppm', '.ixx', '.hpp', '.hh', '.hxx', '.h++', '.ipp', '.tpp', '.ino'],
        grammar: grammar('cpp', 'source.cpp'),
        editing: slashed()
    },
    {
        id: 'csharp',
        aliases: ['C#', 'cs'],
        extensions: ['.cs', '.csx', '.cake'],
        grammar: grammar('csharp', 'source.cs'),
        editing: slashed()
    },
    {
        id: 'php',
        aliases: ['PHP'],
        extensions: ['.php', '.php4', '.php5', '.phtml', '.ctp'],
        firstLine: '^(#!.*\\bphp\\b|<\\?php)',
        grammar: grammar('php', 'source.php'),
        editing: slashed()
    },
    {
        id: 'ruby',
        aliases: ['Ruby', 'rb'],
        extensions: ['.rb', '.rake', '.gemspec', '.podspec', '.ru', '.rbi'],
        filenames: ['Gemfile', 'Rakefile', 'Guardfile', 'Podfile', 'Vagrantfile', 'Fastfile', 'Brewfile'],
        firstLine: '^#!.*\\bruby\\b',
        grammar: grammar('ruby', 'source.ruby'),
        editing: ruby
    },
    {
        id: 'shellscript',
        aliases: ['Shell Script', 'sh', 'bash', 'zsh', 'shell', 'console'],
        extensions: ['.sh', '.bash', '.zsh', '.ksh', '.bats'],
        filenames: [
            '.bashrc',
            '.bash_profile',
            '.bash_aliases',
            '.bash_logout',
            '.profile',
            '.zshrc',
            '.zprofile',
            '.zshenv',
            '.envrc',
            'PKGBUILD'
        ],
        firstLine: '^#!.*\\b(bash|zsh|sh|ksh|dash|ash|bats)\\b',
        grammar: grammar('shellscript', 'source.shell'),
        editing: shell
    },
    {
        id: 'yaml',
        aliases: ['YAML', 'yml'],
        extensions: ['.yml', '.yaml'],
        filenames: ['.clang-format', '.clang-tidy', '.clangd'],
        firstLine: '^%YAML\\b',
        grammar: grammar('yaml', 'source.yaml'),
        editing: yaml
    },
    {
        id: 'toml',
        aliases: ['TOML'],
        extensions: ['.toml'],
        filenames: ['Cargo.lock', 'poetry.lock', 'uv.lock', 'Pipfile'],
        grammar: grammar('toml', 'source.toml'),
        editing: hashed()
    },
    {
        id: 'xml',
        aliases: ['XML', 'svg', 'xsd', 'xsl'],
        extensions: [
            '.xml',
            '.svg',
            '.xsd',
            '.xsl',
            '.xslt',
            '.wsdl',
            '.rss',
            '.atom',
            '.plist',
            '.csproj',
            '.vcxproj',
            '.props',
            '.targets',
            '.resx',
            '.xaml'
        ],
        firstLine: '^<\\?xml\\b',
        grammar: grammar('xml', 'text.xml'),
        editing: markup
    },
    {
        id: 'sql',
        aliases: ['SQL', 'postgresql', 'mysql', 'sqlite'],
        extensions: ['.sql', '.psql', '.ddl'],
        grammar: grammar('sql', 'source.sql'),
        editing: dashed
    },
    {
        id: 'dockerfile',
        aliases: ['Dockerfile', 'docker', 'containerfile'],
        extensions: ['.dockerfile', '.containerfile'],
        filenames: ['Dockerfile', 'Containerfile'],
        filenamePatterns: ['Dockerfile.*', 'Containerfile.*'],
        grammar: grammar('docker', 'source.dockerfile'),
        editing: hashed()
    },
    {
        id: 'makefile',
        aliases: ['Makefile', 'make'],
        extensions: ['.mk', '.mak'],
        filenames: ['Makefile', 'GNUmakefile'],
        firstLine: '^#!.*\\bmake\\b',
        grammar: grammar('make', 'source.makefile'),
        editing: hashed()
    },
    {
        id: 'diff',
        aliases: ['Diff', 'patch'],
        extensions: ['.diff', '.patch', '.rej'],
        grammar: grammar('diff', 'source.diff'),
        editing: plain
    },
    {
        id: 'ini',
        aliases: ['INI', 'properties', 'dotenv', 'env', 'conf'],
        extensions: ['.ini', '.cfg', '.conf', '.properties', '.env'],
        filenames: ['.editorconfig', '.gitconfig', '.gitmodules', '.npmrc'],
        filenamePatterns: ['.env.*'],
        grammar: grammar('ini', 'source.ini'),
        editing: hashed()
    },
    {
        id: 'git-commit',
        aliases: ['Git Commit Message'],
        filenames: ['COMMIT_EDITMSG', 'MERGE_MSG'],
        grammar: grammar('git-commit', 'text.git-commit'),
        editing: hashed('')
    },
    {
        id: 'git-rebase',
        aliases: ['Git Rebase Message'],
        filenames: ['git-rebase-todo'],
        grammar: grammar('git-rebase', 'text.git-rebase'),
        editing: hashed('')
    }
];

/** Every grammar that the build provides: one for each language, and those that only other grammars include. */
export const grammars: readonly Grammar[] = [
    ...languages.map(language => language.grammar),
    grammar('cpp-macro', 'source.cpp.embedded.macro'),
    grammar('html-derivative', 'text.html.derivative'),
    grammar('regexp', 'source.regexp.python')
];

/**
 * The language of a stretch of text inside a file of another language, by the scope that the outer grammar gives it: either the inner grammar's
 * own scope (a script in HTML) or the one that Markdown gives a code fence. It decides on comments and brackets there.
 */
export const embeddedLanguageIds: ReadonlyMap<string, string> = new Map(
    languages.flatMap(({ id, grammar: { scope } }) => [
        [scope, id],
        [`meta.embedded.block.${id}`, id]
    ])
);
