import assert from 'node:assert/strict';
import { redactDeep, redactSecrets } from './redact-secrets';

/** Made of parts, so that nobody takes them for real ones. */
const letters = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3iJ6';
const SECRETS: readonly (readonly [text: string, secret: string])[] = [
    [`key AKIAABCDEFGHIJ234567 here`, `AKIAABCDEFGHIJ234567`],
    [`remote: ghp_${letters}`, letters],
    [`github_pat_${letters}`, letters],
    [`glpat-${letters.slice(0, 20)}`, letters.slice(0, 20)],
    [`xoxb-123456789012-${letters}`, letters],
    [`OPENAI=sk-proj-${letters}`, letters],
    [`sk-ant-${letters}`, letters],
    [`sk_live_${letters}`, letters],
    [`AIza${letters.slice(0, 35)}`, letters.slice(0, 35)],
    [`npm_${letters}`, letters],
    [`eyJ${letters}.eyJ${letters}.${letters}`, letters],
    [`authorization: Bearer ${letters}`, letters],
    [`"Authorization": "Basic ${letters}"`, letters],
    [`https://me:${letters}@example.org/x`, letters],
    [`postgres://me:correct-horse@localhost/db`, 'correct-horse'],
    ['DB_PASSWORD=correct-horse', 'correct-horse'],
    ['password: "correct horse"', 'correct horse'],
    ["client_secret = 'correct-horse'", 'correct-horse'],
    ['AWS_SECRET_ACCESS_KEY=abcd/efgh+ijkl', 'abcd/efgh+ijkl'],
    ['--api-key=correct-horse', 'correct-horse'],
    ['{"token":"correct-horse"}', 'correct-horse'],
    [`-----BEGIN RSA PRIVATE KEY-----\nMIIE\n${letters}\n-----END RSA PRIVATE KEY-----`, letters],
    [`-----BEGIN OPENSSH PRIVATE KEY-----\n${letters}`, letters],
    [`${`${letters}${letters.slice(0, 28)}\n`.repeat(4)}rest`, letters],
    ...['-', '+', '    ', '12:', 'src/keys/server.pem:12:', 'src/keys/server.pem-12-', '| '].map(
        prefix => [`${`${prefix}${letters}${letters.slice(0, 28)}\n`.repeat(4)}rest`, letters] as const
    ),
    [`${`${letters}${letters.slice(0, 28)}\r\n`.repeat(4)}rest`, letters],
    [`name-eyJ${letters}.eyJ${letters}.${letters}`, letters],
    [`a.b.eyJ${letters}.eyJ${letters}.${letters}`, letters],
    ['DB_PASS=correct-horse', 'correct-horse'],
    ['pass: correct-horse', 'correct-horse'],
    ['Cookie: id=correct-horse; other=1', 'correct-horse'],
    ['Set-Cookie: id=correct-horse', 'correct-horse'],
    ['AccountName=me;AccountKey=correct/horse==;', 'correct/horse'],
    ['curl -s -u me:correct-horse https://example.org', 'correct-horse'],
    ['curl --user "me:correct-horse" https://example.org', 'correct-horse'],
    ['password=$ecret123', 'ecret123'],
    ['password=(correct-horse', 'correct-horse']
];

describe('redactSecrets', () => {
    for (const [text, secret] of SECRETS) {
        it(`takes the secret out of ${text.slice(0, 40).replaceAll('\n', ' ')}`, () => {
            const redacted = redactSecrets(text);
            assert.ok(!redacted.includes(secret), redacted);
            assert.ok(redacted.includes('[redacted]'), redacted);
        });
    }

    it('leaves ordinary output as it is', () => {
        for (const text of [
            'PASS test/token.spec.ts (12 tests)',
            'const token: string = await nextToken();',
            'export PASSWORD=$OTHER',
            'password: undefined',
            '3 passwords, 2 tokens and a secret',
            'https://example.org:8080/path@2x.png',
            'commit 3f786850e387550fdab836ed7e6dc881de23001b',
            'Enter password: ',
            'src/api-key.ts:12: return 7;',
            'bypass: always',
            'export PASS="${OTHER}" PASSWORD=$(cat file)',
            'curl -s https://example.org',
            `sha256:${'0123456789abcdef'.repeat(4)}\n`.repeat(4),
            'org.eclipse.theia.core.common'
        ]) {
            assert.equal(redactSecrets(text), text);
        }
    });

    it('finds a key that is spread over the lines of a result, and keeps everything else', () => {
        const lines = ['before', `-----BEGIN PRIVATE KEY-----`, letters, `-----END PRIVATE KEY-----`, 'after'];
        assert.deepEqual(redactDeep({ output: lines, exitCode: 0, last: { line: 'TOKEN=correct-horse' } }), {
            output: ['before', '[redacted]', '[redacted]', '[redacted]', 'after'],
            exitCode: 0,
            last: { line: 'TOKEN=[redacted]' }
        });
    });

    it('takes time in proportion to the text', () => {
        // The processor's time, and the best of a few: others may be busy on the machine.
        const once = (text: string): number => {
            const before = process.cpuUsage();
            redactSecrets(text);
            const { user, system } = process.cpuUsage(before);
            return (user + system) / 1000;
        };
        const time = (text: string): number => Math.min(...Array.from({ length: 3 }, () => once(text)));
        for (const part of [
            'a',
            'eyJ-',
            'eyJ-aaaaaaaa.',
            'curl -u ',
            'cookie: ',
            'a.',
            '-',
            'token',
            'password = ',
            'http://a:',
            '-----BEGIN ',
            'eyJ',
            'sk-',
            '\n',
            'A'.repeat(70) + '\n'
        ]) {
            const [short, long] = [20_000, 200_000].map(length => part.repeat(length / part.length));
            time(short);
            assert.ok(time(long) < 60 * Math.max(time(short), 1), part);
        }
    });
});
