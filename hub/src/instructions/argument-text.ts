import { CommandArgumentSchema } from '@openspace/protocol';
import { json, oneLine } from './prompt-text';

/** Deeper nesting is summarised by its type name alone. */
const MAX_DEPTH = 4;

type Schema = Readonly<Record<string, unknown>>;

/** One line per argument, such as `path: string (required) – Path of the file.` */
export function argumentLines(schema: CommandArgumentSchema): string[] {
    return Object.entries(schema.properties).map(([name, property]) => {
        const required = schema.required?.includes(name) ? ' (required)' : '';
        const description = isSchema(property) && typeof property.description === 'string' ? ` – ${oneLine(property.description)}` : '';
        return `${oneLine(name)}: ${typeText(property, 0)}${required}${description}`;
    });
}

/** A type the way a programmer writes it: `"a" | "b"`, `string[]`, `{line: integer, column?: integer}`. */
function typeText(schema: unknown, depth: number): string {
    if (!isSchema(schema) || depth > MAX_DEPTH) {
        return 'any';
    }
    const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
    if (Array.isArray(choices)) {
        return choices.map(json).join(' | ');
    }
    const variants = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(variants)) {
        return variants.map(variant => typeText(variant, depth + 1)).join(' | ');
    }
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    return types.map(type => namedType(type, schema, depth)).join(' | ');
}

function namedType(type: unknown, schema: Schema, depth: number): string {
    switch (type) {
        case 'array': {
            const items = typeText(schema.items, depth + 1);
            return items.includes(' | ') ? `(${items})[]` : `${items}[]`;
        }
        case 'object':
            return isSchema(schema.properties) ? objectText(schema.properties, schema.required, depth) : 'object';
        case 'integer':
        case 'number':
            return `${type}${range(schema)}`;
        default:
            return typeof type === 'string' ? oneLine(type) : 'any';
    }
}

function objectText(properties: Schema, required: unknown, depth: number): string {
    const names = Array.isArray(required) ? required : [];
    const fields = Object.entries(properties).map(
        ([name, property]) => `${oneLine(name)}${names.includes(name) ? '' : '?'}: ${typeText(property, depth + 1)}`
    );
    return `{${fields.join(', ')}}`;
}

function range({ minimum, maximum }: Schema): string {
    if (typeof minimum === 'number' && typeof maximum === 'number') {
        return ` ${minimum}..${maximum}`;
    }
    if (typeof minimum === 'number') {
        return ` >= ${minimum}`;
    }
    return typeof maximum === 'number' ? ` <= ${maximum}` : '';
}

function isSchema(value: unknown): value is Schema {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
