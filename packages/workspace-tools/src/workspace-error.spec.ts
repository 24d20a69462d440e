import { strict as assert } from 'node:assert';
import { ParentDirectoryError, WorkspaceError, systemErrorCode, toWorkspaceError } from './workspace-error';

const systemError = (code: string): Error => Object.assign(new Error(`${code}: open '/somewhere/else/secret'`), { code });

describe('toWorkspaceError', () => {
    it('keeps what is already one', () => {
        const error = new WorkspaceError('changed', 'It changed.');
        assert.equal(toWorkspaceError(error, 'a.txt'), error);
    });

    it('gives each error of the system a code of ours', () => {
        const codes = [
            'ENOENT',
            'ENOTDIR',
            'EISDIR',
            'ENXIO',
            'ELOOP',
            'ENAMETOOLONG',
            'EACCES',
            'EPERM',
            'EROFS',
            'ENOSPC',
            'EDQUOT',
            'EIO'
        ];
        assert.deepEqual(
            codes.map(code => toWorkspaceError(systemError(code), 'a.txt').code),
            [
                'not-found',
                'not-a-directory',
                'not-a-file',
                'not-a-file',
                'outside-workspace',
                'invalid-path',
                'permission-denied',
                'permission-denied',
                'permission-denied',
                'no-space',
                'no-space',
                'failed'
            ]
        );
    });

    it('says when it is a directory above the path that is in the way or cannot be made', () => {
        const { code, message, details } = toWorkspaceError(new ParentDirectoryError(systemError('EACCES')), 'new/a.txt');
        assert.deepEqual([code, details], ['permission-denied', { path: 'new/a.txt', parent: true }]);
        assert.ok(!message.includes('somewhere'), message);
        assert.equal(toWorkspaceError(systemError('ENOTDIR'), 'a.txt/b').details.parent, true);
    });

    it('repeats the path of the caller and nothing of the system’s message', () => {
        for (const thrown of [
            systemError('EIO'),
            systemError('ENOENT'),
            systemError('toString'),
            new Error('/somewhere/else'),
            '/somewhere/else'
        ]) {
            const { message, details } = toWorkspaceError(thrown, 'a.txt');
            assert.match(message, /^"a\.txt" .*\. \w.*\.$|^"a\.txt" .*\.$/);
            assert.ok(!message.includes('somewhere'), message);
            assert.deepEqual(details, { path: 'a.txt' });
        }
    });
});

describe('systemErrorCode', () => {
    it('knows only the codes of errors', () => {
        assert.deepEqual([systemError('ENOENT'), new Error('x'), { code: 'ENOENT' }, undefined].map(systemErrorCode), [
            'ENOENT',
            undefined,
            undefined,
            undefined
        ]);
    });
});
