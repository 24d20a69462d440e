// @ts-check
import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { describedMethods } from './scripts/lib/lint/described-methods.mjs';

/** Which of our packages each package may import; the same table stands in CONTRIBUTING.md. */
const mayImport = {
    'packages/protocol': [],
    'packages/block-parser': [],
    'packages/workspace-tools': ['protocol'],
    'packages/guide-model': [],
    'packages/openspace-core': ['protocol', 'block-parser', 'workspace-tools'],
    'packages/openspace-chat': ['core', 'protocol'],
    hub: ['protocol', 'workspace-tools'],
    e2e: ['protocol', 'guide-model']
};
const ours = ['protocol', 'block-parser', 'workspace-tools', 'guide-model', 'core', 'chat', 'hub', 'browser-app', 'e2e'];

/** A folder's packages that are out of reach, as an import pattern. */
const forbiddenPackages = (folder, allowed) => ({
    group: ours.filter(name => !allowed.includes(name)).flatMap(name => [`@openspace/${name}`, `@openspace/${name}/**`]),
    message: `${folder} may import only: ${allowed.map(name => `@openspace/${name}`).join(', ') || 'none of our packages'}.`
});

const packageLayers = Object.entries(mayImport).map(([folder, allowed]) => ({
    files: [`${folder}/src/**/*.ts`, `${folder}/src/**/*.tsx`],
    rules: { 'no-restricted-imports': ['error', { patterns: [forbiddenPackages(folder, allowed)] }] }
}));

/** Theia's layers inside an extension: `common` imports neither of the others, `browser` and `node` never each other. */
const theiaLayers = ['packages/openspace-core', 'packages/openspace-chat'].flatMap(folder =>
    Object.entries({ common: ['browser', 'node'], browser: ['node'], node: ['browser'] }).map(([layer, others]) => ({
        files: [`${folder}/src/${layer}/**/*.ts`, `${folder}/src/${layer}/**/*.tsx`],
        rules: {
            'no-restricted-imports': [
                'error',
                {
                    patterns: [
                        forbiddenPackages(folder, mayImport[folder]),
                        {
                            group: others.flatMap(other => [`**/${other}`, `**/${other}/**`]),
                            message: `The ${layer} layer must not import ${others.join(' or ')}.`
                        }
                    ]
                }
            ]
        }
    }))
);

/** Tests of the backend talk to the real OpenCode with the scripted model behind it, and to a real page's end of the connection. */
const specsWithModel = {
    files: ['packages/openspace-core/src/node/**/*.spec.ts', 'packages/openspace-core/src/node/testing/*.ts'],
    rules: {
        'no-restricted-imports': [
            'error',
            { patterns: [forbiddenPackages('A backend spec', [...mayImport['packages/openspace-core'], 'guide-model'])] }
        ]
    }
};

/** Who reads a class without its code finds every method described. */
const description = {
    files: ['packages/*/src/**/*.ts', 'packages/*/src/**/*.tsx', 'hub/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/test/**', '**/testing/**'],
    plugins: { openspace: { rules: { 'described-methods': describedMethods } } },
    rules: { 'openspace/described-methods': 'error' }
};

/** A request to OpenCode that has no deadline may hang for ever. */
const openCodeRequests = {
    files: ['packages/openspace-core/src/node/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/opencode-client.ts'],
    rules: {
        'no-restricted-syntax': [
            'error',
            { selector: 'Property[key.name="throwOnError"]', message: 'Give requests to OpenCode the options of inTime().' }
        ]
    }
};

export default tseslint.config(
    { ignores: ['packages/*/lib/**', 'hub/lib/**', 'e2e/lib/**', '**/node_modules/**', 'browser-app/**', 'coverage/**', 'examples/**'] },
    js.configs.recommended,
    {
        files: ['**/*.ts', '**/*.tsx'],
        extends: [...tseslint.configs.strictTypeChecked],
        languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
        rules: {
            '@typescript-eslint/no-confusing-void-expression': [
                'error',
                { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }
            ],
            '@typescript-eslint/no-extraneous-class': 'off',
            '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
            '@typescript-eslint/no-invalid-void-type': 'off',
            '@typescript-eslint/consistent-type-imports': 'off',
            '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
            // Theia's loggers answer promises that nobody needs to wait for.
            '@typescript-eslint/no-floating-promises': [
                'error',
                { allowForKnownSafeCalls: [{ from: 'package', package: '@theia/core', name: ['debug', 'info', 'warn', 'error'] }] }
            ],
            eqeqeq: 'error',
            'no-console': 'error'
        }
    },
    {
        files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
        languageOptions: {
            sourceType: 'module',
            globals: Object.fromEntries(
                [
                    'process',
                    'console',
                    'URL',
                    'setTimeout',
                    'clearTimeout',
                    'setInterval',
                    'clearInterval',
                    'Buffer',
                    'fetch',
                    'AbortSignal',
                    'performance',
                    'require',
                    'module',
                    '__dirname'
                ].map(name => [name, 'readonly'])
            )
        }
    },
    ...packageLayers,
    ...theiaLayers,
    specsWithModel,
    description,
    openCodeRequests
);
