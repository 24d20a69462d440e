import { strict as assert } from 'node:assert';
import * as fc from 'fast-check';
import { GlobPattern } from './glob-pattern';
import { WorkspaceError } from './workspace-error';

const matches = (pattern: string, path: string): boolean => new GlobPattern(pattern).matches(path.split('/'));
const covers = (pattern: string, path: string): boolean => new GlobPattern(pattern).covers(path.split('/'));

describe('GlobPattern', () => {
    it('matches stars and question marks within a segment only', () => {
        assert.ok(matches('*.ts', 'index.ts'));
        assert.ok(matches('a*b*c', 'axxbxbc'));
        assert.ok(matches('?.ts', '😀.ts'));
        assert.ok(!matches('*.ts', 'src/index.ts'));
        assert.ok(!matches('?', ''));
        assert.ok(!matches('a*b', 'acd'));
    });

    it('lets two stars take any number of segments', () => {
        ['src/a.ts', 'src/x/a.ts', 'src/x/y/a.ts'].forEach(path => assert.ok(matches('src/**/a.ts', path), path));
        assert.ok(matches('**/a/**/b', 'x/a/a/c/b'));
        assert.ok(!matches('src/**/a.ts', 'lib/a.ts'));
    });

    it('lets two stars beside other characters take slashes when asked to, else like one', () => {
        const crosses = (pattern: string, path: string): boolean => new GlobPattern(pattern, true).matches(path.split('/'));
        for (const [pattern, ...paths] of [
            ['src/**.ts', 'src/a.ts', 'src/x/a.ts', 'src/x/y/.ts'],
            ['s**.ts', 's.ts', 'src/a.ts', 'src/x/y/a.ts'],
            ['src/te**', 'src/te', 'src/test', 'src/test/x/a.ts'],
            ['{src,lib}/**.{ts,js}', 'lib/x/a.js'],
            ['**', 'a', 'a/b']
        ]) {
            paths.forEach(path => assert.ok(crosses(pattern, path), `${pattern} ${path}`));
        }
        assert.ok(!crosses('src/**.ts', 'lib/a.ts') && !crosses('s**.ts', 'src/a.js') && !crosses('s**/x.ts', 'x.ts'));
        assert.ok(crosses('[**]', '*') && !crosses('[**]', 'a'));
        assert.ok(matches('src/**.ts', 'src/a.ts') && !matches('src/**.ts', 'src/x/a.ts'));
        ['a**'.repeat(30) + 'a', `{${'x,'.repeat(40)}x}a**a**a**a`].forEach(many =>
            assert.throws(() => new GlobPattern(many, true), WorkspaceError)
        );
    });

    it('agrees with a regular expression where two stars take slashes', () => {
        const pattern = fc
            .array(fc.constantFrom('a', 'b', '*', '**', '?', '/'), { minLength: 1, maxLength: 5 })
            .map(parts => parts.join(''));
        const text = fc.array(fc.constantFrom('a', 'b', '/'), { minLength: 1, maxLength: 7 }).map(parts => parts.join(''));
        fc.assert(
            fc.property(pattern, text, (glob, path) => {
                // Slashes at the ends and several of them count as none or one, and a segment of two stars may take no segment.
                fc.pre(!/^\/|\/$|\/\/|\*{3}|(^|\/)\*\*(\/|$)/.test(glob) && !/^\/|\/$|\/\//.test(path));
                const expression = new RegExp(
                    `^${glob.replace(/\*\*|\*|\?/g, found => ({ '**': '.*', '*': '[^/]*', '?': '[^/]' })[found] ?? found)}$`
                );
                assert.equal(new GlobPattern(glob, true).matches(path.split('/')), expression.test(path), `${glob} ${path}`);
            }),
            { numRuns: 3000 }
        );
    });

    it('matches classes, ranges and their negation', () => {
        assert.ok(matches('[a-c]x', 'bx'));
        assert.ok(matches('[!a-c]x', 'dx'));
        assert.ok(matches('[]-]', ']') && matches('[]-]', '-'));
        assert.ok(!matches('[a-c]x', 'dx') && !matches('[^a-c]x', 'bx'));
    });

    it('takes braces, commas, slashes and stars in a class for its members', () => {
        assert.ok(matches('[{]y[}].txt', '{y}.txt') && !matches('[{]y[}].txt', 'y.txt'));
        assert.ok(matches('x[a/b]', 'xa') && matches('src/x[a/b]/c', 'src/xb/c') && !matches('x[a/b]', 'xa/b') && !matches('[/]', ''));
        assert.ok(matches('{[,a],b}', ',') && matches('{[,a],b}', 'b') && !matches('{[,a],b}', '[a'));
        assert.ok(matches('[]{]/[!]/]', '{/a') && !matches('[]{]/[!]/]', '{/]'));
        assert.ok(new GlobPattern('[]**]x', true).matches(['*x']) && !new GlobPattern('[]**]x', true).matches(['a', 'x']));
    });

    it('expands braces, nested ones included', () => {
        ['a.ts', 'a.tsx', 'a.js'].forEach(path => assert.ok(matches('*.{ts{,x},js}', path), path));
        assert.ok(matches('{src,lib}/**', 'lib/x'));
        assert.ok(!matches('*.{ts,js}', 'a.css'));
    });

    it('covers what lies below a match, at any depth when it names no directory', () => {
        assert.ok(covers('node_modules', 'a/node_modules/b/c.js'));
        assert.ok(covers('src/lib/', 'src/lib/x'));
        assert.ok(!covers('src/lib', 'a/src/lib/x'));
        assert.ok(!covers('/lib', 'src/lib'));
        assert.ok(covers('**', 'a/b'));
    });

    it('covers no file by what lies in a directory of that name', () => {
        const coversFile = (pattern: string, path: string): boolean => new GlobPattern(pattern).coversFile(path.split('/'));
        for (const pattern of ['**/build/**', 'build/', '**/build/', '**/{build,dist}/**']) {
            assert.ok(covers(pattern, 'build') && covers(pattern, 'build/x') && coversFile(pattern, 'build/x/y'), pattern);
            assert.ok(!coversFile(pattern, 'build') && coversFile(pattern, 'build/build'), pattern);
        }
        assert.ok(!coversFile('/build/**', 'build') && !coversFile('/build/**', 'a/build/x') && coversFile('/build/**', 'build/x'));
        ['build', '**/build', '**', 'b*', '**/{,x}'].forEach(pattern => assert.ok(coversFile(pattern, 'build'), pattern));
    });

    it('refuses what it cannot take, with a reason', () => {
        ['', '[a', '[]', 'a/[!]/b', '{a', '[{]a{', 'x'.repeat(300), '{a,b}'.repeat(30), 'a\0'].forEach(pattern =>
            assert.throws(
                () => new GlobPattern(pattern),
                (error: unknown) => error instanceof WorkspaceError && error.code === 'invalid-pattern'
            )
        );
    });

    it('needs no exponential time for patterns made to backtrack', () => {
        assert.ok(!matches(`${'*a'.repeat(100)}b`, 'a'.repeat(255)));
        assert.ok(!matches(`${'*?'.repeat(100)}b`, 'a'.repeat(255)));
        assert.ok(!matches(`${'**/'.repeat(50)}nowhere`, 'a/'.repeat(200) + 'b'));
        assert.ok(!matches(`${'**/a/'.repeat(40)}b`, 'a/'.repeat(200) + 'c'));
    });

    it('tells by the last segment which paths cannot match', () => {
        const segment = fc.constantFrom('a', 'ab', 'b', '*', 'a*', '?', '**', '{a,b}');
        const name = fc.constantFrom('a', 'ab', 'b', 'c');
        const path = fc.array(name, { minLength: 1, maxLength: 4 });
        fc.assert(
            fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), path, (parts, segments) => {
                const glob = new GlobPattern(parts.join('/'));
                assert.ok(!glob.matches(segments) || glob.mayMatchName(segments[segments.length - 1]));
            })
        );
        assert.ok(!new GlobPattern('**/*.ts').mayMatchName('a.js'));
    });

    it('agrees with a regular expression on simple patterns', () => {
        const pattern = fc.array(fc.constantFrom('a', 'b', '*', '?'), { minLength: 1, maxLength: 6 }).map(parts => parts.join(''));
        const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 8 }).map(parts => parts.join(''));
        fc.assert(
            fc.property(pattern, text, (glob, name) => {
                // Two neighbouring stars as a whole segment have a meaning of their own.
                fc.pre(glob !== '**');
                const expression = new RegExp(`^${glob.replaceAll('*', '.*').replaceAll('?', '.')}$`);
                assert.equal(matches(glob, name), expression.test(name));
            }),
            { numRuns: 2000 }
        );
    });
});
