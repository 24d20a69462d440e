import { isOpenSpaceCommand, toCommandDefinition } from '@openspace/core/lib/browser/command/openspace-command';
import type { CommandDefinition } from '@openspace/protocol';
import { codicon, Message, ReactWidget } from '@theia/core/lib/browser';
import { ClipboardService } from '@theia/core/lib/browser/clipboard-service';
import { CommandRegistry, nls } from '@theia/core/lib/common';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import React from '@theia/core/shared/react';
import { CommandEntry } from './command-entry';

/** A page about every command that people and agents share, made from the same descriptions that agents get. */
@injectable()
export class ReferenceWidget extends ReactWidget {
    static readonly ID = 'openspace-reference';
    static readonly LABEL = nls.localize('openspace/reference/title', 'Command Reference');

    @inject(CommandRegistry) protected readonly commands: CommandRegistry;
    @inject(ClipboardService) protected readonly clipboard: ClipboardService;

    protected wanted = '';

    @postConstruct()
    protected init(): void {
        this.id = ReferenceWidget.ID;
        this.title.label = this.title.caption = ReferenceWidget.LABEL;
        this.title.iconClass = codicon('book');
        this.title.closable = true;
        this.addClass('openspace-reference');
        this.node.tabIndex = -1;
        this.toDispose.push(this.commands.onCommandsChanged(() => this.update()));
        this.update();
    }

    protected override onActivateRequest(message: Message): void {
        super.onActivateRequest(message);
        (this.node.querySelector('input') ?? this.node).focus();
    }

    protected override render(): React.ReactNode {
        const definitions = this.commands.commands.filter(isOpenSpaceCommand).map(toCommandDefinition);
        const shown = definitions.filter(command => this.matches(command)).sort((left, right) => left.id.localeCompare(right.id));
        const categories = [...new Set(shown.map(({ category }) => category))];
        return (
            <>
                <div className="openspace-reference-search">
                    <input
                        className="theia-input"
                        type="search"
                        value={this.wanted}
                        placeholder={nls.localize('openspace/reference/search', 'Search commands')}
                        aria-label={nls.localize('openspace/reference/search', 'Search commands')}
                        onChange={({ target }) => this.search(target.value)}
                    />
                    <span role="status">{nls.localize('openspace/reference/count', '{0} of {1}', shown.length, definitions.length)}</span>
                </div>
                <p>
                    {nls.localize(
                        'openspace/reference/text',
                        'You start these from the command palette (F1, "OpenSpace: …"); an agent writes them into its answer, or calls them as tools. An argument with * is required.'
                    )}
                </p>
                {shown.length === 0 && <p>{nls.localize('openspace/reference/nothingFound', 'No command matches the search.')}</p>}
                {categories.map(category => (
                    <React.Fragment key={category}>
                        <h2>{category}</h2>
                        {shown
                            .filter(command => command.category === category)
                            .map(command => (
                                <CommandEntry
                                    key={command.id}
                                    command={command}
                                    onTry={() => void this.commands.executeCommand(command.id)}
                                    onCopy={block => void this.clipboard.writeText(block)}
                                />
                            ))}
                    </React.Fragment>
                ))}
            </>
        );
    }

    protected search(text: string): void {
        this.wanted = text;
        this.update();
    }

    protected matches({ id, name, description }: CommandDefinition): boolean {
        return `${id} ${name} ${description}`.toLowerCase().includes(this.wanted.trim().toLowerCase());
    }
}
