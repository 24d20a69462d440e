import type { CommandArgumentSchema } from '@openspace/protocol';
import Ajv, { ErrorObject, ValidateFunction } from 'ajv';
import { WorkspaceError } from './workspace-error';

const ajv = new Ajv({
    strict: true,
    strictRequired: false,
    discriminator: true,
    allowUnionTypes: true,
    // All schemas are ours, and to check them takes the first request longer than all else.
    validateSchema: false,
    // Lengths as JavaScript counts them: to count characters, every text of megabytes would be gone through.
    unicode: false,
    // It would warn that the option above is out of date.
    logger: false
});
const compiled = new WeakMap<CommandArgumentSchema, ValidateFunction>();

/** @throws WorkspaceError `invalid-argument` that says which field of a request is wrong */
export function checkRequest(schema: CommandArgumentSchema, request: unknown): void {
    let validate = compiled.get(schema);
    if (!validate) {
        validate = ajv.compile(schema);
        compiled.set(schema, validate);
    }
    if (!validate(request)) {
        throw new WorkspaceError('invalid-argument', `${describe(validate.errors ?? [])}. Correct the argument and repeat the call.`);
    }
}

function describe(errors: readonly ErrorObject[]): string {
    const [error] = errors;
    const field = error.instancePath.slice(1).replaceAll('/', '.') || 'The request';
    const names = Object.values(error.params as Record<string, unknown>).filter(value => typeof value === 'string');
    return `${field} ${error.message ?? 'is not valid'}${error.keyword === 'additionalProperties' ? ` (${names.join(', ')})` : ''}`;
}
