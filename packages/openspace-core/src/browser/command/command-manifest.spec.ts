import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandDefinition } from '@openspace/protocol';
import { checkArguments } from './argument-check';

/** What the running IDE tells agents; an end-to-end test sees to it that it is just this. */
const MANIFEST = join(__dirname, '../../../../../e2e/src/snapshots/command-manifest.json');

/** The part of a JSON schema that the contract speaks of. */
interface ContractSchema {
    readonly type?: string;
    readonly description?: string;
    readonly enum?: readonly unknown[];
    readonly pattern?: string;
    readonly maxLength?: number;
    readonly maxItems?: number;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly additionalProperties?: boolean;
    readonly properties?: Readonly<Record<string, ContractSchema>>;
    readonly items?: ContractSchema;
}

/** Everything that an agent sends is described, closed and bounded. */
function schemaBreaches(schema: ContractSchema, name: string): string[] {
    switch (schema.type) {
        case 'object': {
            const inside = Object.entries(schema.properties ?? {}).flatMap(([key, property]) => [
                ...(property.description === undefined ? [`${name}.${key} is not described`] : []),
                ...schemaBreaches(property, `${name}.${key}`)
            ]);
            return [...(schema.additionalProperties === false ? [] : [`${name} is not closed`]), ...inside];
        }
        case 'array':
            return [
                ...(schema.maxItems === undefined ? [`${name} has no maxItems`] : []),
                ...schemaBreaches(schema.items ?? {}, `${name}[]`)
            ];
        case 'string':
            return schema.enum !== undefined || schema.maxLength !== undefined ? [] : [`${name} has no maxLength`];
        case 'integer':
        case 'number':
            return schema.minimum !== undefined && schema.maximum !== undefined ? [] : [`${name} has no bounds`];
        case 'boolean':
            return [];
        default:
            return [`${name} has no type`];
    }
}

describe('The command manifest', () => {
    const commands = JSON.parse(readFileSync(MANIFEST, 'utf8')) as CommandDefinition[];

    for (const command of commands) {
        it(`holds ${command.id}, which keeps the contract of a command`, () => {
            assert.match(command.id, /^openspace\.[a-z]+\.[a-z_]+$/);
            assert.match(command.description, /^[A-Z].*\.$/s);
            assert.match(command.handler ?? '', /CommandContribution$/);
            assert.deepEqual(schemaBreaches(command.arguments_schema, 'arguments'), []);
            checkArguments(command.id, command.arguments_schema, command.example);
        });
    }
});
