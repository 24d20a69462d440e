import { JsonSchemaDataStore } from '@theia/core/lib/browser/json-schema-store';
import type { IJSONSchema } from '@theia/core/lib/common/json-schema';
import type { URI } from '@theia/core/lib/common/uri';
import { injectable } from '@theia/core/shared/inversify';

/**
 * The schemas of settings files. The application sets them again with each setting that it learns of while it starts; as text they are
 * long, and needed only when somebody reads one.
 */
@injectable()
export class LazySchemas extends JsonSchemaDataStore {
    protected readonly unwritten = new Map<string, IJSONSchema>();

    override hasSchema(uri: URI): boolean {
        return this.unwritten.has(uri.toString()) || super.hasSchema(uri);
    }

    override getSchema(uri: URI): string | undefined {
        const key = uri.toString();
        const schema = this.unwritten.get(key);
        if (schema) {
            this._schemas.set(key, JSON.stringify(schema));
            this.unwritten.delete(key);
        }
        return super.getSchema(uri);
    }

    override setSchema(uri: URI, schema: IJSONSchema | string): void {
        if (typeof schema === 'string') {
            this.unwritten.delete(uri.toString());
            super.setSchema(uri, schema);
        } else {
            this.unwritten.set(uri.toString(), schema);
            this.notifySchemaUpdate(uri);
        }
    }

    override deleteSchema(uri: URI): void {
        const wasUnwritten = this.unwritten.delete(uri.toString());
        if (this._schemas.delete(uri.toString()) || wasUnwritten) {
            this.notifySchemaUpdate(uri);
        }
    }
}
