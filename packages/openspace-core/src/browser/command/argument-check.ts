import type { CommandArgumentSchema } from '@openspace/protocol';
import { nls } from '@theia/core/lib/common';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { CommandRefusal } from '../../common';

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
const compiled = new WeakMap<object, ValidateFunction>();

/** Refuses arguments that do not match the command's schema; the message names every fault and the arguments there are. */
export function checkArguments(commandId: string, schema: CommandArgumentSchema, args: unknown): asserts args is Record<string, unknown> {
    const validate = validatorOf(schema);
    if (!validate(args)) {
        const faults = [...new Set((validate.errors ?? []).map(describeFault))].join('; ');
        const known = Object.keys(schema.properties).map(name => (schema.required?.includes(name) ? name : `${name}?`));
        throw new CommandRefusal('invalid-arguments', `${commandId}: ${faults}. Arguments: {${known.join(', ')}}.`);
    }
}

/** What is wrong with one value by its schema, in words for a person, or undefined. */
export function faultOfValue(schema: object, value: unknown): string | undefined {
    const validate = validatorOf(schema);
    return validate(value) ? undefined : (validate.errors ?? []).map(wordsOf).join(' ');
}

function wordsOf({ keyword, params, message = 'is not valid' }: ErrorObject): string {
    const { type, limit } = params as { type?: unknown; limit?: number };
    switch (keyword === 'type' ? `type ${String(type)}` : keyword) {
        case 'type integer':
            return nls.localize('openspace/form/integer', 'Give a whole number.');
        case 'type number':
            return nls.localize('openspace/form/number', 'Give a number.');
        case 'minimum':
            return nls.localize('openspace/form/minimum', 'Give {0} or more.', limit ?? 0);
        case 'maximum':
            return nls.localize('openspace/form/maximum', 'Give {0} or less.', limit ?? 0);
        case 'minLength':
            return limit === 1
                ? nls.localize('openspace/form/empty', 'It must not be empty.')
                : nls.localize('openspace/form/minLength', 'Give at least {0} characters.', limit ?? 0);
        case 'maxLength':
            return nls.localize('openspace/form/maxLength', 'Give at most {0} characters.', limit ?? 0);
        default:
            return nls.localize('openspace/form/fault', 'It {0}.', message);
    }
}

function validatorOf(schema: object): ValidateFunction {
    let validate = compiled.get(schema);
    if (!validate) {
        validate = ajv.compile(schema);
        compiled.set(schema, validate);
    }
    return validate;
}

function describeFault(error: ErrorObject): string {
    const where = error.instancePath === '' ? 'the arguments' : `"${error.instancePath.slice(1).replaceAll('/', '.')}"`;
    const { additionalProperty, allowedValues } = error.params as { additionalProperty?: string; allowedValues?: unknown[] };
    if (additionalProperty !== undefined) {
        return `${where} must not have "${additionalProperty}"`;
    }
    if (allowedValues) {
        return `${where} must be one of ${allowedValues.map(value => JSON.stringify(value)).join(', ')}`;
    }
    return `${where} ${error.message ?? 'is not valid'}`;
}
