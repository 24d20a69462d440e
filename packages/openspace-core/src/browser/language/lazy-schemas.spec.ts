import 'reflect-metadata';
import { URI } from '@theia/core/lib/common/uri';
import assert from 'node:assert/strict';
import { LazySchemas } from './lazy-schemas';

describe('The schemas of settings files', () => {
    const uri = new URI('vscode://schemas/settings/user');

    it('become text when somebody reads them, once, however often they were set before', () => {
        const schemas = new LazySchemas();
        let written = 0;
        const schema = (title: string) => ({ title, toJSON: () => ({ title, written: ++written }) });
        schemas.setSchema(uri, schema('one'));
        schemas.setSchema(uri, schema('two'));
        assert.ok(schemas.hasSchema(uri));
        assert.equal(written, 0);
        assert.equal(schemas.getSchema(uri), '{"title":"two","written":1}');
        assert.equal(schemas.getSchema(uri), '{"title":"two","written":1}');
    });

    it('tell of every change, and keep a text as it is', () => {
        const schemas = new LazySchemas();
        let changes = 0;
        schemas.onDidSchemaUpdate(() => changes++);
        schemas.setSchema(uri, { type: 'object' });
        schemas.setSchema(uri, '{ }');
        assert.equal(schemas.getSchema(uri), '{ }');
        schemas.setSchema(uri, { type: 'string' });
        schemas.deleteSchema(uri);
        schemas.deleteSchema(uri);
        assert.deepEqual([schemas.hasSchema(uri), schemas.getSchema(uri), changes], [false, undefined, 4]);
    });
});
