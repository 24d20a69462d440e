import { CommandOpenHandler } from '@theia/core/lib/browser/command-open-handler';
import { MessageService, nls, type URI } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { literalMarkdown } from './literal-markdown';

/**
 * Takes the place of Theia's handler of `command:` links, which runs any command in the person's name without a question. A link may
 * stand in whatever the agent, a file or a tool has written, so it runs nothing.
 */
@injectable()
export class CommandLinkRefusal extends CommandOpenHandler {
    @inject(MessageService) protected readonly messages: MessageService;

    override async open(uri: URI): Promise<boolean> {
        const command = uri.path.toString().slice(0, 100);
        void this.messages.warn(
            nls.localize(
                'openspace/link/refused',
                'This link would run the command "{0}". Links run nothing here; use the command palette.',
                literalMarkdown(command)
            )
        );
        return Promise.resolve(true);
    }
}
