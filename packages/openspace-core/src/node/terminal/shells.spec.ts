import assert from 'node:assert/strict';
import { defaultShell, findShell, installedShells } from './shells';

const LIST = '# shells\n/bin/sh\n/bin/bash\n/usr/bin/bash\n/usr/bin/tmux\n/opt/fish # mine\nbash\n';
const everywhere = (): boolean => true;

describe('The shells of a machine', () => {
    it('are those of the system’s list that exist and read commands', () => {
        assert.deepEqual(installedShells(LIST, everywhere), ['/bin/sh', '/bin/bash', '/usr/bin/bash', '/opt/fish']);
        assert.deepEqual(
            installedShells(LIST, path => path === '/bin/sh'),
            ['/bin/sh']
        );
    });

    it('are found by path or by name, and nothing else is', () => {
        const shells = installedShells(LIST, everywhere);
        assert.equal(findShell('bash', shells), '/bin/bash');
        assert.equal(findShell('/usr/bin/bash', shells), '/usr/bin/bash');
        for (const wanted of ['tmux', '/usr/bin/tmux', '/tmp/bash', '../bin/bash', '/bin/bash -c ls', '']) {
            assert.equal(findShell(wanted, shells), undefined, wanted);
        }
    });

    it('begin with the one that the person chose, and with bash where nobody chose', () => {
        assert.equal(defaultShell({ SHELL: '/bin/zsh' }, everywhere), '/bin/zsh');
        assert.equal(defaultShell({ SHELL: '/bin/sh', THEIA_SHELL: '/bin/sh' }, everywhere), '/bin/sh');
        for (const SHELL of ['', '/bin/sh', '/usr/bin/dash']) {
            assert.equal(defaultShell({ SHELL }, everywhere), '/bin/bash', SHELL);
        }
        assert.equal(
            defaultShell({ SHELL: '/opt/dash' }, () => false),
            '/opt/dash'
        );
        assert.equal(
            defaultShell({}, path => path === '/bin/sh'),
            '/bin/sh'
        );
    });
});
