import assert from 'node:assert/strict';
import { sampleManifest, sampleResult, sampleState } from '../testing/sample-data';
import { buildInstructions, InstructionsView } from './build-instructions';
import { InstructionsCache } from './instructions-cache';

describe('InstructionsCache', () => {
    it('gives what a fresh build gives, whatever part changes', () => {
        const cache = new InstructionsCache(10);
        let view: InstructionsView = { results: [] };
        for (const change of [
            { manifest: sampleManifest() },
            { state: sampleState() },
            { results: [sampleResult()] },
            { state: undefined }
        ]) {
            cache.get('session', view);
            view = { ...view, ...change };
            assert.equal(cache.get('session', view).toString(), buildInstructions(view));
        }
    });

    it('does not look into objects that it has seen', () => {
        const cache = new InstructionsCache(10);
        const manifest = sampleManifest();
        const results: never[] = [];
        const first = cache.get('session', { manifest, results });
        manifest.commands = [];
        assert.equal(cache.get('session', { manifest, results }), first);
        assert.notEqual(cache.get('other', { manifest, results }), first);
    });
});
