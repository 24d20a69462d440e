import assert from 'node:assert/strict';
import { LinkRecord } from '../store/hub-store';
import { linkedTab } from '../testing/linked-ide';
import { chooseTab } from './link-target';

const ONE: LinkRecord = {
    linkId: 'one',
    tabs: [linkedTab({ tabId: 'a', workspace: '/ws/a' }), linkedTab({ tabId: 'b', workspace: '/ws/a' })]
};
const TWO: LinkRecord = { linkId: 'two', tabs: [linkedTab({ tabId: 'c', workspace: '/ws/c', sessions: ['chat'] })] };

describe('chooseTab', () => {
    it('takes the tab active last of the only workspace', () => {
        assert.equal(chooseTab([ONE], {}).tabId, 'b');
    });

    it('goes by workspace, tab or owned session', () => {
        assert.equal(chooseTab([ONE, TWO], { workspace: '/ws/c/' }).tabId, 'c');
        assert.equal(chooseTab([ONE, TWO], { tabId: 'a' }).tabId, 'a');
        assert.equal(chooseTab([ONE, TWO], { sessionId: 'chat' }).linkId, 'two');
        assert.equal(chooseTab([ONE, TWO], { sessionId: 'chat', workspace: '/ws/a' }).tabId, 'b');
        assert.equal(chooseTab([ONE], { sessionId: 'a name of the caller' }).tabId, 'b');
    });

    it('lists the choices when several workspaces are open', () => {
        assert.throws(() => chooseTab([ONE, TWO], {}), {
            code: 'ambiguous-ide',
            message: /"\/ws\/a" in tab "a"; workspace "\/ws\/a" in tab "b"; workspace "\/ws\/c" in tab "c"/
        });
    });

    it('takes two IDEs with the same workspace for two choices', () => {
        const twin = { linkId: 'twin', tabs: [linkedTab({ tabId: 'd', workspace: '/ws/a' })] };
        assert.throws(() => chooseTab([ONE, twin], { workspace: '/ws/a' }), { code: 'ambiguous-ide' });
        assert.equal(chooseTab([ONE, twin], { tabId: 'd' }).linkId, 'twin');
    });

    it('says what there is when nothing fits, and what to do when there is nothing', () => {
        assert.throws(() => chooseTab([ONE], { workspace: '/ws' }), {
            code: 'no-such-ide',
            message: /the workspace "\/ws"\. Name one of these/
        });
        assert.throws(() => chooseTab([], {}), { code: 'no-ide', message: /open the IDE/ });
        assert.throws(() => chooseTab([{ linkId: 'empty', tabs: [] }], {}), { code: 'no-ide' });
    });
});
