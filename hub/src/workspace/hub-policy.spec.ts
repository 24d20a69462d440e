import assert from 'node:assert/strict';
import { HubPolicy } from './hub-policy';

const settings = (network?: boolean) => ({
    sensitiveFiles: ['*.secret'],
    forbiddenPaths: [],
    limits: {},
    confirmation: 'always' as const,
    ...(network !== undefined && { network })
});

describe('HubPolicy', () => {
    /** A Hub to which an IDE of its workspace is linked as `ide`, whose person has set this of the network. */
    const linked = (network?: boolean, options = {}): HubPolicy => {
        const policy = new HubPolicy(options);
        policy.join('ide', true);
        policy.publish('ide', settings(network));
        return policy;
    };

    it('allows the network only while an IDE whose person allows it is linked, and keeps the rest', () => {
        const policy = linked(true);
        assert.equal(policy.current.allowsNetwork, true);
        policy.release('ide');
        assert.equal(policy.current.allowsNetwork, false);
        assert.equal(policy.current.judgeCommand('ls').decision, 'ask');
        policy.join('again', true);
        assert.equal(policy.current.allowsNetwork, false, 'it has not published yet');
        policy.publish('again', settings(true));
        assert.equal(policy.current.allowsNetwork, true);
    });

    it('asks every linked person of the workspace for the network, and those of other workspaces for nothing', () => {
        const policy = linked(true);
        policy.join('elsewhere', false);
        policy.publish('elsewhere', settings(false));
        assert.equal(policy.current.allowsNetwork, true);
        policy.own('elsewhere');
        assert.equal(policy.current.allowsNetwork, false);
        policy.release('ide');
        assert.equal(policy.current.allowsNetwork, false);
    });

    it('allows the network without an IDE when the Hub was started with it, until a person does not', () => {
        const policy = linked(true, { network: true });
        policy.release('ide');
        assert.equal(policy.current.allowsNetwork, true);
        policy.join('other', true);
        policy.publish('other', settings());
        assert.equal(policy.current.allowsNetwork, false);
        assert.equal(linked(true, { network: false }).current.allowsNetwork, false);
    });
});
