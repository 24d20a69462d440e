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
            cache.get(view, () => 'session');
            view = { ...view, ...change };
            const { text, octets } = cache.get(view, () => 'session');
            assert.equal(text, buildInstructions(view));
            assert.equal(Buffer.from(octets, 'latin1').toString(), text);
        }
    });

    it('does not look into objects that it has seen', () => {
        const cache = new InstructionsCache(10);
        const manifest = sampleManifest();
        const results: never[] = [];
        const first = cache.get({ manifest, results }, () => 'session');
        manifest.commands = [];
        assert.equal(
            cache.get({ manifest, results }, () => 'session'),
            first
        );
    });

    it('remembers what each asker got, whoever asks in between', () => {
        const cache = new InstructionsCache(10);
        const [one, other] = [{ results: [sampleResult()] }, { results: [] }];
        const first = cache.get(one, () => 'one');
        cache.get(other, () => 'other');
        assert.equal(
            cache.get(one, () => 'one'),
            first
        );
    });
});
