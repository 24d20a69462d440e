/** The limits of a JSON schema that can be kept by leaving something out. */
interface LimitingSchema {
    readonly type?: unknown;
    readonly maxLength?: number;
    readonly maxItems?: number;
    readonly items?: LimitingSchema;
    readonly properties?: Readonly<Record<string, LimitingSchema>>;
}

/** The value with texts and lists no longer than the schema allows. What the schema does not limit stays as it is. */
export function cutToSchema<Value>(value: Value, schema: LimitingSchema): Value {
    return cut(value, schema) as Value;
}

function cut(value: unknown, schema: LimitingSchema): unknown {
    if (typeof value === 'string') {
        return cutText(value, schema.maxLength ?? Infinity);
    }
    if (Array.isArray(value)) {
        const { maxItems = Infinity, items } = schema;
        const kept: unknown[] = value.slice(0, maxItems);
        return items ? kept.map(item => cut(item, items)) : kept;
    }
    if (typeof value === 'object' && value !== null && schema.properties) {
        const { properties } = schema;
        return Object.fromEntries(
            Object.entries(value).map(([name, part]) => [name, Object.hasOwn(properties, name) ? cut(part, properties[name]) : part])
        );
    }
    return value;
}

function cutText(text: string, maxLength: number): string {
    // A character that takes two places is not cut in the middle.
    return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}
