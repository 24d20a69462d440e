import assert from 'node:assert/strict';
import { WorkspaceFiles } from '@openspace/core/lib/browser/workspace/workspace-files';
import { CommandError } from '@openspace/core/lib/common';
import { ChatService } from '@theia/ai-chat/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { ThingsToTry } from './things-to-try';

describe('ThingsToTry', () => {
    const offeredIn = async (folder: Readonly<Partial<Record<string, string>>>): Promise<string[]> => {
        const container = new Container();
        container.bind(ChatService).toConstantValue({});
        container.bind<Pick<WorkspaceFiles, 'readFile'>>(WorkspaceFiles).toConstantValue({
            readFile: path => {
                const content = folder[path];
                return content === undefined
                    ? Promise.reject(new CommandError('not-found', `"${path}" does not exist.`))
                    : Promise.resolve({ path, content, lines: 1, size: content.length, truncated: false });
            }
        });
        container.bind(ThingsToTry).toSelf();
        return (await container.get(ThingsToTry).find()).map(({ message }) => message);
    };

    it('offer the tour, a mark and the tests in a folder that has what they need', async () => {
        const folder = { 'README.md': '# Tea\n'.repeat(8), 'package.json': '{ "scripts": { "test": "node --test" } }' };
        assert.deepEqual(await offeredIn(folder), ['Take me on a tour', 'Highlight lines 1 to 8 of README.md', 'Run npm test']);
    });

    it('offer what works everywhere in a folder without it', async () => {
        const everywhere = ['List the files', 'What commands are there?', 'Run ls'];
        assert.deepEqual(await offeredIn({}), everywhere);
        assert.deepEqual(await offeredIn({ 'README.md': '', 'package.json': '{ "name": "tea" }' }), everywhere);
    });

    it('mark no lines of a README that has too few', async () => {
        assert.deepEqual(await offeredIn({ 'README.md': '# Tea\n' }), ['Take me on a tour', 'What commands are there?', 'Run ls']);
    });
});
