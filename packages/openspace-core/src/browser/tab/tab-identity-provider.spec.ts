import '../testing/browser-environment';
// Loaded first: its modules and those of the workspace import each other.
import '@theia/core/lib/browser';
import { Container } from '@theia/core/shared/inversify';
import { WorkspaceService } from '@theia/workspace/lib/browser';
import assert from 'node:assert/strict';
import { TabClaims } from './tab-claims';
import { TabIdentityProvider } from './tab-identity-provider';

describe('The id of a tab, over plain http on another machine', () => {
    let pages: TabClaims[];

    beforeEach(() => {
        pages = [];
        window.sessionStorage.clear();
    });

    afterEach(() => pages.forEach(page => page.dispose()));

    /** The id of a page that is loaded in a tab with the session storage as it is now. */
    const load = async (): Promise<string> => {
        const container = new Container();
        container.bind<object>(WorkspaceService).toConstantValue({ roots: Promise.resolve([]) });
        container.bind(TabClaims).toSelf().inSingletonScope();
        container.bind(TabIdentityProvider).toSelf();
        pages.push(container.get(TabClaims));
        return (await container.get(TabIdentityProvider).identity()).tabId;
    };

    it('is the same after a reload', async () => {
        const before = await load();
        pages[0].dispose();
        assert.equal(await load(), before);
    });

    it('is another one in a duplicated tab', async () => {
        const [first, second, third] = [await load(), await load(), await load()];
        assert.equal(new Set([first, second, third]).size, 3);
    });

    it('belongs to one of two tabs that are loaded anew at the same moment', async () => {
        await load();
        pages[0].dispose();
        const stored = window.sessionStorage.getItem('openspace.tabId');
        const ids = await Promise.all([load(), load()]);
        assert.deepEqual([new Set(ids).size, ids.filter(id => id === stored).length], [2, 1]);
    });
});
