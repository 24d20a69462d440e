import assert from 'node:assert/strict';
import { quickest } from '../test/quickest';
import { nameRoot, resolveRootName } from './root-name';

describe('The name that a caller has for the workspace root', () => {
    const resolved = (commandLine: string, root = '/home/ada/project'): string => resolveRootName(commandLine, root, '/workspace');

    it('is the root wherever a path begins with it', () => {
        for (const [given, wanted] of [
            ['ls -la /workspace', 'ls -la /home/ada/project'],
            ['cat /workspace/a.txt>/workspace/b.txt', 'cat /home/ada/project/a.txt>/home/ada/project/b.txt'],
            ['cd /workspace;ls', 'cd /home/ada/project;ls'],
            ['(cd /workspace && ls)', '(cd /home/ada/project && ls)'],
            ['/workspace/run.sh', '/home/ada/project/run.sh'],
            [
                'grep -r --include=x --file=/workspace/p "/workspace/my dir" \'/workspace\'',
                'grep -r --include=x --file=/home/ada/project/p "/home/ada/project/my dir" \'/home/ada/project\''
            ],
            ['echo "it\'s" /workspace', 'echo "it\'s" /home/ada/project'],
            ['cat <<< x /workspace/a\ncat /workspace/b', 'cat <<< x /home/ada/project/a\ncat /home/ada/project/b']
        ] as const) {
            assert.equal(resolved(given), wanted);
        }
        assert.equal(resolved('ls /workspace', '/home/jürgen/übung'), 'ls /home/jürgen/übung');
    });

    it('is text where it is not the beginning of a path', () => {
        for (const same of [
            'echo "WORKDIR /workspace" > Dockerfile',
            "echo 'cd /workspace'",
            'ls /workspaces /workspace-evil /workspace.txt x/workspace a:/workspace',
            'echo \\"/workspace',
            'echo "a""b /workspace"',
            'ls workspace'
        ]) {
            assert.equal(resolved(same), same);
        }
        const document = 'cat > Dockerfile <<EOF\nWORKDIR /workspace\nEOF\nls /workspace';
        assert.equal(resolved(document), document);
    });

    it('stays where the root would not mean itself in a command line, and leads through the link that it is', () => {
        for (const root of ['/home/ada/my project', '/home/$(ada)']) {
            assert.equal(resolved('ls -la /workspace', root), 'ls -la /workspace/');
            assert.equal(resolved('cd "/workspace"; cat /workspace/a', root), 'cd "/workspace/"; cat /workspace/a');
            assert.equal(resolved("echo 'cd /workspace'", root), "echo 'cd /workspace'");
        }
    });

    it('stands for the root again in what the caller is told', () => {
        const told = (text: string): string => nameRoot(text, '/home/ada/project', '/workspace');
        assert.equal(
            told('it writes /home/ada/project/.git/config, not "/home/ada/project"'),
            'it writes /workspace/.git/config, not "/workspace"'
        );
        for (const same of [
            '/home/ada/project-evil/a',
            '/home/ada/projects',
            '/home/ada/project.bak',
            '/backup/home/ada/project/a',
            '/home/ada'
        ]) {
            assert.equal(told(same), same);
        }
        assert.equal(nameRoot('ls "/c++ (x)/a"', '/c++ (x)', '/workspace'), 'ls "/workspace/a"');
    });

    it('stands for the root as quickly in each of many places', () => {
        const toldMs = (count: number): number => {
            const text = 'rm /w/p/a '.repeat(count);
            return quickest(() => assert.equal(nameRoot(text, '/w/p', '/workspace').length, count * 'rm /workspace/a '.length));
        };
        const [few, many] = [toldMs(1000), toldMs(10_000)];
        assert.ok(many < 30 * few, `ten times as many took ${many} ms instead of ${few} ms`);
    });
});
