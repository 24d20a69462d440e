import { strict as assert } from 'node:assert';
import { fitForOthers } from './git-message';

const fit = (text: string): string => fitForOthers(text, { root: '/home/me/work', settings: '/tmp/openspace-git-x' });

describe('What git said, fit for others', () => {
    it('names what lies in the workspace from its root, and no place outside', () => {
        for (const [said, shown] of [
            [
                "fatal: Unable to create '/home/me/work/.git/index.lock': File exists.",
                "fatal: Unable to create '.git/index.lock': File exists."
            ],
            ["fatal: not a git repository: '/home/me/work'", "fatal: not a git repository: '.'"],
            ['error: /tmp/openspace-git-x/config is wrong', 'error: (settings)/config is wrong'],
            ["could not open '/home/other me/.netrc': x", "could not open '(outside)': x"],
            ['could not open "/home/other me/.netrc": x', 'could not open "(outside)": x'],
            ['/usr/lib/git-core/git-remote-https: not found', '(outside): not found'],
            ['exec=/usr/bin/git (/etc)', 'exec=(outside) ((outside))']
        ]) {
            assert.equal(fit(said), shown);
        }
    });

    it('leaves addresses, names and numbers as they are, but for names and passwords in addresses', () => {
        for (const said of [
            "fatal: unable to access 'https://example.com/owner/project.git/': Could not resolve host",
            'error: src/a/b.ts: patch does not apply',
            'Writing objects: 100% (3/3), done.',
            '! refs/heads/main:refs/heads/main [rejected] (pre-receive hook declined)'
        ]) {
            assert.equal(fit(said), said);
        }
        assert.equal(
            fit('see https://me:pass%20word@example.com/x and ssh://git@host/y'),
            'see https://***@example.com/x and ssh://***@host/y'
        );
    });

    it('has lines and no other character that moves a cursor, hides text or reorders it; hints are left out', () => {
        assert.equal(
            fit('remote: 10%\rremote: \u001b[31mred\u001b]0;title\u0007\nhint: do this\n\tnext\u202eline\u0000\n'),
            'remote: 10%\nremote: \\u{1b}[31mred\\u{1b}]0;title\\u{7}\n next\\u{202e}line\\u{0}'
        );
    });
});
