import { readFileSync } from 'node:fs';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { Policy, PolicyOptions } from '@openspace/workspace-tools';
import { StartupError } from '../startup-error';

const LIMITS = Object.entries(new Policy().limits) as [name: string, limit: number][];

/** What a policy file may say: more sensitive files, tighter limits, and whether commands may use the network. */
const policyFileSchema = {
    type: 'object',
    properties: {
        sensitiveFiles: { type: 'array', maxItems: 1000, items: { type: 'string', minLength: 1, maxLength: 256 } },
        limits: {
            type: 'object',
            properties: Object.fromEntries(LIMITS.map(([name, limit]) => [name, { type: 'integer', minimum: 1, maximum: limit }])),
            additionalProperties: false
        },
        network: { type: 'boolean' }
    },
    additionalProperties: false
} as const;

const NAMES = Object.keys(policyFileSchema.properties).join(', ');
const LIMIT_NAMES = LIMITS.map(([name, limit]) => `${name} (at most ${limit})`).join(', ');

interface PolicyFile {
    readonly sensitiveFiles?: readonly string[];
    readonly limits?: PolicyOptions['limits'];
    readonly network?: boolean;
}

const validate = new AjvJsonSchemaValidator().getValidator<PolicyFile>(policyFileSchema);

/**
 * Reads the file that `--policy` names. It adds to the rules in code; the one that it can lift keeps commands from the network.
 * @throws {StartupError} that says what is wrong with the file
 */
export function readPolicyFile(file: string): Pick<PolicyOptions, 'sensitivePatterns' | 'limits' | 'network'> {
    const wrong = (what: string): StartupError =>
        new StartupError(
            `The policy file ${file} ${what}. It holds JSON with nothing but ${NAMES}, such as ` +
                `{"sensitiveFiles": ["*.kdbx"], "limits": {"readBytes": 65536}, "network": true}. The limits are ${LIMIT_NAMES}.`
        );
    let content: unknown;
    try {
        content = JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
        throw wrong(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
    const { valid, data, errorMessage } = validate(content);
    if (!valid) {
        throw wrong(`is not valid: ${errorMessage}`);
    }
    const { sensitiveFiles = [], limits = {}, network } = data;
    const options = { sensitivePatterns: sensitiveFiles, limits, ...(network !== undefined && { network }) };
    try {
        new Policy(options);
    } catch (error) {
        throw wrong(`is not valid: ${error instanceof Error ? error.message : String(error)}`);
    }
    return options;
}
