import { CommandContribution, CommandRegistry, MessageService, nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import { literalMarkdown } from '../link/literal-markdown';
import { checkArguments } from './argument-check';
import { ArgumentForm } from './argument-form';
import {
    evidenceOf,
    summaryOf,
    type CommandDeclaration,
    type CommandOrigin,
    type CommandSuccess,
    type OpenSpaceCommand
} from './openspace-command';
import { readableEvidence } from './readable-evidence';
import { ResultDocuments } from './result-documents';

const PERSON: CommandOrigin = { by: 'person' };

/**
 * Base of everything that declares commands. A subclass lists its declarations; this class registers each with Theia, checks
 * the arguments before the handler runs, and asks a person at the palette for them.
 */
@injectable()
export abstract class OpenSpaceCommandContribution implements CommandContribution {
    @inject(ArgumentForm) protected readonly argumentForm: ArgumentForm;
    @inject(ResultDocuments) protected readonly results: ResultDocuments;
    @inject(MessageService) protected readonly messages: MessageService;

    /** Every command of this contribution; adding one here is all there is to do. */
    protected abstract declareCommands(): CommandDeclaration[];

    registerCommands(registry: CommandRegistry): void {
        for (const { execute, refineForPerson, ...data } of this.declareCommands()) {
            const command: OpenSpaceCommand = { ...data, ...localizedLabel(data), handlerName: this.constructor.name };
            const run = async (args: unknown, origin: CommandOrigin): Promise<CommandSuccess> => {
                checkArguments(command.id, command.argumentsSchema, args);
                return execute(args as never, origin);
            };
            const ask = async (): Promise<unknown> => {
                const args = await this.argumentForm.ask(command);
                return args && refineForPerson ? refineForPerson(args as never, command) : args;
            };
            registry.registerCommand(command, {
                execute: (args?: unknown, origin: CommandOrigin = PERSON) =>
                    args === undefined ? this.runForPerson(command, ask, asked => run(asked, PERSON)) : run(args, origin)
            });
        }
    }

    /** From the palette: there is nobody to catch an error, so the person is told what happened. */
    protected async runForPerson(
        command: OpenSpaceCommand,
        ask: () => Promise<unknown>,
        run: (args: unknown) => Promise<CommandSuccess>
    ): Promise<CommandSuccess | undefined> {
        try {
            const args = await ask();
            if (args === undefined) {
                return undefined;
            }
            const success = await run(args);
            await this.showToPerson(command, success);
            return success;
        } catch (error) {
            if (!(error instanceof CommandError)) {
                throw error;
            }
            void this.messages.warn(literalMarkdown(error.message));
            return undefined;
        }
    }

    /** What was read is shown to be read; what was done, in a line that goes away. */
    protected async showToPerson(command: OpenSpaceCommand, success: CommandSuccess): Promise<void> {
        if (command.risk === 'read') {
            await this.results.show(command.label, [summaryOf(success), readableEvidence(evidenceOf(success))].join('\n\n'));
        } else {
            void this.messages.info(literalMarkdown(summaryOf(success)), { timeout: 4000 });
        }
    }
}

/** The label for people, in their language, beside the one that stands in the declaration. */
function localizedLabel({ id, label }: OpenSpaceCommand): Pick<OpenSpaceCommand, 'label' | 'originalLabel'> {
    return { label: nls.localize(id.replaceAll('.', '/'), label), originalLabel: label };
}
