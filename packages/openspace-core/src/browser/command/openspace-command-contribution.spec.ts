import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import { CommandContribution, CommandRegistry, MessageService, nls, type ContributionProvider } from '@theia/core/lib/common';
import { Container, injectable } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import { literalMarkdown } from '../link/literal-markdown';
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
            }),
            declareCommand({
                id: 'openspace.kettle.pour',
                label: 'Pour Water',
                category: 'OpenSpace',
                description: 'Pours water.',
                risk: 'execute',
                argumentsSchema: { type: 'object', properties: {}, additionalProperties: false },
                example: {},
                execute: () => Promise.reject(new CommandError('empty', 'The kettle is empty.', 'Ask the person to fill it.'))
            })
        ];
    }
}

describe('A registered command', () => {
    afterEach(() => (nls.localization = undefined));

    it('tells a person who runs it what went wrong, without what is said to an agent', async () => {
        const warnings: string[] = [];
        const container = new Container();
        container.bind<Pick<ArgumentForm, 'ask'>>(ArgumentForm).toConstantValue({ ask: () => Promise.resolve({}) });
        container.bind<unknown>(ResultDocuments).toConstantValue({});
        container.bind<unknown>(MessageService).toConstantValue({ warn: (text: string) => warnings.push(text) });
        container.bind(KettleCommandContribution).toSelf();
        const noContributions: ContributionProvider<CommandContribution> = { getContributions: () => [] };
        const registry = new CommandRegistry(noContributions);
        container.get(KettleCommandContribution).registerCommands(registry);

        await registry.executeCommand('openspace.kettle.pour');
        assert.deepEqual(warnings, [literalMarkdown('The kettle is empty.')]);
    });

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
