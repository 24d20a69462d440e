import { strict as assert } from 'node:assert';
import * as fc from 'fast-check';
import { Policy } from './policy';
import { NEVER_WRITTEN_PATTERNS, SENSITIVE_PATTERNS, WRITTEN_WITH_CONSENT_PATTERNS } from './policy-rules';

const policy = new Policy();
const readDecision = (path: string): string => policy.judgeRead(path).decision;
const writeDecision = (path: string): string => policy.judgeWrite(path).decision;

/** A name that a pattern with stars stands for. */
const instanceOf = (pattern: string): string => pattern.replaceAll('*', 'a');

/** The same name as other file systems would also accept it. */
const variants = (name: string): string[] => [
    name,
    name.toUpperCase(),
    `${name}.`,
    `${name} .`,
    `${name}/`,
    `./${name}`,
    `${name}::$DATA`,
    `${name[0]}\u200c${name.slice(1)}`,
    name.replace(/[a-z]/, letter => String.fromCodePoint(letter.charCodeAt(0) - 0x61 + 0xff41))
];

describe('Policy', () => {
    it('denies reading each sensitive name, at any depth, and what lies below it', () => {
        for (const name of SENSITIVE_PATTERNS.map(instanceOf)) {
            for (const variant of variants(name)) {
                assert.equal(readDecision(variant), 'deny', variant);
                assert.equal(readDecision(`a/b/${variant}`), 'deny', variant);
                assert.equal(readDecision(`${variant}/below`), 'deny', variant);
            }
        }
    });

    it('denies reading the files that matter by their own names', () => {
        [
            '.env', '.env.local', '.git/config', '.Git/HOOKS/x', 'cert.pem', 'server.key', 'id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519',
            'credentials.json', 'secrets.yaml', '.npmrc', '.netrc', '.git-credentials', '.aws/credentials', '.kube/config', 'GIT~1/config'
        ].forEach(path => assert.deepEqual(readDecision(path), 'deny', path)); // prettier-ignore
    });

    it('lets ordinary files be read and written', () => {
        [
            '', 'README.md', 'src/env.ts', '.gitignore', '.github/labels.yml', 'environment', 'keys.ts', 'a.keys', 'pem', 'secrets',
            'id_rsa.pub', 'src/git/config', '.envoy', 'package.json', 'monkey', '.editorconfig'
        ].forEach(path => assert.deepEqual([readDecision(path), writeDecision(path)], ['allow', 'allow'], path)); // prettier-ignore
    });

    it('denies writing repository internals, installed code and its own settings', () => {
        for (const name of NEVER_WRITTEN_PATTERNS.map(instanceOf)) {
            variants(name).forEach(variant => assert.equal(writeDecision(`a/${variant}/b`), 'deny', variant));
        }
        assert.deepEqual(policy.judgeWrite('.git/hooks/pre-commit'), { decision: 'deny', code: 'protected-path', rule: '.git' });
    });

    it('asks before writing what later runs or approves by itself', () => {
        for (const name of WRITTEN_WITH_CONSENT_PATTERNS.filter(pattern => !pattern.includes('/')).map(instanceOf)) {
            variants(name).forEach(variant => assert.equal(writeDecision(`a/${variant}`), 'ask', variant));
        }
        ['.vscode/tasks.json', '.theia/settings.json', '.idea/x', '.mcp.json', 'opencode.json', '.opencode/agent/x.md', 'agents.md', '.envrc',
            '.husky/pre-commit', '.github/workflows/ci.yml', '.GitHub/Workflows/ci.yml', '.bashrc', '.bash_profile', '.zshrc', '.profile'
        ].forEach(path => assert.equal(writeDecision(path), 'ask', path)); // prettier-ignore
    });

    it('asks before writing a sensitive file, which it never lets be read', () => {
        assert.deepEqual(policy.judgeWrite('config/.env'), { decision: 'ask', code: 'sensitive-file', rule: '.env' });
        assert.equal(readDecision('config/.env'), 'deny');
    });

    it('adds the patterns of a person to its own and takes none away', () => {
        const extended = new Policy({ sensitivePatterns: ['*.kdbx', 'config/Production/', '/notes/**/private-?.md'] });
        ['a/Passwords.KDBX', 'config/production/db.json', 'notes/a/b/private-1.md', '.env'].forEach(path =>
            assert.equal(extended.judgeRead(path).decision, 'deny', path)
        );
        ['a/config/production/db.json', 'notes/private-10.md'].forEach(path =>
            assert.equal(extended.judgeRead(path).decision, 'allow', path)
        );
    });

    it('keeps the limits that are not given', () => {
        const { limits } = new Policy({ limits: { listEntries: 3 } });
        assert.equal(limits.listEntries, 3);
        assert.equal(limits.readBytes, policy.limits.readBytes);
        assert.equal(limits.largeReadBytes, policy.limits.largeReadBytes);
    });

    it('takes a tighter limit for reading as one for large reads, too, unless that one is given', () => {
        assert.equal(new Policy({ limits: { readBytes: 10 } }).limits.largeReadBytes, 10);
        const { readBytes, largeReadBytes } = policy.limits;
        assert.equal(new Policy({ limits: { readBytes } }).limits.largeReadBytes, largeReadBytes);
        assert.equal(new Policy({ limits: { readBytes: 2 ** 30 } }).limits.largeReadBytes, 2 ** 30);
        assert.equal(new Policy({ limits: { readBytes: 10, largeReadBytes: 20 } }).limits.largeReadBytes, 20);
    });

    it('judges a sensitive name alike wherever it stands and however it is cased', () => {
        const name = fc.constantFrom(...SENSITIVE_PATTERNS.map(instanceOf));
        const around = fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 3 });
        const casing = fc.array(fc.boolean(), { minLength: 20, maxLength: 20 });
        fc.assert(
            fc.property(around, name, around, casing, (before, secret, after, upper) => {
                const cased = Array.from(secret, (letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join('');
                assert.equal(readDecision([...before, cased, ...after].join('/')), 'deny');
            })
        );
    });
});

describe('A policy of a person who always wants to be asked', () => {
    const policy = new Policy({ askAlways: true });

    it('asks about every change and every command, and still denies what nobody may do', () => {
        assert.equal(policy.judgeChange('src/a.ts').decision, 'ask');
        assert.equal(policy.judgeChange('.git/config').decision, 'deny');
        assert.equal(policy.judgeCommand('ls').decision, 'ask');
        assert.equal(policy.judgeCommand('ls', { isolated: true }).decision, 'ask');
    });

    it('leaves files writable for a command that the person agreed to', () => {
        assert.equal(policy.judgeWrite('src/a.ts').decision, 'allow');
    });
});
