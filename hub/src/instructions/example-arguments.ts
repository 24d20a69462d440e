import { CommandArgumentSchema } from '@openspace/protocol';

type Schema = Readonly<Record<string, unknown>>;

const PLACEHOLDERS: Readonly<Record<string, unknown>> = {
    string: '…',
    number: 1,
    integer: 1,
    boolean: true,
    array: [],
    object: {},
    null: null
};

/** Arguments of a call with all that a command needs, for commands that come without an example. */
export function exampleArguments({ properties, required = [] }: CommandArgumentSchema): Record<string, unknown> {
    return Object.fromEntries(required.map(name => [name, exampleValue((properties[name] ?? {}) as Schema)]));
}

function exampleValue(schema: Schema): unknown {
    const [given] = [schema.examples, schema.enum].flatMap(values => (Array.isArray(values) ? (values as unknown[]) : []));
    const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    return schema.default ?? schema.const ?? given ?? PLACEHOLDERS[typeof type === 'string' ? type : 'string'];
}
