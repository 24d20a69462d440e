import '../testing/browser-environment';
// Loaded first: its modules and those of the workspace import each other.
import '@theia/core/lib/browser';
import { WindowService } from '@theia/core/lib/browser/window/window-service';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { Container } from '@theia/core/shared/inversify';
import { WorkspaceService } from '@theia/workspace/lib/browser';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { TabClaims } from './tab-claims';
import { TabIdentityProvider } from './tab-identity-provider';

const ANSWER_MS = 1;

class HastyClaims extends TabClaims {
    protected override answerMs = ANSWER_MS;
}

describe('The id of a tab, over plain http on another machine', () => {
    let pages: TabClaims[];
    let reloaded: Deferred;

    beforeEach(() => {
        pages = [];
        reloaded = new Deferred();
        window.sessionStorage.clear();
        mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    });

    afterEach(() => {
        mock.timers.reset();
        pages.forEach(page => page.dispose());
    });

    /** The id of a page that is loaded in a tab with the session storage as it is now. */
    const load = async (): Promise<string> => {
        const container = new Container();
        container.bind<object>(WorkspaceService).toConstantValue({ roots: Promise.resolve([]) });
        container.bind<Pick<WindowService, 'reload'>>(WindowService).toConstantValue({ reload: () => reloaded.resolve() });
        container.bind(TabClaims).to(HastyClaims).inSingletonScope();
        container.bind(TabIdentityProvider).toSelf();
        pages.push(container.get(TabClaims));
        return (await container.get(TabIdentityProvider).identity()).tabId;
    };

    /** The other tabs have had the time that they have to say that an id is theirs. */
    const passAnswerTime = (): void => mock.timers.tick(ANSWER_MS);

    it('is the same after a reload', async () => {
        const before = await load();
        pages[0].dispose();
        const after = load();
        passAnswerTime();
        assert.equal(await after, before);
    });

    it('is another one in a duplicated tab', async () => {
        const [first, second, third] = [await load(), await load(), await load()];
        assert.equal(new Set([first, second, third]).size, 3);
    });

    it('belongs to one of two tabs that are loaded anew at the same moment', async () => {
        await load();
        pages[0].dispose();
        const stored = window.sessionStorage.getItem('openspace.tabId');
        const loading = [load(), load()];
        await Promise.race(loading);
        passAnswerTime();
        const ids = await Promise.all(loading);
        assert.deepEqual([new Set(ids).size, ids.filter(id => id === stored).length], [2, 1]);
    });

    it('is given up by a duplicated tab, which is loaded anew, when the first one says only later that it is its own', async () => {
        const first = await load();
        const second = load();
        passAnswerTime();
        assert.equal(await second, first);
        await reloaded.promise;
        pages[1].dispose();
        assert.notEqual(await load(), first);
    });
});
