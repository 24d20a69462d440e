import assert from 'node:assert/strict';
import { commandManifestSchema, LIMITS, type CommandArgumentSchema, type CommandDefinition } from '@openspace/protocol';
import { soundCommands } from './sound-commands';

const definition = (changes: object = {}): CommandDefinition => ({
    id: 'openspace.sample.do',
    name: 'Do',
    description: 'Does it.',
    category: 'Sample',
    arguments_schema: { type: 'object', properties: {}, additionalProperties: false },
    example: {},
    risk: 'view',
    ...changes
});
const withArguments = (changes: object): CommandDefinition =>
    definition({ arguments_schema: { type: 'object', properties: {}, additionalProperties: false, ...changes } });
const nested = (depth: number): object => (depth === 0 ? {} : { items: nested(depth - 1) });

const FAULTS: readonly (readonly [what: string, command: CommandDefinition, fault: RegExp])[] = [
    ['an id with capitals', definition({ id: 'openspace.sample.doIt' }), /"openspace\.sample\.doIt": "id" must match pattern/],
    ['no description', definition({ description: undefined }), /"openspace\.sample\.do": it must have required property 'description'/],
    ['a description that is too long', definition({ description: 'x'.repeat(2001) }), /"description" must NOT have more than 2000/],
    ['a risk that there is not', definition({ risk: 'none' }), /"risk" must be equal to one of the allowed values/],
    ['a field that there is not', definition({ handle: 'x' }), /it must NOT have additional properties/],
    ['an example that is a list', definition({ example: [] }), /"example" must be object/],
    ['arguments that are not closed', withArguments({ additionalProperties: true }), /"arguments_schema\/additionalProperties" must be/],
    ['arguments that are no JSON Schema', withArguments({ required: 'path' }), /"arguments_schema\/required" must be array/],
    ['an argument of a forbidden name', withArguments({ properties: { constructor: {} } }), /the key "constructor"/],
    ['arguments that are nested very deep', withArguments({ properties: nested(LIMITS.jsonDepth) }), /nested deeper than 64 levels/]
];

describe('soundCommands', () => {
    let faults: string[];
    const sound = (commands: CommandDefinition[]): CommandDefinition[] => soundCommands(commands, fault => faults.push(fault));
    beforeEach(() => (faults = []));

    it('passes commands that the Hub takes', () => {
        const required: Partial<CommandArgumentSchema> = { properties: { path: { type: 'string' } }, required: ['path'] };
        const commands = [definition(), withArguments(required), definition({ category: undefined, handler: 'Doer' })];
        assert.deepEqual(sound(commands), commands);
        assert.deepEqual(faults, []);
    });

    for (const [what, command, fault] of FAULTS) {
        it(`leaves out a command with ${what}, says so, and passes the others`, () => {
            const others = [definition({ id: 'openspace.sample.first' }), definition({ id: 'openspace.sample.last' })];
            assert.deepEqual(sound([others[0], command, others[1]]), others);
            assert.equal(faults.length, 1);
            assert.match(faults[0], /^No agent is told of the command "openspace\./);
            assert.match(faults[0], fault);
        });
    }

    it('passes no more than the Hub takes', () => {
        const { maxItems } = commandManifestSchema.properties.commands;
        assert.equal(sound(Array.from({ length: maxItems + 1 }, () => definition())).length, maxItems);
        assert.match(faults[0], /there are more than 500 commands/);
        const large = withArguments({ description: 'x'.repeat(LIMITS.manifestCharacters - 1000) });
        assert.deepEqual(sound([large, large, definition()]), [large, definition()]);
        assert.match(faults[1], /all together take more than/);
    });
});
