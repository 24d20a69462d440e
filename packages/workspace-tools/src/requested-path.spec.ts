import { strict as assert } from 'node:assert';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { PathOptions, parseRequestedPath } from './requested-path';
import { WorkspaceError, WorkspaceErrorCode } from './workspace-error';

const ROOT = '/home/person/ws';

function parse(path: string, options?: PathOptions): string {
    return parseRequestedPath(path, [ROOT, '/link/to/ws'], options).relativePath;
}

function refuses(path: string, code: WorkspaceErrorCode, options?: PathOptions): void {
    assert.throws(
        () => parse(path, options),
        (error: unknown) => error instanceof WorkspaceError && error.code === code,
        JSON.stringify(path.slice(0, 50))
    );
}

describe('parseRequestedPath', () => {
    it('takes paths relative to the root and absolute ones below any name of the root', () => {
        assert.equal(parse('src/index.ts'), 'src/index.ts');
        assert.equal(parse('./src//./index.ts'), 'src/index.ts');
        assert.equal(parse(`${ROOT}/src/index.ts`), 'src/index.ts');
        assert.equal(parse('/link/to/ws/src'), 'src');
        assert.equal(parse('.'), '');
        assert.equal(parse(ROOT), '');
        assert.equal(parse(`${ROOT}/`), '');
    });

    it('tells a path that ends with a slash from one that does not', () => {
        const namesDirectory = (path: string): boolean => parseRequestedPath(path, [ROOT]).namesDirectory;
        assert.deepEqual(['a/', 'a/.', '.', 'a', 'a.', 'a/b.'].map(namesDirectory), [true, true, true, false, false, false]);
    });

    it('refuses absolute paths elsewhere, siblings with the same prefix included', () => {
        ['/etc/passwd', '/proc/self/environ', '/dev/zero', '/', `${ROOT}-evil/x`, '/home/person', `${ROOT.toUpperCase()}/x`].forEach(path =>
            refuses(path, 'outside-workspace')
        );
    });

    it('refuses every ".." unless the caller resolves it, and then still beyond the root', () => {
        refuses('a/../b', 'invalid-path');
        refuses(`${ROOT}/a/../b`, 'invalid-path');
        refuses('a/..', 'invalid-path');
        refuses('../x', 'outside-workspace');
        assert.equal(parse('a/../.env', { parentSegments: 'resolve' }), '.env');
        assert.equal(parse(`${ROOT}/a/b/../../c`, { parentSegments: 'resolve' }), 'c');
        refuses('a/../../x', 'outside-workspace', { parentSegments: 'resolve' });
        refuses(`${ROOT}/../ws/x`, 'outside-workspace', { parentSegments: 'resolve' });
    });

    it('refuses names that another file system would read as "..", and climbs by none of them', () => {
        const names = ['.. ', '...', '.. . ', '.. .', '....', '..  '];
        for (const path of names.flatMap(name => [name, `${name}/x`, `a/${name}/b`, `a/b/${name}`, `${ROOT}/a/${name}/b`])) {
            refuses(path, 'invalid-path');
            refuses(path, 'invalid-path', { parentSegments: 'resolve' });
        }
        ['.. x', '..a', '...a', ' ..', '[...slug]', '. '].forEach(name => assert.equal(parse(`a/${name}/b`), `a/${name}/b`));
    });

    it('refuses what a shell, a browser or another system reads as something else', () => {
        [
            '',
            'a\0b',
            'file:///etc/passwd',
            'FILE:x',
            'http://host/x',
            'data:text/plain,x',
            'c:/windows',
            'C:\\windows',
            '\\\\server\\share',
            '//server/share',
            '\\/server/share',
            'a\\b',
            '..\\x',
            '~',
            '~/x',
            '~root/x',
            '$HOME',
            '$HOME/x',
            '${HOME}/x',
            '%USERPROFILE%/x',
            'lone \ud800 surrogate'
        ].forEach(path => refuses(path, 'invalid-path'));
    });

    it('still reaches names that look like those, with "./" in front', () => {
        assert.equal(parse('./~draft'), '~draft');
        assert.equal(parse('./a:b'), 'a:b');
        assert.equal(parse('routes/$postId.tsx'), 'routes/$postId.tsx');
        assert.equal(parse('$post.tsx'), '$post.tsx');
    });

    it('takes 4,096 characters and refuses 4,097', () => {
        assert.equal(parse('x'.repeat(4096)).length, 4096);
        refuses('x'.repeat(4097), 'invalid-path');
        // Not sent back as a whole, however long it is.
        assert.throws(
            () => parse('x'.repeat(5_000_000)),
            (error: unknown) => JSON.stringify(error).length < 1000
        );
    });

    it('never yields a path outside the root, whatever the text', () => {
        const segment = fc.oneof(
            fc.constantFrom('..', '.', '', '...', '.. ', '~', '$HOME', 'file:', 'ws', '\\', ROOT, 'etc', '\0', '.env'),
            fc.string({ unit: 'binary', maxLength: 8 })
        );
        const path = fc.tuple(fc.constantFrom('', '/', '//', ROOT, `${ROOT}/`, `${ROOT}-evil/`), fc.array(segment, { maxLength: 8 }));
        fc.assert(
            fc.property(path, fc.constantFrom('refuse' as const, 'resolve' as const), ([start, segments], parentSegments) => {
                const text = start + segments.join('/');
                try {
                    const result = parse(text, { parentSegments });
                    const absolute = resolve(ROOT, result);
                    assert.ok(absolute === ROOT || absolute.startsWith(`${ROOT}/`), absolute);
                    assert.ok(!result.split('/').includes('..'));
                    assert.ok(parentSegments === 'resolve' || !text.split('/').includes('..'), 'a ".." was let through');
                } catch (error) {
                    assert.ok(error instanceof WorkspaceError, String(error));
                }
            }),
            { numRuns: 3000 }
        );
    });

    it('takes every ordinary relative path as it is', () => {
        const name = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_. -]{0,10}[A-Za-z0-9_]$/);
        fc.assert(
            fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), names => {
                assert.equal(parse(names.join('/')), names.join('/'));
                assert.equal(parse(`${ROOT}/${names.join('//')}`), names.join('/'));
            })
        );
    });
});
