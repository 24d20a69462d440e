import 'reflect-metadata';
import assert from 'node:assert/strict';
import { Container } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import { PathChoices } from './path-choices';
import { WorkspaceFiles } from './workspace-files';

/** A workspace with these files; all of them fit whatever is typed. */
const FOUND = ['src/notes.md', 'notes.md'];
const FOLDERS: Record<string, string[]> = { '.': ['docs', 'src'], 'src/': ['parts', 'parser'] };

function choices(): PathChoices {
    const files: Pick<WorkspaceFiles, 'searchFiles' | 'listFiles'> = {
        searchFiles: ({ query }) =>
            query.includes('[')
                ? Promise.reject(new CommandError('invalid-pattern', 'The bracket is not closed.'))
                : Promise.resolve({ results: FOUND, truncated: false }),
        listFiles: path =>
            path in FOLDERS
                ? Promise.resolve({
                      path,
                      files: [...FOLDERS[path].map(name => ({ name, type: 'directory' })), { name: 'src.txt', type: 'file' }],
                      truncated: false
                  })
                : Promise.reject(new CommandError('outside-workspace', 'That is outside of the workspace.'))
    };
    const container = new Container();
    container.bind<typeof files>(WorkspaceFiles).toConstantValue(files);
    container.bind(PathChoices).toSelf();
    return container.get(PathChoices);
}

const values = async (offered: Promise<{ value: string }[]>): Promise<string[]> => (await offered).map(({ value }) => value);

describe('PathChoices', () => {
    it('offers the files that fit, the best first', async () => {
        assert.deepEqual(await values(choices().files('notes')), FOUND);
    });

    it('offers the file that was typed first of all for a write, so that Enter writes no other', async () => {
        assert.deepEqual(await values(choices().filesToWrite('notes')), ['notes', ...FOUND]);
        assert.deepEqual(await values(choices().filesToWrite('notes.md')), ['notes.md', 'src/notes.md']);
        assert.deepEqual(await values(choices().filesToWrite('')), FOUND);
    });

    it('offers the folders of the folder that was typed, and that folder itself', async () => {
        assert.deepEqual(await values(choices().folders('')), ['.', 'docs', 'src']);
        assert.deepEqual(await values(choices().folders('sr')), ['src']);
        assert.deepEqual(await values(choices().folders('src/')), ['src/', 'src/parts', 'src/parser']);
        assert.deepEqual(await values(choices().folders('src/pars')), ['src/parser']);
    });

    it('offers nothing where nothing can be looked for', async () => {
        assert.deepEqual(await values(choices().files('[')), []);
        assert.deepEqual(await values(choices().folders('../')), []);
    });
});
