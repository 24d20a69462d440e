import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandDefinition } from '@openspace/protocol';
import { CommandRefusal } from '../../common';
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

/** Arguments with one fault each: something more, something less, something of another type. */
function faultyArguments({ arguments_schema: { properties, required = [] }, example }: CommandDefinition): [what: string, args: unknown][] {
    const without = (name: string): unknown => Object.fromEntries(Object.entries(example).filter(([key]) => key !== name));
    return [
        ['something more', { ...example, surplus: 1 }],
        ...required.map((name): [string, unknown] => [`no ${name}`, without(name)]),
        ...Object.keys(properties).map((name): [string, unknown] => [`an object as ${name}`, { ...example, [name]: {} }]),
        ...Object.keys(properties).map((name): [string, unknown] => [`nothing as ${name}`, { ...example, [name]: null }])
    ];
}

const COMMANDS = {
    editor: ['clear_highlight', 'close', 'highlight', 'open', 'read_file', 'scroll_to'],
    file: ['list', 'read', 'search', 'write'],
    pane: ['close', 'focus', 'list', 'open', 'resize'],
    terminal: ['close', 'create', 'list', 'read_output', 'send']
};

describe('The command manifest', () => {
    const commands = JSON.parse(readFileSync(MANIFEST, 'utf8')) as CommandDefinition[];

    it('holds every command that deals with panes, editors, terminals and files', () => {
        const ids = commands.map(({ id }) => id);
        for (const [noun, verbs] of Object.entries(COMMANDS)) {
            assert.deepEqual(
                ids.filter(id => id.startsWith(`openspace.${noun}.`)),
                verbs.map(verb => `openspace.${noun}.${verb}`)
            );
        }
    });

    for (const command of commands) {
        it(`holds ${command.id}, which keeps the contract of a command`, () => {
            assert.match(command.id, /^openspace\.[a-z]+\.[a-z_]+$/);
            assert.match(command.description, /^[A-Z].*\.$/s);
            assert.match(command.handler ?? '', /CommandContribution$/);
            assert.deepEqual(schemaBreaches(command.arguments_schema, 'arguments'), []);
            checkArguments(command.id, command.arguments_schema, command.example);
        });

        it(`holds ${command.id}, which refuses arguments with a fault and names those that it takes`, () => {
            for (const [what, args] of faultyArguments(command)) {
                assert.throws(
                    () => checkArguments(command.id, command.arguments_schema, args),
                    (error: unknown) =>
                        error instanceof CommandRefusal && error.code === 'invalid-arguments' && /Arguments: {.*}/.test(error.message),
                    what
                );
            }
        });
    }
});
