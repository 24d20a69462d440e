import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import { CommandContribution, CommandRegistry, MessageService, nls, type ContributionProvider } from '@theia/core/lib/common';
import { Container, injectable } from '@theia/core/shared/inversify';
import { ArgumentForm } from './argument-form';
import { declareCommand, isOpenSpaceCommand, toCommandDefinition, type CommandDeclaration } from './openspace-command';
import { OpenSpaceCommandContribution } from './openspace-command-contribution';
import { ResultDocuments } from './result-documents';

@injectable()
class KettleCommandContribution extends OpenSpaceCommandContribution {
    protected override declareCommands(): CommandDeclaration[] {
        return [
            declareCommand({
                id: 'openspace.kettle.boil',
                label: 'Boil Water',
                category: 'OpenSpace',
                description: 'Boils water.',
                risk: 'execute',
                argumentsSchema: { type: 'object', properties: {}, additionalProperties: false },
                example: {},
                execute: () => Promise.resolve({ success: true, output: 'It boils.' })
            })
        ];
    }
}

describe('A registered command', () => {
    afterEach(() => (nls.localization = undefined));

    it('is named in the language of the person, and to the agent always the same', () => {
        nls.localization = { languageId: 'de', translations: { 'openspace/kettle/boil': 'Wasser kochen' } };
        const container = new Container();
        [ArgumentForm, ResultDocuments, MessageService].forEach(part => container.bind<unknown>(part).toConstantValue({}));
        container.bind(KettleCommandContribution).toSelf();
        const noContributions: ContributionProvider<CommandContribution> = { getContributions: () => [] };
        const registry = new CommandRegistry(noContributions);
        container.get(KettleCommandContribution).registerCommands(registry);

        const command = registry.getCommand('openspace.kettle.boil');
        assert.equal(command?.label, 'Wasser kochen');
        assert.ok(isOpenSpaceCommand(command));
        assert.deepEqual(toCommandDefinition(command), {
            id: 'openspace.kettle.boil',
            name: 'Boil Water',
            description: 'Boils water.',
            category: 'Kettle',
            arguments_schema: { type: 'object', properties: {}, additionalProperties: false },
            example: {},
            risk: 'execute',
            handler: 'KettleCommandContribution'
        });
    });
});
