/**
 * Names whose content no tool may show. A pattern without a slash matches any segment of a path, so a directory covers
 * everything below it; a pattern with a slash is matched from the workspace root.
 */
export const SENSITIVE_PATTERNS: readonly string[] = [
    '.env',
    '.env.*',
    '.git',
    '*.pem',
    '*.key',
    'id_rsa',
    'id_dsa',
    'id_ecdsa',
    'id_ed25519',
    'credentials.json',
    'secrets.*',
    '.npmrc',
    '.netrc',
    '.git-credentials',
    '.aws',
    '.kube'
];

/** Names that no tool may ever write, whoever agrees: repository internals, installed code and the product's own settings. */
export const NEVER_WRITTEN_PATTERNS: readonly string[] = ['.git', 'node_modules', '.openspace'];

/** Names that run, configure or approve something by themselves later: written only after a person agreed. */
export const WRITTEN_WITH_CONSENT_PATTERNS: readonly string[] = [
    // Editors and IDEs
    '.vscode',
    '.theia',
    '.idea',
    '.zed',
    '.devcontainer',
    '*.code-workspace',
    '*.theia-workspace',
    '.exrc',
    '.vimrc',
    '.nvim.lua',
    '.gdbinit',
    // Agents and their permissions
    '.mcp.json',
    'opencode.json',
    'opencode.jsonc',
    '.opencode',
    '.claude',
    '.cursor',
    '.gemini',
    '.codex',
    '.continue',
    '.cursorrules',
    '.windsurfrules',
    '.clinerules',
    '.aider.conf.yml',
    'AGENTS.md',
    'CLAUDE.md',
    'GEMINI.md',
    'copilot-instructions.md',
    // What a server runs with the rights of the project
    '.github/workflows',
    // Hooks and package managers
    '.husky',
    '.githooks',
    '.gitmodules',
    '.gitattributes',
    '.gitconfig',
    '.pre-commit-config.yaml',
    'lefthook.y*ml',
    '.yarnrc',
    '.yarnrc.yml',
    '.pnpmfile.cjs',
    // Languages that run a file of this name when they start
    '.Rprofile',
    'sitecustomize.py',
    'usercustomize.py',
    // Shells
    '.envrc',
    '.direnvrc',
    '.mise.toml',
    'mise.toml',
    '.bashrc',
    '.bash_*',
    '.profile',
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.zlogin',
    '.zlogout',
    '.kshrc',
    '.cshrc',
    '.tcshrc',
    '.login',
    '.logout',
    '.inputrc',
    '.xinitrc',
    '.xprofile',
    '.xsessionrc',
    'config.fish'
];

/** What recursive operations leave out where nobody says otherwise: installed, generated and repository files. */
export const DEFAULT_EXCLUSIONS: readonly string[] = [
    '**/node_modules/**',
    '**/.git/**',
    '**/dist/**',
    '**/build/**',
    '**/.venv/**',
    '**/target/**',
    '**/__pycache__/**',
    '**/vendor/**'
];
