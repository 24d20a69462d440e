import { CommandArgumentSchema } from '@openspace/protocol';
import { json, oneLine } from './prompt-text';

/** Deeper nesting is summarised by its type name alone. */
const MAX_DEPTH = 4;

/** Larger bounds of numbers only keep nonsense out; a model needs no telling. */
const MAX_TOLD = 1_000_000;

/** A type is told in no more characters, and in no more choices. */
const MAX_TYPE = 1_000;
const MAX_CHOICES = 50;
const MAX_PRESET = 300;

type Schema = Readonly<Record<string, unknown>>;

/** An argument as the agent reads it. */
export interface ArgumentText {
    /** With a question mark when it may be left out, such as `line?`. */
    readonly name: string;
    /** Type, default and meaning, such as `integer >= 1 = 100 – Lines to read.` */
    readonly meaning: string;
}

/** The arguments of a command, in their order. */
export function argumentTexts(schema: CommandArgumentSchema): ArgumentText[] {
    const required = new Set(schema.required);
    return Object.entries(schema.properties).map(([name, property]) => {
        const { description, default: preset } = isSchema(property) ? property : {};
        const presetText = preset === undefined ? '' : ` = ${json(preset, MAX_PRESET)}`;
        const descriptionText = typeof description === 'string' ? ` – ${oneLine(description)}` : '';
        return {
            name: `${oneLine(name)}${required.has(name) ? '' : '?'}`,
            meaning: `${oneLine(typeText(property, 0), MAX_TYPE)}${presetText}${descriptionText}`
        };
    });
}

/** A type the way a programmer writes it: `"a" | "b"`, `string[]`, `{line: integer, column?: integer}`. */
function typeText(schema: unknown, depth: number): string {
    if (!isSchema(schema) || depth > MAX_DEPTH) {
        return 'any';
    }
    const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
    if (Array.isArray(choices)) {
        const rest = choices.length - MAX_CHOICES;
        const told = choices.slice(0, MAX_CHOICES).map(choice => json(choice));
        return [...told, ...(rest > 0 ? [`(${rest} more)`] : [])].join(' | ');
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
    const names = new Set<unknown>(Array.isArray(required) ? required : []);
    const fields = Object.entries(properties).map(
        ([name, property]) => `${oneLine(name)}${names.has(name) ? '' : '?'}: ${typeText(property, depth + 1)}`
    );
    return `{${fields.join(', ')}}`;
}

function range({ minimum, maximum }: Schema): string {
    const isTold = typeof maximum === 'number' && maximum < MAX_TOLD;
    if (typeof minimum === 'number') {
        return isTold ? ` ${minimum}..${maximum}` : ` >= ${minimum}`;
    }
    return isTold ? ` <= ${maximum}` : '';
}

function isSchema(value: unknown): value is Schema {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
