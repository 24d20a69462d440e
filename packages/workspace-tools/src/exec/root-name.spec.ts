import assert from 'node:assert/strict';
import { resolveRootName } from './root-name';

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

    it('stays where the root would not mean itself in a command line', () => {
        assert.equal(resolved('ls /workspace', '/home/ada/my project'), 'ls /workspace');
        assert.equal(resolved('ls /workspace', '/home/$(ada)'), 'ls /workspace');
    });
});
